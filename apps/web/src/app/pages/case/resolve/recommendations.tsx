import type { Recommendation, RecommendationStatus } from '@veritrace/contract/casework/recommendations'
import { type ReactNode, useMemo, useState } from 'react'
import { Kbd } from '../../../../ui/bits.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { plural } from '../../../../ui/format.ts'
import { useKeys } from '../../../../ui/hotkeys.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { DECISION } from '../../../shared/case/words.ts'
import { Inspector } from '../inspector.tsx'
import { useRecommendations } from '../queries.ts'
import { useSetWords, useWords } from '../words.ts'
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
  /** By id: what they are may have changed when they are decided. */
  of: readonly string[]
  alternative?: string
}

export function Recommendations({ tabs }: { tabs: ReactNode }) {
  const words = useWords()
  const setWords = useSetWords()
  const query = useRecommendations()
  const { decide, may } = useDecide()
  const needsExemption = useNeedsExemption()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [asked, ask] = useState<Asked>()
  const [how, setHow] = useState<{ of: string; alternative: string }>()
  const all = useMemo(() => (query.data ?? []).filter(({ status }) => status !== 'superseded'), [query.data])
  const status = STATUSES.find((one) => one === words.group)
  const rows = status ? all.filter((one) => one.status === status) : all
  const open = all.find(({ id }) => id === words.open)
  const alternative = (how?.of === open?.id ? how?.alternative : open?.decision?.chosen_alternative_id) ?? ''
  const chosen = all.filter(({ id, status: is }) => checked.has(id) && is === 'proposed')
  const waiting = rows.filter((one) => one.status === 'proposed')
  // Keys act on what is checked, else on what is open.
  const meant = chosen.length > 0 ? chosen : open?.status === 'proposed' ? [open] : []
  /** Those that were refused stay chosen, and in the dialog that asked about them. */
  function decided(refused: readonly string[]): void {
    setChecked(new Set(refused))
    ask((before) => (before && refused.length > 0 ? { ...before, of: refused } : undefined))
  }
  /** By key or by button: the open one is accepted in the way that is chosen beside it, several are as recommended. */
  const accept = (of: readonly Recommendation[]) => {
    if (of.length === 0) return
    const ids = idsOf(of)
    const chosenWay = ids.length === 1 && ids[0] === open?.id ? alternative : ''
    if (of.some((one) => needsExemption(one, chosenWay)))
      return ask({ what: 'exempt', of: ids, alternative: chosenWay })
    const decision = { status: 'accepted', ...(chosenWay && { chosen_alternative_id: chosenWay }) } as const
    // What was checked or asked about meanwhile is left alone.
    void decide(of, decision).then((refused) =>
      setChecked((before) => new Set([...before].filter((id) => !ids.includes(id) || refused.includes(id)))),
    )
  }
  useKeys(
    {
      a: () => accept(meant),
      r: () => meant.length > 0 && ask({ what: 'reject', of: idsOf(meant) }),
      d: () => meant.length > 0 && ask({ what: 'defer', of: idsOf(meant) }),
      Escape: () => setWords({ open: undefined }),
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
    onDecided: decided,
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
            onChange={(group) => setWords({ group: group || undefined })}
          />
        </div>
        {chosen.length > 0 && (
          <BulkBar
            chosen={chosen}
            onAccept={() => accept(chosen)}
            onReject={() => ask({ what: 'reject', of: idsOf(chosen) })}
            onDefer={() => ask({ what: 'defer', of: idsOf(chosen) })}
            onAll={waiting.length > chosen.length ? () => setChecked(new Set(waiting.map(({ id }) => id))) : undefined}
            onClear={() => setChecked(new Set())}
          />
        )}
        {query.error && (
          <ErrorState title="The recommendations did not load" detail={explain(query.error)} onRetry={query.refetch} />
        )}
        {!(query.error && all.length === 0) && (
          <DataTable
            caption="Recommendations, the most worthwhile first"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            active={words.open}
            onActivate={(id) => setWords({ open: id })}
            loading={query.isLoading}
            rowHeight={48}
            empty={<NoRecommendations isFiltered={status !== undefined} />}
          />
        )}
        <footer className="mt-auto flex h-9 shrink-0 items-center gap-3 border-t bg-sunken px-4 text-2xs text-ink-3 max-lg:hidden">
          <Hint keys="J K">move</Hint>
          {may && meant.length > 0 && (
            <>
              <Hint keys="A">accept</Hint>
              <Hint keys="R">reject</Hint>
              <Hint keys="D">defer</Hint>
            </>
          )}
          <span className="ml-auto tnum">
            {query.data && `${rows.length} of ${plural(all.length, 'recommendation')}`}
          </span>
        </footer>
      </section>
      {open && (
        <Inspector label={open.title} onClose={() => setWords({ open: undefined })}>
          <RecommendationDetail
            key={open.id}
            recommendation={open}
            alternative={alternative}
            onAlternative={(id) => setHow({ of: open.id, alternative: id })}
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
