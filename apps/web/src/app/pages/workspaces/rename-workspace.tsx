import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { changed, type Workspace } from '../../shared/workspaces/use-workspaces.ts'

export function RenameWorkspace({ workspace, onClose }: { workspace: Workspace; onClose(): void }) {
  const { id, version } = workspace
  const queries = useQueryClient()
  const [name, setName] = useState(workspace.name)
  const rename = useMutation({
    mutationFn: () =>
      api.workspaces.update({ params: { id }, body: { name }, headers: { 'if-match': `"${version}"` } }),
    onSuccess: async (renamed) => {
      await changed(queries)
      toast.ok(`Renamed to ${renamed.name}`)
      onClose()
    },
  })
  const renameOnce = useOnce(() => rename.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    renameOnce()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Rename workspace"
      footer={
        <Button variant="solid" type="submit" form="rename-workspace" busy={rename.isPending}>
          Rename
        </Button>
      }
    >
      <form id="rename-workspace" onSubmit={onSubmit}>
        <Field
          label="Name"
          hint={
            <>
              The ID remains <code className="font-mono wrap-anywhere">{id}</code>.
            </>
          }
          error={rename.error ? explain(rename.error) : undefined}
        >
          <Input value={name} onChange={({ target }) => setName(target.value)} maxLength={120} required />
        </Field>
      </form>
    </Dialog>
  )
}
