import { COLLAPSES, DIRECTIONS, MOST_STEPS } from '@veritrace/contract/casework/traverse'
import { SlidersHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useWide } from '../../../../shared/use-wide.ts'
import { Button } from '../../../../ui/button.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../../../ui/dropdown.tsx'
import { SearchInput, Select } from '../../../../ui/field.tsx'
import { ProjectPicker } from '../../../shared/project-picker.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { useAddress } from '../use-address.ts'
import { listOf } from './traverse-request.ts'

const DIRECTION_LABELS = { out: 'Dependencies', in: 'Dependents', both: 'Both directions' } as const
const COLLAPSE_LABELS = {
  none: 'Not grouped',
  package: 'By package',
  component: 'By component',
  owner: 'By owner',
} as const

/** Start nodes, relations and limits of the traversal. */
export function GraphControls() {
  const { params } = useAddress()
  const hasRoom = useWide('(min-width: 40rem)')
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <Ends key={`${params.start}${params.path}`} start={params.start} path={params.path} />
      <ProjectPicker />
      {hasRoom ? (
        <>
          <Relations />
          <Traversal />
        </>
      ) : (
        <>
          <Button onClick={() => setOpen(true)}>
            <SlidersHorizontal />
            Options
          </Button>
          <Drawer open={open} onOpenChange={setOpen} title="Graph options">
            <div className="flex flex-col items-stretch gap-3 p-4 [&_select]:w-full">
              <Relations />
              <Traversal />
            </div>
          </Drawer>
        </>
      )}
    </div>
  )
}

/** Direction, depth and grouping. */
function Traversal() {
  const { params, setParams } = useAddress()
  return (
    <>
      <Select
        aria-label="Direction"
        className="w-40"
        value={params.direction ?? 'out'}
        onChange={({ target }) => setParams({ direction: target.value })}
      >
        {DIRECTIONS.map((one) => (
          <option key={one} value={one}>
            {DIRECTION_LABELS[one]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Steps"
        className="w-28"
        value={params.depth ?? '2'}
        onChange={({ target }) => setParams({ depth: target.value })}
      >
        {Array.from({ length: MOST_STEPS }, (_, i) => String(i + 1)).map((n) => (
          <option key={n} value={n}>
            {n === '1' ? '1 step' : `${n} steps`}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Group"
        className="w-36"
        value={params.collapse ?? 'none'}
        onChange={({ target }) =>
          setParams({ collapse: target.value === 'none' ? undefined : target.value, open: undefined })
        }
      >
        {COLLAPSES.map((one) => (
          <option key={one} value={one}>
            {COLLAPSE_LABELS[one]}
          </option>
        ))}
      </Select>
    </>
  )
}

function Ends({ start, path }: { start: string | undefined; path: string | undefined }) {
  const { setParams } = useAddress()
  const [from, setFrom] = useState(start ?? '')
  const [to, setTo] = useState(path ?? '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setParams({ start: from.trim() || undefined, path: to.trim() || undefined, open: undefined })
  }
  return (
    <form
      aria-label="Start and path"
      onSubmit={onSubmit}
      className="flex min-w-64 flex-1 items-center gap-2 max-sm:basis-full max-sm:flex-wrap"
    >
      <SearchInput
        aria-label="Start at (names separated by commas)"
        placeholder="Start at: TABL:VBAK"
        className="w-56 min-w-0 flex-1 max-sm:basis-full"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <SearchInput
        aria-label="Find path to"
        placeholder="Path to"
        className="w-32 max-sm:w-auto max-sm:flex-1"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit">Show</Button>
    </form>
  )
}

function Relations() {
  const { params, setParams } = useAddress()
  const { pack } = usePack()
  const chosen = listOf(params.relations)
  const shown = chosen.length > 0 ? chosen : ['depends_on']
  const only = pack?.relations.find(({ id }) => id === shown[0])?.label ?? shown[0]
  const summary = shown.length === 1 ? only : `${shown.length} relations`
  const toggle = (id: string) => {
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
    setParams({ relations: next.join(',') || undefined })
  }
  return (
    <Dropdown
      trigger={
        <Button aria-label={`Relations: ${summary}`}>
          <SlidersHorizontal />
          {summary}
        </Button>
      }
    >
      <DropdownLabel>Follow</DropdownLabel>
      {(pack?.relations ?? []).map(({ id, label }) => (
        <DropdownItem key={id} checked={shown.includes(id)} closeOnClick={false} onClick={() => toggle(id)}>
          {shown.includes(id) ? '✓ ' : ''}
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}
