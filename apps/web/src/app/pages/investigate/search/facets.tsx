// What the results can be narrowed to, with how many there are of each.
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Drawer } from '../../../../ui/dialog.tsx'
import { count } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { useWordsOfPack } from '../../../shared/resolution/use-words.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { useProject } from '../../../shared/use-project.ts'
import { useAddress } from '../use-address.ts'
import { FACETS, type Facet, type Found } from './use-artifacts.ts'

const TITLES: Record<Facet, string> = { code: 'Level', type: 'Type', state: 'State', component: 'Component' }
const MOST_SHOWN = 8

export const Facets = ({ facets }: Pick<Found, 'facets'>) => (
  <nav aria-label="Narrow the results" className="w-56 shrink-0 overflow-y-auto border-r px-3 py-3">
    <FacetLists facets={facets} />
  </nav>
)

export function FacetMenu({ facets }: Pick<Found, 'facets'>) {
  const [open, setOpen] = useState(false)
  const { words } = useAddress()
  const chosen = FACETS.filter((facet) => words[facet]).length + (words.used ? 1 : 0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListFilter />
        Filter
        {chosen > 0 && <span className="tnum">{chosen}</span>}
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title="Narrow the results">
        <div className="p-4">
          <FacetLists facets={facets} />
        </div>
      </Drawer>
    </>
  )
}

function FacetLists({ facets }: Pick<Found, 'facets'>) {
  const { words, say } = useAddress()
  const { project } = useProject()
  const { codes, labels } = usePack()
  const naming = useWordsOfPack()
  const nameOf = (facet: Facet, value: string) => {
    if (facet === 'code') return <Level code={value} codes={codes} label={labels[value] ?? value} />
    if (facet === 'type') return naming.type(value)
    return facet === 'state' ? naming.state(value) : value
  }
  return (
    <div className="flex flex-col gap-4">
      {project && (
        <Choice
          isOn={words.used === 'mine'}
          onClick={() => say({ used: words.used === 'mine' ? undefined : 'mine', project: project.id })}
        >
          Only what the project uses
        </Choice>
      )}
      {FACETS.map((facet) => (
        <FacetList
          key={facet}
          title={TITLES[facet]}
          values={facets[facet] ?? {}}
          chosen={words[facet]}
          nameOf={(value) => nameOf(facet, value)}
          onChoose={(value) => say({ [facet]: value === words[facet] ? undefined : value, open: undefined })}
        />
      ))}
    </div>
  )
}

interface ListProps {
  title: string
  values: Readonly<Record<string, number>>
  chosen: string | undefined
  nameOf(value: string): React.ReactNode
  onChoose(value: string): void
}
function FacetList({ title, values, chosen, nameOf, onChoose }: ListProps) {
  const sorted = Object.entries(values).sort(([, a], [, b]) => b - a)
  const shown = sorted.filter(([value], i) => i < MOST_SHOWN || value === chosen)
  if (chosen && !(chosen in values)) shown.unshift([chosen, 0])
  if (shown.length === 0) return null
  return (
    <section>
      <h2 className="label mb-1 px-2">{title}</h2>
      <ul>
        {shown.map(([value, n]) => (
          <li key={value}>
            <Choice isOn={value === chosen} n={n} onClick={() => onChoose(value)}>
              {nameOf(value)}
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChoiceProps {
  isOn: boolean
  n?: number
  onClick(): void
  children: React.ReactNode
}
const Choice = ({ isOn, n, onClick, children }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onClick}
    className={cn(
      'flex min-h-7 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover coarse:min-h-10',
      isOn && 'bg-selected font-medium text-accent',
    )}
  >
    <span className="min-w-0 flex-1 py-0.5 leading-4">{children}</span>
    {n !== undefined && <span className="text-xs text-ink-3 tnum">{count(n)}</span>}
  </button>
)
