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

const TOWARDS = { out: 'what it uses', in: 'what uses it', both: 'both ways' } as const
const GATHERED = { none: 'every object', package: 'by package', component: 'by component', owner: 'by owner' } as const

/** Where the walk begins and how it goes on. */
export function GraphControls() {
  const { words } = useAddress()
  const hasRoom = useWide('(min-width: 40rem)')
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2">
      <Ends key={`${words.start}${words.path}`} start={words.start} path={words.path} />
      <ProjectPicker />
      {hasRoom ? (
        <>
          <Relations />
          <Way />
        </>
      ) : (
        <>
          <Button onClick={() => setOpen(true)}>
            <SlidersHorizontal />
            Options
          </Button>
          <Drawer open={open} onOpenChange={setOpen} title="How to walk">
            <div className="flex flex-col items-stretch gap-3 p-4 [&_select]:w-full">
              <Relations />
              <Way />
            </div>
          </Drawer>
        </>
      )}
    </div>
  )
}

/** Which way, how far, and what is drawn as one. */
function Way() {
  const { words, say } = useAddress()
  return (
    <>
      <Select
        aria-label="Direction"
        className="w-36"
        value={words.direction ?? 'out'}
        onChange={({ target }) => say({ direction: target.value })}
      >
        {DIRECTIONS.map((one) => (
          <option key={one} value={one}>
            {TOWARDS[one]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Steps"
        className="w-28"
        value={words.depth ?? '2'}
        onChange={({ target }) => say({ depth: target.value })}
      >
        {Array.from({ length: MOST_STEPS }, (_, i) => String(i + 1)).map((n) => (
          <option key={n} value={n}>
            {n === '1' ? '1 step' : `${n} steps`}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Collapse"
        className="w-36"
        value={words.collapse ?? 'none'}
        onChange={({ target }) =>
          say({ collapse: target.value === 'none' ? undefined : target.value, open: undefined })
        }
      >
        {COLLAPSES.map((one) => (
          <option key={one} value={one}>
            {GATHERED[one]}
          </option>
        ))}
      </Select>
    </>
  )
}

function Ends({ start, path }: { start: string | undefined; path: string | undefined }) {
  const { say } = useAddress()
  const [from, setFrom] = useState(start ?? '')
  const [to, setTo] = useState(path ?? '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    say({ start: from.trim() || undefined, path: to.trim() || undefined, open: undefined })
  }
  return (
    <form
      aria-label="Walk"
      onSubmit={onSubmit}
      className="flex min-w-64 flex-1 items-center gap-2 max-sm:basis-full max-sm:flex-wrap"
    >
      <SearchInput
        aria-label="Begin at, names divided by commas"
        placeholder="Begin at: TABL:VBAK"
        className="w-56 min-w-0 flex-1 max-sm:basis-full"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <SearchInput
        aria-label="Find the way to"
        placeholder="Way to"
        className="w-32 max-sm:w-auto max-sm:flex-1"
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit">Walk</Button>
    </form>
  )
}

function Relations() {
  const { words, say } = useAddress()
  const { pack } = usePack()
  const chosen = listOf(words.relations)
  const shown = chosen.length > 0 ? chosen : ['depends_on']
  const only = pack?.relations.find(({ id }) => id === shown[0])?.label ?? shown[0]
  const said = shown.length === 1 ? only : `${shown.length} relations`
  const toggle = (id: string) => {
    const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id]
    say({ relations: next.join(',') || undefined })
  }
  return (
    <Dropdown
      trigger={
        <Button aria-label={`Relations: ${said}`}>
          <SlidersHorizontal />
          {said}
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
