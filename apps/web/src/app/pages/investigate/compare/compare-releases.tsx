// Compares the lists of two releases: transitions between states, and each changed object.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CorpusEntry } from '@veritrace/contract/casework/corpus'
import { GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { MoreButton } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { count } from '../../../../ui/format.ts'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { catalogsQuery } from '../../../shared/catalogs.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { useProject } from '../../../shared/use-project.ts'
import { DifferenceTable } from '../corpus/difference-table.tsx'
import { preserved, useAddress } from '../use-address.ts'
import { CompareBar } from './compare-bar.tsx'
import { flowTable, Sankey } from './sankey.tsx'
import { Transitions } from './transitions.tsx'

const PAGE = 200

export function CompareReleases({ picker }: { picker: ReactNode }) {
  const { params, setParams } = useAddress()
  const { project } = useProject()
  const packLabels = usePackLabels()
  const lists = useLists()
  const from = params.from ?? lists.from
  const to = params.to ?? lists.to
  const isMine = params.mine === 'true' && project !== undefined
  const [fromState, toState] = params.state?.split('>') ?? []
  const found = usePages(
    ['corpus', 'compare', from, to, isMine && project.id, params.state],
    (at) =>
      api.corpus.compare({
        query: {
          from: from!,
          to: to!,
          limit: PAGE,
          ...(isMine && { project_id: project.id }),
          ...sides(fromState, toState),
          ...at,
        },
      }),
    { placeholderData: keepPreviousData, enabled: from !== undefined && to !== undefined && from !== to },
  )
  const first = found.data
  const items = first?.items ?? []
  const open = (form: string) =>
    setParams({
      ...preserved(params),
      tab: 'search',
      kind: undefined,
      state: undefined,
      q: form.split(':')[1],
      open: form,
    })
  return (
    <>
      <CompareBar
        picker={picker}
        options={lists.options}
        from={from}
        to={to}
        onChange={(part) => setParams({ ...part, state: undefined })}
        isMine={isMine}
        {...(project && { onMine: () => setParams({ mine: isMine ? undefined : 'true', project: project.id }) })}
      />
      {(lists.isLoading || found.isLoading) && <SkeletonText lines={6} />}
      {lists.error && (
        <ErrorState title="Could not load the lists" detail={explain(lists.error)} onRetry={lists.retry} />
      )}
      {!lists.isLoading && !lists.error && from === to && (
        <Empty icon={GitCompareArrows} title="Select two lists">
          The corpus must contain at least two lists of the same kind.
        </Empty>
      )}
      {found.error && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {first?.warnings.map((text) => (
        <p key={text} className="border-b bg-caution-soft px-4 py-2 text-sm text-caution">
          {text}
        </p>
      ))}
      {first && (
        <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
          <div className="shrink-0 overflow-y-auto border-r px-4 py-4 max-lg:border-r-0 max-lg:border-b lg:w-[26rem]">
            <p role="status" className="mb-3 text-sm text-ink-2 tnum">
              {count(first.counts.added)} added, {count(first.counts.removed)} removed, {count(first.counts.state)} with
              a different state, {count(first.counts.successors)} with different successors
              {isMine && ` (only objects that ${project.name} uses)`}
            </p>
            {first.transitions.length > 0 && (
              <ChartFrame title="State changes" name="states" table={flowTable(first.transitions, packLabels.state)}>
                <Sankey transitions={first.transitions} from={first.from.title} to={first.to.title} />
              </ChartFrame>
            )}
            <Transitions
              transitions={first.transitions}
              chosen={params.state}
              onChoose={(state) => setParams({ state }, { replace: true })}
            />
          </div>
          <section aria-label="Objects" className="flex min-h-80 min-w-0 flex-1 flex-col">
            <DifferenceTable
              differences={items}
              onOpen={open}
              loading={found.isLoading}
              empty={
                <Empty icon={GitCompareArrows} title="No differences">
                  {isMine ? 'Both lists are equal for the objects that this project uses.' : 'Both lists are equal.'}
                </Empty>
              }
            />
            <footer className="flex min-h-9 items-center gap-3 border-t bg-sunken px-4 text-xs text-ink-3 tnum">
              <span className="ml-auto">
                {count(items.length)} of {count(first.total ?? items.length)}
              </span>
              <MoreButton found={found} />
            </footer>
          </section>
        </div>
      )}
    </>
  )
}

/** An empty state means that the object is not listed on that side: it was added or removed. */
const sides = (from: string | undefined, to: string | undefined) => ({
  ...(from && { from_state: from }),
  ...(to && { to_state: to }),
  ...(from === '' && to && { change: 'added' as const }),
  ...(to === '' && from && { change: 'removed' as const }),
})

/** The lists of the corpus by name. By default, compares the two newest releases. */
function useLists() {
  const found = useQuery(catalogsQuery)
  const entries = (found.data ?? []).filter(({ list_id, is_current }) => list_id !== null && is_current)
  const options = entries
    .map((entry: CorpusEntry) => ({ value: entry.list_id!, label: entry.title }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
  const releases = options.filter(({ value }) => value.startsWith('pce-'))
  const pair = releases.length > 1 ? releases.slice(-2) : options.slice(-2)
  return {
    options,
    from: pair[0]?.value,
    to: pair.at(-1)?.value,
    isLoading: found.isLoading,
    error: found.error,
    retry: () => void found.refetch(),
  }
}
