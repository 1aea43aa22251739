// What can be done with the nodes that were chosen.
import { Download, EyeOff, Waypoints } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { CaseOfChosen } from '../case/case-of-chosen.tsx'
import type { GraphData } from './graph-model.ts'
import { saveEdges, saveNodes } from './save-graph.ts'
import { type Chosen, onlyThese } from './use-chosen.ts'

interface Props {
  data: GraphData
  chosen: Chosen
  /** Walks on from these, named by short forms; missing where it cannot. */
  onExpand?: ((names: string[]) => void) | undefined
  /** With how many a walk may begin. */
  mostExpanded?: number | undefined
}

export function ChosenBar({ data, chosen, onExpand, mostExpanded = 0 }: Props) {
  const part = onlyThese(data, chosen.chosen)
  // A package that stands for its objects is no object.
  const names = part.nodes.filter(({ members }) => !members).map(({ type, label }) => `${type}:${label}`)
  const isTooMany = names.length > mostExpanded
  return (
    <CaseOfChosen names={names} total={part.nodes.length} word="node" onClear={chosen.clear}>
      {onExpand && names.length > 0 && (
        <Button
          size="sm"
          disabled={isTooMany}
          title={isTooMany ? `A walk begins at ${mostExpanded} at most` : 'Walk on from these'}
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
            Export these
          </Button>
        }
      >
        <DropdownItem onClick={() => saveNodes(part)}>Nodes, CSV</DropdownItem>
        <DropdownItem onClick={() => saveEdges(part)}>Edges between them, CSV</DropdownItem>
      </Dropdown>
    </CaseOfChosen>
  )
}
