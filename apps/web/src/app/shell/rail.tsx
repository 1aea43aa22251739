import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { SearchButton } from '../../shared/search-button.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Tip } from '../../ui/tooltip.tsx'
import { PLACES, type Place, SETTINGS } from '../navigation.ts'
import { useMe } from '../shared/use-me.ts'
import { Person } from './person.tsx'
import { WorkspaceSwitch } from './workspace-switch.tsx'

interface Props {
  current: string | undefined
  slim: boolean
  onSearch(): void
}
export function Rail({ current, slim, onSearch }: Props) {
  const me = useMe()
  return (
    <nav aria-label="Main" className="hidden min-h-0 flex-col border-r bg-canvas lg:flex">
      <WorkspaceSwitch slim={slim} />
      <div className="px-3 pt-1 pb-2">
        {slim ? (
          <Tip label="Search" side="right">
            <Button size="icon" aria-label="Search" onClick={onSearch}>
              <Search />
            </Button>
          </Tip>
        ) : (
          <SearchButton onClick={onSearch} />
        )}
      </div>
      <ul className="flex flex-1 flex-col gap-px overflow-y-auto px-3">
        {PLACES.map((place) => (
          <li key={place.id}>
            <PlaceLink place={place} current={current} slim={slim} />
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-px border-t px-3 py-2">
        {me.data?.role === 'admin' && <PlaceLink place={SETTINGS} current={current} slim={slim} />}
        <Person slim={slim} />
      </div>
    </nav>
  )
}

function PlaceLink({ place, current, slim }: { place: Place; current: string | undefined; slim: boolean }) {
  const { icon: Icon, label } = place
  return (
    <Link
      to={place.to}
      aria-current={place.id === current ? 'page' : undefined}
      title={slim ? label : undefined}
      className={cn(
        'group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink',
        slim && 'justify-center px-0',
      )}
    >
      <Icon
        aria-hidden
        className="size-4 shrink-0 text-ink-3 group-aria-[current=page]:text-accent"
        strokeWidth={1.9}
      />
      <span className={slim ? 'sr-only' : 'flex-1'}>{label}</span>
    </Link>
  )
}
