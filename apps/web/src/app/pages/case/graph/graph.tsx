// The case as a graph: its objects, what they depend on, and what a fix would improve.
import { useQuery } from '@tanstack/react-query'
import type { Case } from '@veritrace/contract/casework/cases'
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { TraverseResponse } from '@veritrace/contract/casework/traverse'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { plural } from '../../../../ui/format.ts'
import { Empty, ErrorState } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { GraphView } from '../../../shared/graph/graph-view.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { Inspector } from '../inspector.tsx'
import { below, useCase, useRecommendations } from '../queries.ts'
import { useCaseObjects } from '../resolve/case-objects.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { impactOf } from './impact.ts'
import { ImpactPane } from './impact-pane.tsx'
import { NodePane } from './node-pane.tsx'

const STARTS_PER_REQUEST = 20
const MAX_STARTS = 200
const MAX_NODES = 2_000

export default function CaseGraph() {
  const theCase = useCase()
  const objects = useCaseObjects()
  const ids = objects.objects?.slice(0, MAX_STARTS).map(({ id }) => id) ?? []
  const graph = useQuery({
    queryKey: below(theCase, 'graph', ids),
    queryFn: () => traverse(theCase, ids),
    enabled: ids.length > 0,
    staleTime: 60_000,
  })
  if (objects.objects && ids.length === 0)
    return (
      <Empty icon={Waypoints} title="No objects">
        The scope of the case contains no objects.
      </Empty>
    )
  if (objects.error && ids.length === 0)
    return <ErrorState title="The objects did not load" detail={explain(objects.error)} onRetry={objects.refetch} />
  return (
    <Loaded query={graph} failed="The graph did not load">
      {(found) => <View data={found} starts={ids} isCut={(objects.total ?? 0) > MAX_STARTS} />}
    </Loaded>
  )
}

/** A request accepts a limited number of starting points, so the responses of several are merged. */
async function traverse(theCase: Case, ids: readonly string[]): Promise<Pick<TraverseResponse, 'nodes' | 'edges'>> {
  const parts: string[][] = []
  for (let i = 0; i < ids.length; i += STARTS_PER_REQUEST) parts.push(ids.slice(i, i + STARTS_PER_REQUEST))
  const found = await Promise.all(
    parts.map((start) =>
      api.traverse.run({
        body: {
          start,
          depth: 1,
          direction: 'out',
          limit: MAX_NODES,
          pack: theCase.pack.id,
          target: theCase.target.profile_id,
          include: ['rating', 'layout'],
          ...(theCase.project_id && { filter: { project_id: theCase.project_id } }),
        },
      }),
    ),
  )
  const nodes = new Map(found.flatMap((part) => part.nodes).map((node) => [node.id, node]))
  const edges = new Map(found.flatMap((part) => part.edges).map((edge) => [edge.id, edge]))
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

interface ViewProps {
  data: Pick<TraverseResponse, 'nodes' | 'edges'>
  starts: readonly string[]
  isCut: boolean
}
function View({ data, starts, isCut }: ViewProps) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const { target } = useCase()
  const fixes = useFixes()
  const fix = fixes?.find(({ id }) => id === search.item)
  const impact = useMemo(
    () => (fix ? impactOf(fix, data, starts, target.policy.acceptable) : undefined),
    [fix, data, starts, target],
  )
  const marked = useMemo(
    () =>
      new Set(impact ? [...impact.rising, ...impact.improved, ...(impact.reference ? [impact.reference] : [])] : []),
    [impact],
  )
  const node = data.nodes.find(({ id }) => id === search.open)
  return (
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <div className="flex min-w-0 flex-1 flex-col max-lg:min-h-[26rem]">
        <GraphView
          data={data}
          view={search.view === 'list' ? 'list' : 'graph'}
          onView={(view) => setSearch({ view })}
          selected={search.open}
          onSelect={(open) => setSearch({ open })}
          {...(impact && { marked })}
          note={
            <span className="text-xs text-ink-3">
              {isCut && `First ${MAX_STARTS} objects`}
              {isCut && impact && ' · '}
              {impact && plural(impact.rising.size, 'object reaches the target', 'objects reach the target')}
            </span>
          }
        />
      </div>
      {node ? (
        <Inspector label={node.label} onClose={() => setSearch({ open: undefined })}>
          <NodePane node={node} data={data} impact={impact} />
        </Inspector>
      ) : (
        <ImpactPane fixes={fixes} fix={fix} impact={impact} data={data} />
      )}
    </div>
  )
}

function useFixes(): readonly Recommendation[] | undefined {
  const { data } = useRecommendations()
  return data?.filter(({ status }) => status === 'proposed' || status === 'accepted' || status === 'deferred')
}
