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
          {isCurrent && <Badge tone="info">current</Badge>}
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
  const [dialog, setDialog] = useState<'rename' | 'archive'>()
  const change = useMutation({
    mutationFn: (verb: 'archive' | 'restore') => api.workspaces[verb]({ params: { id } }),
    onSuccess: async ({ status }) => {
      setDialog(undefined)
      await changed(queries)
      toast.ok(status === 'archived' ? `Archived ${name}` : `Restored ${name}`)
    },
    onError: (error, verb) => toast.error(`Could not ${verb} the workspace`, explain(error)),
  })
  return (
    <>
      <Dropdown
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`} busy={change.isPending}>
            <Ellipsis />
          </Button>
        }
      >
        <DropdownItem icon={<PencilLine />} onClick={() => setDialog('rename')}>
          Rename…
        </DropdownItem>
        {isArchived && (
          <DropdownItem icon={<ArchiveRestore />} onClick={() => change.mutate('restore')}>
            Restore
          </DropdownItem>
        )}
        {!isArchived && (
          <DropdownItem
            icon={<Archive />}
            disabled={own}
            hint={own && 'The default workspace cannot be archived'}
            onClick={() => setDialog('archive')}
          >
            Archive…
          </DropdownItem>
        )}
      </Dropdown>
      {dialog === 'rename' && <RenameWorkspace workspace={workspace} onClose={() => setDialog(undefined)} />}
      <Confirm
        open={dialog === 'archive'}
        onOpenChange={(next) => !next && setDialog(undefined)}
        title={`Archive ${name}?`}
        action="Archive"
        onConfirm={() => change.mutate('archive')}
        busy={change.isPending}
      >
        The workspace becomes read-only for members and for the API. You can restore it at any time.
      </Confirm>
    </>
  )
}
