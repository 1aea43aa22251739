import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { WORKSPACE } from '../../../session/acting.ts'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { api, explain } from '../../api.ts'
import { changed, idFor, openWorkspace } from './use-workspaces.ts'

interface Props {
  /** Initial name, such as a workspace that was not found. */
  wanted?: string
  onClose(): void
}
export function NewWorkspace({ wanted = '', onClose }: Props) {
  const queries = useQueryClient()
  const [name, setName] = useState(wanted)
  const [ownId, setOwnId] = useState<string>()
  const id = ownId ?? idFor(name)
  const create = useMutation({
    mutationFn: () => api.workspaces.create({ body: { id, name } }),
    onSuccess: async (created) => {
      await changed(queries)
      openWorkspace(created.id)
    },
  })
  const createOnce = useOnce(() => create.mutateAsync())
  const isUsable = WORKSPACE.test(id)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isUsable) createOnce()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="New workspace"
      description="Each workspace has separate projects, cases, decisions and graphs."
      footer={
        <Button variant="solid" type="submit" form="new-workspace" busy={create.isPending || create.isSuccess}>
          Create workspace
        </Button>
      }
    >
      <form id="new-workspace" onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label="Name">
          <Input
            value={name}
            onChange={({ target }) => setName(target.value)}
            placeholder="Merger 2027"
            maxLength={120}
            required
          />
        </Field>
        <Field
          label="ID"
          hint="Used in addresses and by the API. You cannot change it later."
          error={name && !isUsable ? ID_FORM : create.error ? explain(create.error) : undefined}
        >
          <Input
            value={id}
            onChange={({ target }) => setOwnId(target.value)}
            className="font-mono"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            maxLength={63}
            required
          />
        </Field>
      </form>
    </Dialog>
  )
}

const ID_FORM = 'Use lowercase letters, digits and hyphens. Start and end with a letter or digit.'
