import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Ellipsis, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { acting } from '../../../session/acting.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { Dropdown, DropdownItem } from '../../../ui/dropdown.tsx'
import { day } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { addressOf, changed, mayManage, type Workspace } from '../../shared/workspaces/use-workspaces.ts'
import { RenameWorkspace } from './rename-workspace.tsx'

export function WorkspaceRow({ workspace }: { workspace: Workspace }) {
  const { id, name, own, status, created, archived } = workspace
  const isCurrent = id === acting?.workspace
  return (
    <li className="flex items-center gap-3 border-t border-line-row px-4 py-2.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={addressOf(id)} className="font-medium wrap-anywhere hover:underline">
            {name}
          </a>
          {own && <Badge>default</Badge>}
          {isCurrent && <Badge tone="info">you are here</Badge>}
        </p>
        <p className="text-xs text-ink-3">
          <span className="font-mono wrap-anywhere">{id}</span> ·{' '}
          {archived ? `archived ${day(archived.at)}` : `created ${day(created.at)}`}
        </p>
      </div>
      {mayManage && <Actions workspace={workspace} isArchived={status === 'archived'} />}
    </li>
  )
}

function Actions({ workspace, isArchived }: { workspace: Workspace; isArchived: boolean }) {
  const { id, name, own } = workspace
  const queries = useQueryClient()
  const [asks, setAsks] = useState<'rename' | 'archive'>()
  const move = useMutation({
    mutationFn: (verb: 'archive' | 'restore') => api.workspaces[verb]({ params: { id } }),
    onSuccess: async ({ status }) => {
      setAsks(undefined)
      await changed(queries)
      toast.ok(status === 'archived' ? `${name} is archived` : `${name} is restored`)
    },
    onError: (error, verb) => toast.error(`The workspace was not ${verb}d`, explain(error)),
  })
  return (
    <>
      <Dropdown
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`} busy={move.isPending}>
            <Ellipsis />
          </Button>
        }
      >
        <DropdownItem icon={<PencilLine />} onClick={() => setAsks('rename')}>
          Rename…
        </DropdownItem>
        {isArchived && (
          <DropdownItem icon={<ArchiveRestore />} onClick={() => move.mutate('restore')}>
            Restore
          </DropdownItem>
        )}
        {!isArchived && (
          <DropdownItem
            icon={<Archive />}
            disabled={own}
            hint={own && 'The default workspace cannot be archived'}
            onClick={() => setAsks('archive')}
          >
            Archive…
          </DropdownItem>
        )}
      </Dropdown>
      {asks === 'rename' && <RenameWorkspace workspace={workspace} onClose={() => setAsks(undefined)} />}
      <Confirm
        open={asks === 'archive'}
        onOpenChange={(next) => !next && setAsks(undefined)}
        title={`Archive ${name}?`}
        action="Archive"
        onConfirm={() => move.mutate('archive')}
        busy={move.isPending}
      >
        Everything in it can still be read, but nobody can change it, and programs that write to it are refused. You can
        restore it at any time.
      </Confirm>
    </>
  )
}
