import { Link, useParams } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect } from 'react'
import { acting } from '../../session/acting.ts'
import { PersonMenu } from '../../session/person-menu.tsx'
import { Button } from '../../ui/button.tsx'
import type { Place } from '../navigation.ts'

interface Props {
  place: Place | undefined
  /** True for a detail page below the place. */
  isBelow: boolean
  onSearch(): void
}
export function TopBar({ place, isBelow, onSearch }: Props) {
  const { slug } = useParams({ strict: false })
  const title = [isBelow && slug, place?.label ?? 'Page not found', 'Workspace'].filter(Boolean).join(' · ')
  // For the browser tab, the history and screen readers.
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-canvas px-4">
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center gap-1.5 text-sm">
          {place && (
            <li className={isBelow && slug ? 'text-ink-3' : 'truncate font-medium'}>
              {isBelow ? <Link to={place.to}>{place.label}</Link> : <span aria-current="page">{place.label}</span>}
            </li>
          )}
          {isBelow && slug && (
            <li className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden className="text-line-control">
                /
              </span>
              <span aria-current="page" className="truncate font-mono text-xs">
                {slug}
              </span>
            </li>
          )}
        </ol>
      </nav>
      <Button variant="ghost" size="icon-sm" className="lg:hidden" aria-label="Search" onClick={onSearch}>
        <Search />
      </Button>
      <span className="lg:hidden">
        <PersonMenu slim role={acting?.role} />
      </span>
    </header>
  )
}
