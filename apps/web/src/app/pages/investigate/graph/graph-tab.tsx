// The dependency graph around start nodes, and paths between nodes.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAY } from '@veritrace/contract/casework/roles'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { useWide } from '../../../../shared/use-wide.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { plural } from '../../../../ui/format.ts'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain, isMissing } from '../../../api.ts'
import { GraphView } from '../../../shared/graph/graph-view.tsx'
import { RoleGate } from '../../../shared/role-gate.tsx'
import { useProject } from '../../../shared/use-project.ts'
import { useAddress } from '../use-address.ts'
import { GraphControls } from './graph-controls.tsx'
import { NodePane } from './node-pane.tsx'
import { listOf, MAX_STARTS, requestOf } from './traverse-request.ts'
import { useStarts } from './use-starts.ts'

export default function GraphTab() {
  return (
    <RoleGate may={MAY.ask} what="The graph">
      <Graph />
    </RoleGate>
  )
}

function Graph() {
  const { params, setParams } = useAddress()
  const { project, isLoading: isLoadingProject, error: projectError, retry } = useProject()
  const isWide = useWide()
  const { starts, isLoading: isLoadingStarts } = useStarts(project?.id)
  const start = params.start ?? starts[0]
  const isLoadingStart = start === undefined && (isLoadingProject || isLoadingStarts)
  const request = start ? requestOf({ ...params, start }, project?.id) : undefined
  const found = useQuery({
    queryKey: ['traverse', request],
    queryFn: () => api.traverse.run({ body: request! }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const data = found.data
  const marked = useMemo(() => new Set(data?.paths?.flat()), [data])
  const selected = params.open
  const pane = data && selected && <NodePane id={selected} data={data} />
  return (
    <>
      <GraphControls />
      {(found.isLoading || isLoadingStart) && <SkeletonText lines={6} />}
      {found.error && isMissing(found.error) && (
        <Empty
          icon={Waypoints}
          title="No object with this name"
          action={<Button onClick={() => setParams({ start: undefined, path: undefined })}>Clear</Button>}
        >
          {explain(found.error)} It may belong to another project.
        </Empty>
      )}
      {found.error && !isMissing(found.error) && (
        <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
      )}
      {!request && projectError && (
        <ErrorState title="Could not load your projects" detail={explain(projectError)} onRetry={() => void retry()} />
      )}
      {!request && !isLoadingStart && !projectError && (
        <Empty
          icon={Waypoints}
          title="Select a start"
          action={
            <Button onClick={() => setParams({ start: 'TABL:VBAK', relations: 'has_successor' })}>Try VBAK</Button>
          }
        >
          Enter one or more names above: your own objects, or objects of the lists.
        </Empty>
      )}
      {data && !found.error && data.nodes.length > 0 && (
        <div className="flex min-h-0 flex-1">
          <GraphView
            data={data}
            view={params.view === 'list' ? 'list' : 'graph'}
            onView={(view) => setParams({ view: view === 'list' ? 'list' : undefined }, { replace: true })}
            selected={selected}
            onSelect={(open) => setParams({ open }, { replace: true })}
            marked={marked}
            onExpand={(names) =>
              setParams({
                start: [...new Set([...listOf(start), ...names])].slice(-MAX_STARTS).join(','),
                open: undefined,
              })
            }
            mostExpanded={MAX_STARTS}
            note={<Notes data={data} wantsPath={params.path !== undefined} />}
          />
          {isWide && pane && (
            <aside
              aria-label="Node"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
              tabIndex={0}
              className="w-96 shrink-0 overflow-y-auto border-l bg-surface -outline-offset-2"
            >
              {pane}
            </aside>
          )}
        </div>
      )}
      {!isWide && (
        <Drawer open={Boolean(pane)} onOpenChange={(next) => !next && setParams({ open: undefined })} title="Node">
          {pane}
        </Drawer>
      )}
    </>
  )
}

type Data = Awaited<ReturnType<typeof api.traverse.run>>

const Notes = ({ data, wantsPath }: { data: Data; wantsPath: boolean }) => (
  <>
    {data.stats.truncated && (
      <Badge tone="caution" {...(data.stats.truncated_reason && { title: data.stats.truncated_reason })}>
        limited to {plural(data.stats.returned, 'node')}
      </Badge>
    )}
    {wantsPath && (
      <Badge tone={data.paths?.length ? 'info' : 'caution'}>
        {data.paths?.length ? plural(data.paths.length, 'shortest path') : 'no path found'}
      </Badge>
    )}
    {data.warnings.map((warning) => (
      <span key={warning} className="text-xs text-caution">
        {warning}
      </span>
    ))}
  </>
)
