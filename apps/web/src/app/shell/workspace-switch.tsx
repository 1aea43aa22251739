// Where one works: the organisation that the session acts for, and the workspace in it that the address names.
import { useQuery } from '@tanstack/react-query'
import { Building2, ChevronsUpDown, FolderInput } from 'lucide-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { acting, WORKSPACE } from '../../session/acting.ts'
import { Mark } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '../../ui/dropdown.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { accountApi, actFor, explain } from '../api.ts'
import { knownWorkspaces, openWorkspace } from './workspaces.ts'

export function WorkspaceSwitch({ slim }: { slim: boolean }) {
  const name = nameOf(acting?.workspace ?? '', useOrgs().data?.items)
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
  const [asks, setAsks] = useState(false)
  const orgs = useOrgs()
  const others = (orgs.data?.items ?? []).filter(({ current }) => !current)
  const current = orgs.data?.items.find((org) => org.current)
  return (
    <>
      <Dropdown align="start" className="min-w-60" trigger={trigger}>
        <DropdownLabel>{current ? `Workspaces of ${current.name}` : 'Workspaces'}</DropdownLabel>
        {knownWorkspaces().map((name) => (
          <DropdownItem key={name} checked={name === acting?.workspace} onClick={() => openWorkspace(name)}>
            {nameOf(name, orgs.data?.items)}
          </DropdownItem>
        ))}
        <DropdownItem icon={<FolderInput />} onClick={() => setAsks(true)}>
          Open another…
        </DropdownItem>
        {others.length > 0 && (
          <>
            <DropdownSeparator />
            <DropdownLabel>Other organisations</DropdownLabel>
            {others.map(({ id, name, role }) => (
              <DropdownItem key={id} icon={<Building2 />} hint={role} onClick={() => goTo(id, name)}>
                {name}
              </DropdownItem>
            ))}
          </>
        )}
      </Dropdown>
      {asks && <OpenDialog onClose={() => setAsks(false)} />}
    </>
  )
}

/** Told by the directory; a server without it knows one organisation, and that by its id. */
const useOrgs = () =>
  useQuery({
    queryKey: ['orgs'],
    queryFn: () => accountApi.orgs(),
    enabled: acting?.products.includes('provenance') ?? false,
    staleTime: 300_000,
    retry: false,
  })

/** The workspace that everyone of an organisation comes to is called as the organisation is. */
const nameOf = (workspace: string, orgs: readonly { name: string; current: boolean }[] = []): string =>
  workspace === acting?.home ? (orgs.find(({ current }) => current)?.name ?? workspace) : workspace

/** Everything that was read belongs to the old one: the page begins anew. */
const goTo = (tenant: string, name: string): Promise<unknown> =>
  actFor(tenant).then(
    () => location.assign('/app/home'),
    (error: unknown) => toast.error(`Not in ${name}`, explain(error)),
  )

function OpenDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [isRefused, setRefused] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (WORKSPACE.test(name.trim())) return openWorkspace(name.trim())
    setRefused(true)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Open a workspace"
      description="Projects, cases and decisions of one workspace are not seen in another."
      footer={
        <Button variant="solid" type="submit" form="open-workspace">
          Open
        </Button>
      }
    >
      <form id="open-workspace" onSubmit={onSubmit}>
        <Field
          label="Name"
          hint="One that nobody has used yet begins empty."
          error={isRefused ? 'Small letters, digits and hyphens, 63 at most.' : undefined}
        >
          <Input value={name} onChange={({ target }) => setName(target.value)} placeholder="merger-2027" required />
        </Field>
      </form>
    </Dialog>
  )
}
