// A graph as drawing or list, with the toolbar and the legend.
import { Download, Lasso, Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { count, plural } from '../../../ui/format.ts'
import { later } from '../../../ui/later.tsx'
import { Level } from '../../../ui/level.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import { usePackLabels } from '../resolution/use-pack-labels.ts'
import { usePack } from '../use-pack.ts'
import { ChosenBar } from './chosen-bar.tsx'
import type { Drawing } from './draw-graph.ts'
import { codeOf, drawable, type GraphData, MAX_DRAWN, relationStyles } from './graph-model.ts'
import { GraphTable } from './graph-table.tsx'
import { saveEdges, saveImage } from './save-graph.ts'
import { useChosen } from './use-chosen.ts'

const GraphCanvas = later(
  () => import('./graph-canvas.tsx'),
  () => <SkeletonText lines={6} />,
)
const NO_MARKS: ReadonlySet<string> = new Set()

interface Props {
  data: GraphData
  view: 'graph' | 'list'
  onView(view: 'graph' | 'list'): void
  selected: string | undefined
  onSelect(id: string | undefined): void
  /** Highlighted nodes, such as those of a path or those that a fix lifts. Pass the same set while they do not change. */
  marked?: ReadonlySet<string>
  /** Shown next to the buttons. */
  note?: ReactNode
  /** Continues the traversal from the selected nodes (short forms). */
  onExpand?: (names: string[]) => void
  /** Maximum number of start nodes. */
  mostExpanded?: number
}

export function GraphView(props: Props) {
  const { view, onView, selected, onSelect, marked = NO_MARKS, note, onExpand, mostExpanded } = props
  const { codes } = usePack()
  const drawing = useRef<Drawing>(undefined)
  const chosen = useChosen(props.data)
  const [isLasso, setIsLasso] = useState(false)
  const data = chosen.shown
  const drawn = useMemo(() => drawable(data), [data])
  const bar = chosen.chosen.size > 0 && (
    <ChosenBar data={data} chosen={chosen} onExpand={onExpand} mostExpanded={mostExpanded} />
  )
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
          {data.nodes.length > MAX_DRAWN && `; the ${count(MAX_DRAWN)} most connected are shown`}
        </span>
        {chosen.hidden > 0 && (
          <Button variant="link" size="sm" onClick={chosen.showAll}>
            Show {count(chosen.hidden)} hidden
          </Button>
        )}
        {note}
        <div className="ml-auto flex items-center gap-1">
          {view === 'graph' && (
            <>
              <Tool
                label="Lasso select (or hold Shift)"
                pressed={isLasso}
                onClick={() => setIsLasso(!isLasso)}
                icon={<Lasso />}
              />
              <Tool label="Zoom in" onClick={() => drawing.current?.zoom('in')} icon={<Plus />} />
              <Tool label="Zoom out" onClick={() => drawing.current?.zoom('out')} icon={<Minus />} />
              <Tool label="Show all" onClick={() => drawing.current?.zoom('all')} icon={<Maximize />} />
            </>
          )}
          <Dropdown trigger={<Tool label="Export" icon={<Download />} />}>
            {view === 'graph' && (
              <DropdownItem onClick={() => void drawing.current?.png().then(saveImage)}>Image (PNG)</DropdownItem>
            )}
            <DropdownItem onClick={() => saveEdges(data)}>Edges (CSV)</DropdownItem>
          </Dropdown>
        </div>
      </div>
      {view === 'list' ? (
        <>
          {bar}
          <GraphTable
            data={data}
            selected={selected}
            onSelect={onSelect}
            chosen={chosen.chosen}
            onChoose={chosen.choose}
          />
        </>
      ) : (
        <div className="relative flex min-h-0 flex-1 flex-col bg-surface">
          <div className="relative min-h-0 flex-1 overflow-hidden">
            <GraphCanvas
              data={drawn}
              codes={codes}
              marked={marked}
              selected={selected}
              onSelect={onSelect}
              chosen={chosen.chosen}
              onChoose={chosen.choose}
              isLasso={isLasso}
              handle={drawing}
            />
            {/* On top of the drawing, which would move otherwise. */}
            <div className="absolute inset-x-0 top-0">{bar}</div>
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
  /** For toggle buttons. */
  pressed?: boolean
  onClick?(): void
}
const Tool = ({ label, icon, pressed, ...rest }: ToolProps) => (
  <Button
    variant={pressed ? 'soft' : 'ghost'}
    size="icon-sm"
    aria-label={label}
    title={label}
    aria-pressed={pressed}
    {...rest}
  >
    {icon}
  </Button>
)

/** The levels and relations that occur in the graph. */
function Legend({ data, codes }: { data: GraphData; codes: readonly string[] }) {
  const labels = usePackLabels()
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
      {[...relationStyles(data.edges)].map(([relation, { token, size }]) => (
        <li key={relation} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="inline-block w-4 forced-color-adjust-none rounded-full"
            style={{ background: `var(--${token})`, height: Math.max(2, size * 1.5) }}
          />
          {labels.relation(relation)}
        </li>
      ))}
    </ul>
  )
}
