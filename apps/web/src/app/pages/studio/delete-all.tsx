import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'

const PHRASE = 'delete all'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
  onDone(): void
}
/** Deletes all generations of the user. The user must type a phrase to confirm. */
export function DeleteAll({ open, onOpenChange, onDone }: Props) {
  const [typed, setTyped] = useState('')
  const queries = useQueryClient()
  const change = (next: boolean) => {
    setTyped('')
    onOpenChange(next)
  }
  const remove = useMutation({
    mutationFn: () => api.generations.removeAll({ query: { confirm: true, scope: 'mine' } }),
    onSuccess: ({ deleted, retained }) => {
      toast.ok(`Deleted ${plural(deleted, 'generation')}`, retained > 0 ? `Bundles are not deleted: ${retained}.` : '')
      change(false)
      onDone()
      return queries.invalidateQueries({ queryKey: ['generations'] })
    },
    onError: (error) => toast.error('Could not delete the generations', explain(error)),
  })
  return (
    <Confirm
      open={open}
      onOpenChange={change}
      title="Delete all your generations?"
      action="Delete all"
      busy={remove.isPending}
      disabled={typed.trim().toLowerCase() !== PHRASE}
      onConfirm={() => remove.mutate()}
    >
      <p className="mb-3">
        This deletes all your classifications, plans, scaffolds and pipelines, including starred ones. It does not
        delete bundles or generations of other users.
      </p>
      <Field label={`Type “${PHRASE}” to confirm`}>
        <Input value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />
      </Field>
    </Confirm>
  )
}
