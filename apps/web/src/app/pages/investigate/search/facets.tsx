// Filters of the search results, with the number of results for each value.
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Drawer } from '../../../../ui/dialog.tsx'
import { count } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { useProject } from '../../../shared/use-project.ts'
import { useAddress } from '../use-address.ts'
import { FACETS, type Facet, type Found } from './use-artifacts.ts'

const TITLES: Record<Facet, string> = { code: 'Level', type: 'Type', state: 'State', component: 'Component' }
const MAX_SHOWN = 8

export const Facets = ({ facets }: Pick<Found, 'facets'>) => (
  <nav aria-label="Filter results" className="w-56 shrink-0 overflow-y-auto border-r px-3 py-3">
    <FacetLists facets={facets} />
  </nav>
)

export function FacetMenu({ facets }: Pick<Found, 'facets'>) {
  const [open, setOpen] = useState(false)
  const { params } = useAddress()
  const chosen = FACETS.filter((facet) => params[facet]).length + (params.used ? 1 : 0)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <ListFilter />
        Filter
        {chosen > 0 && <span className="tnum">{chosen}</span>}
      </Button>
      <Drawer open={open} onOpenChange={setOpen} title="Filter results">
        <div className="p-4">
          <FacetLists facets={facets} />
        </div>
      </Drawer>
    </>
  )
}

function FacetLists({ facets }: Pick<Found, 'facets'>) {
  const { params, setParams } = useAddress()
  const { project } = useProject()
  const { codes, labels } = usePack()
  const packLabels = usePackLabels()
  const nameOf = (facet: Facet, value: string) => {
    if (facet === 'code') return <Level code={value} codes={codes} label={labels[value] ?? value} />
    if (facet === 'type') return packLabels.type(value)
    if (facet === 'state') return packLabels.state(value)
    return value || <span className="text-ink-3">None</span>
  }
  return (
    <div className="flex flex-col gap-4">
      {project && (
        <Choice
          isOn={params.used === 'mine'}
          onClick={() => setParams({ used: params.used === 'mine' ? undefined : 'mine', project: project.id })}
        >
          Used by the project
        </Choice>
      )}
      {FACETS.map((facet) => (
        <FacetList
          key={facet}
          title={TITLES[facet]}
          values={facets[facet] ?? {}}
          chosen={params[facet]}
          nameOf={(value) => nameOf(facet, value)}
          onChoose={(value) => setParams({ [facet]: value === params[facet] ? undefined : value, open: undefined })}
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
  const shown = sorted.filter(([value], i) => i < MAX_SHOWN || value === chosen)
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
