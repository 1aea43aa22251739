// The company of the session, and a menu with the user's other companies.
import { useQuery } from '@tanstack/react-query'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { acting } from '../../session/acting.ts'
import { Mark } from '../../ui/bits.tsx'
import { Dropdown, DropdownItem, DropdownLabel } from '../../ui/dropdown.tsx'
import { toast } from '../../ui/toast.tsx'
import { actFor, api, explain } from '../api.ts'

export function Company() {
  const { data } = useQuery({ queryKey: ['orgs'], queryFn: () => api.account.orgs(), staleTime: 300_000 })
  const name = data?.items.find(({ current }) => current)?.name ?? acting?.tenant ?? ''
  return (
    <Dropdown
      align="start"
      className="min-w-60"
      trigger={
        <button type="button" className="flex h-12 items-center gap-2 px-4.5 text-left hover:bg-hover">
          <Mark className="size-[18px] shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4 font-semibold">{name}</span>
            <span className="block truncate text-2xs text-ink-3">Workspace</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-ink-3" />
        </button>
      }
    >
      <DropdownLabel>Your companies</DropdownLabel>
      {data?.items.map(({ id, name: label, role, current }) => (
        <DropdownItem
          key={id}
          icon={<Building2 />}
          hint={role}
          checked={current}
          onClick={() => !current && goTo(id, label)}
        >
          {label}
        </DropdownItem>
      ))}
    </Dropdown>
  )
}

/** Reloads the page, because all loaded data belongs to the old company. */
const goTo = (tenant: string, name: string): Promise<unknown> =>
  actFor(tenant).then(
    () => location.assign('/workspace'),
    (error: unknown) => toast.error(`Could not switch to ${name}`, explain(error)),
  )
