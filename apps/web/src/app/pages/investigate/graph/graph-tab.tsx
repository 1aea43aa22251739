// The dependency graph: from where, along what, how far; and the way from one thing to another.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAY } from '@veritrace/contract/casework/roles'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { useWide } from '../../../../shared/use-wide.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain, isMissing } from '../../../api.ts'
import { GraphView } from '../../../shared/graph/graph-view.tsx'
import { RoleGate } from '../../../shared/role-gate.tsx'
import { useProject } from '../../../shared/use-project.ts'
import { useAddress } from '../use-address.ts'
import { GraphControls } from './graph-controls.tsx'
import { NodePane } from './node-pane.tsx'
import { listOf, MOST_STARTS, requestOf } from './traverse-request.ts'
import { useStarts } from './use-starts.ts'

export default function GraphTab() {
  return (
    <RoleGate may={MAY.ask} what="The graph">
      <Graph />
    </RoleGate>
  )
}

function Graph() {
  const { words, say } = useAddress()
  const { project, isLoading: hasNoProjectYet, error: projectError, retry } = useProject()
  const isWide = useWide()
  const { starts, isLoading: hasNoStartsYet } = useStarts(project?.id)
  const start = words.start ?? starts[0]
  const isLooking = start === undefined && (hasNoProjectYet || hasNoStartsYet)
  const request = start ? requestOf({ ...words, start }, project?.id) : undefined
  const found = useQuery({
    queryKey: ['traverse', request],
    queryFn: () => api.traverse.run({ body: request! }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const data = found.data
  const marked = useMemo(() => new Set(data?.paths?.flat()), [data])
  const selected = words.open
  const pane = data && selected && <NodePane id={selected} data={data} />
  return (
    <>
      <GraphControls />
      {(found.isLoading || isLooking) && <SkeletonText lines={6} />}
      {found.error && isMissing(found.error) && (
        <Empty
          icon={Waypoints}
          title="Nothing here has this name"
          action={<Button onClick={() => say({ start: undefined, path: undefined })}>Begin anew</Button>}
        >
          {explain(found.error)} It may belong to another project.
        </Empty>
      )}
      {found.error && !isMissing(found.error) && (
        <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
      )}
      {!request && projectError && (
        <ErrorState title="Your projects did not load" detail={explain(projectError)} onRetry={() => void retry()} />
      )}
      {!request && !isLooking && !projectError && (
        <Empty
          icon={Waypoints}
          title="Where does it begin?"
          action={<Button onClick={() => say({ start: 'TABL:VBAK', relations: 'has_successor' })}>Try VBAK</Button>}
        >
          Name one or more objects above: your own, or one of the lists.
        </Empty>
      )}
      {data && !found.error && data.nodes.length > 0 && (
        <div className="flex min-h-0 flex-1">
          <GraphView
            data={data}
            view={words.view === 'list' ? 'list' : 'graph'}
            onView={(view) => say({ view: view === 'list' ? 'list' : undefined }, { replace: true })}
            selected={selected}
            onSelect={(open) => say({ open }, { replace: true })}
            marked={marked}
            onExpand={(names) =>
              say({ start: [...new Set([...listOf(start), ...names])].slice(-MOST_STARTS).join(','), open: undefined })
            }
            mostExpanded={MOST_STARTS}
            note={<Notes data={data} wantsPath={words.path !== undefined} />}
          />
          {isWide && pane && (
            <aside
              aria-label="Node"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to be reached by the keyboard
              tabIndex={0}
              className="w-96 shrink-0 overflow-y-auto border-l bg-surface -outline-offset-2"
            >
              {pane}
            </aside>
          )}
        </div>
      )}
      {!isWide && (
        <Drawer open={Boolean(pane)} onOpenChange={(next) => !next && say({ open: undefined })} title="Node">
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
        cut at {data.stats.returned}
      </Badge>
    )}
    {wantsPath && (
      <Badge tone={data.paths?.length ? 'info' : 'caution'}>
        {data.paths?.length ? `${data.paths.length} shortest ways` : 'no way found'}
      </Badge>
    )}
    {data.warnings.map((warning) => (
      <span key={warning} className="text-xs text-caution">
        {warning}
      </span>
    ))}
  </>
)
