import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'

const WORD = 'delete all'

interface Props {
  open: boolean
  onOpenChange(open: boolean): void
  onDone(): void
}
/** Whoever means it writes it. */
export function DeleteAll({ open, onOpenChange, onDone }: Props) {
  const [written, setWritten] = useState('')
  const queries = useQueryClient()
  const change = (next: boolean) => {
    setWritten('')
    onOpenChange(next)
  }
  const remove = useMutation({
    mutationFn: () => api.generations.removeAll({ query: { confirm: true, scope: 'mine' } }),
    onSuccess: ({ deleted, retained }) => {
      toast.ok(`${plural(deleted, 'generation')} deleted`, retained > 0 ? `${plural(retained, 'bundle')} stayed.` : '')
      change(false)
      onDone()
      return queries.invalidateQueries({ queryKey: ['generations'] })
    },
    onError: (error) => toast.error('Nothing was deleted', explain(error)),
  })
  return (
    <Confirm
      open={open}
      onOpenChange={change}
      title="Delete all that you have made here?"
      action="Delete all"
      busy={remove.isPending}
      disabled={written.trim().toLowerCase() !== WORD}
      onConfirm={() => remove.mutate()}
    >
      <p className="mb-3">
        Every classification, plan, scaffold and pipeline of yours goes, starred ones too. Bundles stay, and so does
        what others have made.
      </p>
      <Field label={`Write “${WORD}” to go on`}>
        <Input value={written} onChange={({ target }) => setWritten(target.value)} autoComplete="off" />
      </Field>
    </Confirm>
  )
}
