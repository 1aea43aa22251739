// Actions for the selected nodes.
import { Download, EyeOff, Waypoints } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { SelectionBar } from '../case/selection-bar.tsx'
import type { GraphData } from './graph-model.ts'
import { saveEdges, saveNodes } from './save-graph.ts'
import { type Chosen, onlyThese } from './use-chosen.ts'

interface Props {
  data: GraphData
  chosen: Chosen
  /** Continues the traversal from these nodes (short forms). Undefined if not possible. */
  onExpand?: ((names: string[]) => void) | undefined
  /** Maximum number of start nodes. */
  mostExpanded?: number | undefined
}

export function ChosenBar({ data, chosen, onExpand, mostExpanded = 0 }: Props) {
  const part = onlyThese(data, chosen.chosen)
  // Leaves out collapsed packages, which are not objects.
  const names = part.nodes.filter(({ members }) => !members).map(({ type, label }) => `${type}:${label}`)
  const isTooMany = names.length > mostExpanded
  return (
    <SelectionBar names={names} total={part.nodes.length} word="node" onClear={chosen.clear}>
      {onExpand && names.length > 0 && (
        <Button
          size="sm"
          disabled={isTooMany}
          title={isTooMany ? `You can expand at most ${mostExpanded} nodes` : 'Show the dependencies of these nodes'}
          onClick={() => {
            onExpand(names)
            chosen.clear()
          }}
        >
          <Waypoints />
          Expand
        </Button>
      )}
      <Button size="sm" onClick={chosen.hide}>
        <EyeOff />
        Hide
      </Button>
      <Dropdown
        trigger={
          <Button size="sm">
            <Download />
            Export selection
          </Button>
        }
      >
        <DropdownItem onClick={() => saveNodes(part)}>Nodes (CSV)</DropdownItem>
        <DropdownItem onClick={() => saveEdges(part)}>Edges between them (CSV)</DropdownItem>
      </Dropdown>
    </SelectionBar>
  )
}
