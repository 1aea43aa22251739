import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { CircleQuestionMark, PanelLeft, Search } from 'lucide-react'
import { acting } from '../../session/acting.ts'
import { Mark } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../ui/dropdown.tsx'
import { COMMAND_KEY } from '../../ui/hotkeys.ts'
import type { Place } from '../navigation.ts'
import { caseQuery } from '../shared/case/case-query.ts'
import { useWorkspace } from '../shared/workspaces/use-workspaces.ts'
import { Notifications } from './notifications.tsx'
import { Person } from './person.tsx'
import { TargetSwitch } from './target-switch.tsx'
import { useTitle } from './use-title.ts'
import { WorkspaceMenu } from './workspace-switch.tsx'

interface Props {
  place: Place | undefined
  slim: boolean
  onSlim(): void
  onSearch(): void
}
export function TopBar({ place, slim, onSlim, onSearch }: Props) {
  const { id } = useParams({ strict: false })
  useTitle(place)
  const workspace = useWorkspace().data?.name ?? acting?.workspace
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-canvas px-3 lg:px-4">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={slim ? 'Expand navigation' : 'Collapse navigation'}
        aria-expanded={!slim}
        className="hidden lg:inline-flex"
        onClick={onSlim}
      >
        <PanelLeft />
      </Button>
      <WorkspaceMenu
        trigger={
          <Button variant="ghost" size="icon-sm" className="lg:hidden" aria-label={`Workspace: ${workspace}`}>
            <Mark className="size-[18px]!" />
          </Button>
        }
      />
      <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center gap-1.5 text-sm">
          {place && (
            <li className={id ? 'text-ink-3 max-sm:hidden' : 'truncate font-medium'}>
              {id ? (
                <Link to={place.to} activeOptions={{ exact: true }}>
                  {place.label}
                </Link>
              ) : (
                <span aria-current="page">{place.label}</span>
              )}
            </li>
          )}
          {id && (
            <li className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden className="text-line-control max-sm:hidden">
                /
              </span>
              <span aria-current="page" className="truncate font-mono text-xs">
                {place?.id === 'cases' ? <CaseKey id={id} /> : 'Bundle'}
              </span>
            </li>
          )}
        </ol>
      </nav>
      <TargetSwitch />
      <Button variant="ghost" size="icon-sm" className="lg:hidden" aria-label="Search" onClick={onSearch}>
        <Search />
      </Button>
      <Notifications />
      <Help />
      <span className="lg:hidden">
        <Person slim />
      </span>
    </header>
  )
}

/** Users know a case by its key, such as CC-42, not by the id in the address. */
function CaseKey({ id }: { id: string }) {
  const { data } = useQuery(caseQuery(id))
  return data?.key ?? (id.startsWith('cas_') ? 'Case' : id)
}

const SHORTCUTS = [
  [`${COMMAND_KEY} K`, 'Search and navigate'],
  ['G then H I C S G O', 'Go to a page'],
  ['J K', 'Next and previous row'],
  ['/', 'Filter'],
  ['A R D', 'Accept, reject, defer'],
] as const

const Help = () => (
  <Dropdown
    className="min-w-72"
    trigger={
      <Button variant="ghost" size="icon-sm" aria-label="Help" className="max-sm:hidden">
        <CircleQuestionMark />
      </Button>
    }
  >
    <DropdownLabel>Keyboard shortcuts</DropdownLabel>
    {SHORTCUTS.map(([keys, what]) => (
      <DropdownItem key={keys} keys={keys}>
        {what}
      </DropdownItem>
    ))}
    <DropdownItem render={<a href="/docs">API reference</a>}>API reference</DropdownItem>
  </Dropdown>
)
