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
  /** The name to begin with, such as one that was not found. */
  wanted?: string
  onClose(): void
}
export function NewWorkspace({ wanted = '', onClose }: Props) {
  const queries = useQueryClient()
  const [name, setName] = useState(wanted)
  const [ownId, setOwnId] = useState<string>()
  const id = ownId ?? idFor(name)
  const make = useMutation({
    mutationFn: () => api.workspaces.create({ body: { id, name } }),
    onSuccess: async (made) => {
      await changed(queries)
      openWorkspace(made.id)
    },
  })
  const makeOnce = useOnce(() => make.mutateAsync())
  const isUsable = WORKSPACE.test(id)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isUsable) makeOnce()
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="New workspace"
      description="Projects, cases, decisions and graphs of one workspace are not seen in another."
      footer={
        <Button variant="solid" type="submit" form="new-workspace" busy={make.isPending || make.isSuccess}>
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
          hint="Addresses and programs use it. It cannot change later."
          error={name && !isUsable ? ID_FORM : make.error ? explain(make.error) : undefined}
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

const ID_FORM = 'Use lower-case letters, digits and hyphens, and begin and end with a letter or digit.'
