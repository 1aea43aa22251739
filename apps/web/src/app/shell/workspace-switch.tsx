// Switches between organizations, and between the workspaces of the current one.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronsUpDown, LayoutGrid, Plus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { acting } from '../../session/acting.ts'
import { Mark } from '../../ui/bits.tsx'
import { cn } from '../../ui/cn.ts'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '../../ui/dropdown.tsx'
import { toast } from '../../ui/toast.tsx'
import { accountApi, actFor, explain } from '../api.ts'
import { NewWorkspace } from '../shared/workspaces/new-workspace.tsx'
import { mayManage, openWorkspace, useWorkspace, useWorkspaces } from '../shared/workspaces/use-workspaces.ts'

/** More would not fit the menu; the workspaces page lists all. */
const MAX_IN_MENU = 12

export function WorkspaceSwitch({ slim }: { slim: boolean }) {
  const name = useWorkspace().data?.name ?? acting?.workspace
  const label = `Workspace: ${name}`
  return (
    <WorkspaceMenu
      trigger={
        <button
          type="button"
          aria-label={label}
          title={slim ? label : undefined}
          className={cn('flex h-12 items-center gap-2 px-4.5 text-left hover:bg-hover', slim && 'justify-center px-0')}
        >
          <Mark className="size-[18px] shrink-0" />
          {!slim && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm leading-4 font-semibold">Casework</span>
                <span className="block truncate text-2xs text-ink-3">{name}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
            </>
          )}
        </button>
      }
    />
  )
}

export function WorkspaceMenu({ trigger }: { trigger: ReactElement<Record<string, unknown>> }) {
  const [isCreating, setCreating] = useState(false)
  const { data: orgs = [] } = useOrgs()
  const { data: all, error } = useWorkspaces()
  const current = orgs.find((org) => org.current)
  const others = orgs.filter((org) => !org.current)
  const active = (all ?? []).filter(({ status, id }) => status === 'active' || id === acting?.workspace)
  return (
    <>
      <Dropdown align="start" className="max-w-[min(22rem,90vw)] min-w-60" trigger={trigger}>
        <DropdownLabel>{current ? `Workspaces of ${current.name}` : 'Workspaces'}</DropdownLabel>
        {error && <p className="px-2 py-1 text-sm text-critical">Could not load the workspaces. {explain(error)}</p>}
        {active.slice(0, MAX_IN_MENU).map(({ id, name, status }) => (
          <DropdownItem
            key={id}
            checked={id === acting?.workspace}
            hint={status === 'archived' && 'Archived'}
            onClick={() => openWorkspace(id)}
          >
            <span className="wrap-anywhere">{name}</span>
          </DropdownItem>
        ))}
        <DropdownSeparator />
        <DropdownItem icon={<LayoutGrid />} render={<Link to="/settings/workspaces" />}>
          All workspaces
        </DropdownItem>
        {mayManage && (
          <DropdownItem icon={<Plus />} onClick={() => setCreating(true)}>
            New workspace…
          </DropdownItem>
        )}
        {others.length > 0 && (
          <>
            <DropdownSeparator />
            <DropdownLabel>Other organizations</DropdownLabel>
            {others.map(({ id, name, role }) => (
              <DropdownItem key={id} icon={<Building2 />} hint={role} onClick={() => switchTo(id, name)}>
                {name}
              </DropdownItem>
            ))}
          </>
        )}
      </Dropdown>
      {isCreating && <NewWorkspace onClose={() => setCreating(false)} />}
    </>
  )
}

/** A server without the directory product has no list of organizations. */
const useOrgs = () =>
  useQuery({
    queryKey: ['orgs'],
    queryFn: () => accountApi.orgs(),
    select: ({ items }) => items,
    enabled: acting?.products.includes('provenance') ?? false,
    staleTime: 300_000,
    retry: false,
  })

/** Reloads the app, because all loaded data belongs to the previous organization. */
const switchTo = (tenant: string, name: string): Promise<unknown> =>
  actFor(tenant).then(
    () => location.assign('/app/home'),
    (error: unknown) => toast.error(`Could not switch to ${name}`, explain(error)),
  )
