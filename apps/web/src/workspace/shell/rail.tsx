import { Link } from '@tanstack/react-router'
import { Globe, Scale } from 'lucide-react'
import type { ComponentType } from 'react'
import { acting } from '../../session/acting.ts'
import { PersonMenu } from '../../session/person-menu.tsx'
import { SearchButton } from '../../shared/search-button.tsx'
import { ADMIN, type Place, WORK } from '../navigation.ts'
import { Company } from './company.tsx'

const LINE =
  'group flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink'

export function Rail({ current, onSearch }: { current: string | undefined; onSearch(): void }) {
  return (
    <nav aria-label="Main" className="hidden min-h-0 flex-col border-r bg-canvas lg:flex">
      <Company />
      <div className="px-3 pt-1 pb-2">
        <SearchButton onClick={onSearch} />
      </div>
      <div className="flex flex-1 flex-col gap-4 overflow-y-auto px-3">
        <Places places={WORK} current={current} />
        <Places places={ADMIN} current={current} />
      </div>
      <div className="flex flex-col gap-px border-t px-3 py-2">
        <Elsewhere href="/vendors" icon={Globe} label="Directory" />
        {acting?.products.includes('casework') && <Elsewhere href="/app" icon={Scale} label="Casework" />}
        <PersonMenu slim={false} role={acting?.role} />
      </div>
    </nav>
  )
}

const Places = ({ places, current }: { places: readonly Place[]; current: string | undefined }) => (
  <ul className="flex flex-col gap-px">
    {places.map(({ label, icon: Icon, to }) => (
      <li key={to}>
        <Link to={to} aria-current={to === current ? 'page' : undefined} className={LINE}>
          <Icon
            aria-hidden
            className="size-4 shrink-0 text-ink-3 group-aria-[current=page]:text-accent"
            strokeWidth={1.9}
          />
          <span className="flex-1">{label}</span>
        </Link>
      </li>
    ))}
  </ul>
)

interface ElsewhereProps {
  href: string
  icon: ComponentType<{ className?: string; strokeWidth?: number }>
  label: string
}
const Elsewhere = ({ href, icon: Icon, label }: ElsewhereProps) => (
  <a href={href} className={LINE}>
    <Icon aria-hidden className="size-4 shrink-0 text-ink-3" strokeWidth={1.9} />
    {label}
  </a>
)
