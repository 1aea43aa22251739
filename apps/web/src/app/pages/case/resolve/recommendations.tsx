import type { Recommendation, RecommendationStatus } from '@veritrace/contract/casework/recommendations'
import { type ReactNode, useMemo, useState } from 'react'
import { Kbd } from '../../../../ui/bits.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { useKeys } from '../../../../ui/hotkeys.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { DECISION } from '../../../shared/case/words.ts'
import { Inspector } from '../inspector.tsx'
import { useRecommendations } from '../queries.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeferDialog, RejectDialog } from './decide-dialogs.tsx'
import { ExemptDialog, useNeedsExemption } from './exempt-dialog.tsx'
import { NoRecommendations } from './no-recommendations.tsx'
import { recommendationColumns } from './recommendation-columns.tsx'
import { RecommendationDetail } from './recommendation-detail.tsx'
import { useDecide } from './use-decide.ts'

const STATUSES: readonly RecommendationStatus[] = ['proposed', 'accepted', 'rejected', 'deferred', 'done']

interface Asked {
  what: 'reject' | 'defer' | 'exempt'
  /** Ids only: the recommendations may change before the dialog is submitted. */
  of: readonly string[]
  alternative?: string
}

export function Recommendations({ tabs }: { tabs: ReactNode }) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const query = useRecommendations()
  const { decide, may } = useDecide()
  const needsExemption = useNeedsExemption()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [asked, ask] = useState<Asked>()
  const [option, setOption] = useState<{ of: string; alternative: string }>()
  const all = useMemo(() => (query.data ?? []).filter(({ status }) => status !== 'superseded'), [query.data])
  const status = STATUSES.find((one) => one === search.group)
  const rows = status ? all.filter((one) => one.status === status) : all
  const open = all.find(({ id }) => id === search.open)
  const alternative = (option?.of === open?.id ? option?.alternative : open?.decision?.chosen_alternative_id) ?? ''
  const selected = all.filter(({ id, status: is }) => checked.has(id) && is === 'proposed')
  const waiting = rows.filter((one) => one.status === 'proposed')
  // Keys act on the selected rows, otherwise on the open one.
  const keyTargets = selected.length > 0 ? selected : open?.status === 'proposed' ? [open] : []
  /** Recommendations whose decision failed stay selected, and the dialog stays open for them. */
  function onDecided(failed: readonly string[]): void {
    setChecked(new Set(failed))
    ask((before) => (before && failed.length > 0 ? { ...before, of: failed } : undefined))
  }
  /** Accepts the open recommendation with the option selected in the inspector, and several as recommended. */
  const accept = (of: readonly Recommendation[]) => {
    if (of.length === 0) return
    const ids = idsOf(of)
    const chosenOption = ids.length === 1 && ids[0] === open?.id ? alternative : ''
    if (of.some((one) => needsExemption(one, chosenOption)))
      return ask({ what: 'exempt', of: ids, alternative: chosenOption })
    const decision = { status: 'accepted', ...(chosenOption && { chosen_alternative_id: chosenOption }) } as const
    // Only these ids are removed: the user may have selected others in the meantime.
    void decide(of, decision).then((failed) =>
      setChecked((before) => new Set([...before].filter((id) => !ids.includes(id) || failed.includes(id)))),
    )
  }
  useKeys(
    {
      a: () => accept(keyTargets),
      r: () => keyTargets.length > 0 && ask({ what: 'reject', of: idsOf(keyTargets) }),
      d: () => keyTargets.length > 0 && ask({ what: 'defer', of: idsOf(keyTargets) }),
      Escape: () => setSearch({ open: undefined }),
    },
    may && !asked,
  )
  const columns = useMemo(
    () => recommendationColumns(checked, (id) => setChecked((before) => toggled(before, id)), may),
    [checked, may],
  )
  const dialog = {
    of: all.filter(({ id }) => asked?.of.includes(id)),
    onClose: () => ask(undefined),
    onDecided,
  }
  return (
    <div className="flex min-h-0 flex-1">
      <section aria-label="Recommendations" className="flex min-w-0 flex-1 flex-col bg-surface">
        <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-1.5">
          {tabs}
          <Segmented
            folds
            look="chips"
            label="Decision"
            value={status ?? ''}
            options={[
              { value: '', label: 'All', count: query.data && all.length },
              ...STATUSES.map((value) => ({
                value,
                label: DECISION[value].label,
                count: query.data && all.filter((one) => one.status === value).length,
              })),
            ]}
            onChange={(group) => setSearch({ group: group || undefined })}
          />
        </div>
        {selected.length > 0 && (
          <BulkBar
            selected={selected}
            onAccept={() => accept(selected)}
            onReject={() => ask({ what: 'reject', of: idsOf(selected) })}
            onDefer={() => ask({ what: 'defer', of: idsOf(selected) })}
            onAll={
              waiting.length > selected.length ? () => setChecked(new Set(waiting.map(({ id }) => id))) : undefined
            }
            onClear={() => setChecked(new Set())}
          />
        )}
        {query.error && (
          <ErrorState title="The recommendations did not load" detail={explain(query.error)} onRetry={query.refetch} />
        )}
        {!(query.error && all.length === 0) && (
          <DataTable
            caption="Recommendations, most valuable first"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            active={search.open}
            onActivate={(id) => setSearch({ open: id })}
            loading={query.isLoading}
            rowHeight={48}
            empty={<NoRecommendations isFiltered={status !== undefined} />}
          />
        )}
        <footer className="mt-auto flex h-9 shrink-0 items-center gap-3 border-t bg-sunken px-4 text-2xs text-ink-3 max-lg:hidden">
          <Hint keys="J K">move</Hint>
          {may && keyTargets.length > 0 && (
            <>
              <Hint keys="A">accept</Hint>
              <Hint keys="R">reject</Hint>
              <Hint keys="D">defer</Hint>
            </>
          )}
          <span className="ml-auto tnum">
            {query.data && `${count(rows.length)} of ${plural(all.length, 'recommendation')}`}
          </span>
        </footer>
      </section>
      {open && (
        <Inspector label={open.title} onClose={() => setSearch({ open: undefined })}>
          <RecommendationDetail
            key={open.id}
            recommendation={open}
            alternative={alternative}
            onAlternative={(id) => setOption({ of: open.id, alternative: id })}
            onAccept={() => accept([open])}
            onReject={() => ask({ what: 'reject', of: [open.id] })}
            onDefer={() => ask({ what: 'defer', of: [open.id] })}
          />
        </Inspector>
      )}
      {asked?.what === 'reject' && <RejectDialog {...dialog} />}
      {asked?.what === 'exempt' && <ExemptDialog {...dialog} alternative={asked.alternative ?? ''} />}
      {asked?.what === 'defer' && <DeferDialog {...dialog} />}
    </div>
  )
}

const idsOf = (of: readonly Recommendation[]): string[] => of.map(({ id }) => id)

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(id)) next.add(id)
  return next
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span className="flex items-center gap-1">
    {keys.split(' ').map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
)
