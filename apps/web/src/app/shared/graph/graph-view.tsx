// A graph as picture and as list, with what both need around them.
import { Download, Maximize, Minus, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { count, plural } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { useWordsOfPack } from '../resolution/use-words.ts'
import { usePack } from '../use-pack.ts'
import type { Drawing } from './draw-graph.ts'
import { codeOf, drawable, type GraphData, MOST_DRAWN, relationLooks } from './graph-model.ts'
import { GraphTable } from './graph-table.tsx'
import { saveEdges, saveImage } from './save-graph.ts'

const GraphCanvas = lazy(() => import('./graph-canvas.tsx'))
const NO_MARKS: ReadonlySet<string> = new Set()

interface Props {
  data: GraphData
  view: 'graph' | 'list'
  onView(view: 'graph' | 'list'): void
  selected: string | undefined
  onSelect(id: string | undefined): void
  /** Nodes that stand out, such as those of a path or those that a fix lifts; keep the same set while they are the same. */
  marked?: ReadonlySet<string>
  /** Beside the buttons. */
  note?: ReactNode
}

export function GraphView({ data, view, onView, selected, onSelect, marked = NO_MARKS, note }: Props) {
  const { codes } = usePack()
  const drawing = useRef<Drawing>(undefined)
  const drawn = useMemo(() => drawable(data), [data])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b px-4 py-1.5">
        <Segmented
          label="View"
          value={view}
          onChange={onView}
          options={[
            { value: 'graph', label: 'Graph' },
            { value: 'list', label: 'List' },
          ]}
        />
        <span className="text-xs text-ink-3 tnum">
          {plural(data.nodes.length, 'node')}, {plural(data.edges.length, 'edge')}
          {data.nodes.length > MOST_DRAWN && `; the ${count(MOST_DRAWN)} most connected are drawn`}
        </span>
        {note}
        <div className="ml-auto flex items-center gap-1">
          {view === 'graph' && (
            <>
              <Tool label="Zoom in" onClick={() => drawing.current?.zoom('in')} icon={<Plus />} />
              <Tool label="Zoom out" onClick={() => drawing.current?.zoom('out')} icon={<Minus />} />
              <Tool label="Show all" onClick={() => drawing.current?.zoom('all')} icon={<Maximize />} />
            </>
          )}
          <Dropdown trigger={<Tool label="Export" icon={<Download />} />}>
            {view === 'graph' && (
              <DropdownItem onClick={() => void drawing.current?.png().then(saveImage)}>Picture, PNG</DropdownItem>
            )}
            <DropdownItem onClick={() => saveEdges(data)}>Edges, CSV</DropdownItem>
          </Dropdown>
        </div>
      </div>
      {view === 'list' ? (
        <GraphTable data={data} selected={selected} onSelect={onSelect} />
      ) : (
        <div className="relative flex min-h-0 flex-1 flex-col bg-surface">
          <div className="relative min-h-0 flex-1 overflow-hidden">
            <Suspense fallback={<SkeletonText lines={6} />}>
              <GraphCanvas
                data={drawn}
                codes={codes}
                marked={marked}
                selected={selected}
                onSelect={onSelect}
                handle={drawing}
              />
            </Suspense>
          </div>
          <Legend data={drawn} codes={codes} />
        </div>
      )}
    </div>
  )
}

interface ToolProps {
  label: string
  icon: ReactNode
  onClick?(): void
}
const Tool = ({ label, icon, ...rest }: ToolProps) => (
  <Button variant="ghost" size="icon-sm" aria-label={label} title={label} {...rest}>
    {icon}
  </Button>
)

/** Of levels and relations, those that are there. */
function Legend({ data, codes }: { data: GraphData; codes: readonly string[] }) {
  const words = useWordsOfPack()
  const present = new Set(data.nodes.map(codeOf))
  return (
    <ul className="pointer-events-none flex flex-wrap gap-x-3 gap-y-1 bg-raised px-3 py-1.5 text-xs text-ink-2 max-sm:border-t sm:absolute sm:bottom-3 sm:left-3 sm:max-w-[calc(100%-1.5rem)] sm:rounded-md sm:border">
      {[...codes, 'unknown']
        .filter((code) => present.has(code))
        .map((code) => (
          <li key={code}>
            <Level code={code} codes={codes} className="text-xs" />
          </li>
        ))}
      {[...relationLooks(data.edges)].map(([relation, { token, size }]) => (
        <li key={relation} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="inline-block w-4 rounded-full"
            style={{ background: `var(--${token})`, height: Math.max(2, size * 1.5) }}
          />
          {words.relation(relation)}
        </li>
      ))}
    </ul>
  )
}
