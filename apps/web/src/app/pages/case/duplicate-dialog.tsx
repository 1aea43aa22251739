import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useCase } from './queries.ts'

const PARTS = [
  ['evidence', 'Evidence'],
  ['decisions', 'Decisions'],
  ['plan', 'Plan, as a draft'],
] as const

/** Copies the case, for example for another target. */
export function DuplicateDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const theCase = useCase()
  const { pack } = usePack(theCase.pack.id)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [title, setTitle] = useState(theCase.title)
  const [target, setTarget] = useState(theCase.target.profile_id)
  const [include, setInclude] = useState({ evidence: true, decisions: false, plan: false })
  const copy = useMutation({
    mutationFn: () =>
      api.cases.duplicate({ params: { id: theCase.id }, body: { title: title.trim(), target, include } }),
    onSuccess: async ({ key }) => {
      onClose()
      toast.ok(`${key} created`)
      await queries.invalidateQueries({ queryKey: ['case', 'list'] })
      await navigate({ to: '/cases/$id', params: { id: key } })
    },
    onError: (error) => toast.error('The case was not duplicated', refusal(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    copy.mutate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Duplicate ${theCase.key}`}
      footer={
        <Button variant="solid" type="submit" form="duplicate-case" busy={copy.isPending}>
          Duplicate
        </Button>
      }
    >
      <form id="duplicate-case" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label="Title" required>
          <Input value={title} onChange={(event) => setTitle(event.target.value)} required maxLength={200} />
        </Field>
        <Field label="Target">
          <Select value={target} onChange={(event) => setTarget(event.target.value)}>
            {pack?.targets.map(({ profile_id, label }) => (
              <option key={profile_id} value={profile_id}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-medium">Include</legend>
          {PARTS.map(([name, label]) => (
            <label key={name} className="flex min-h-6 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={include[name]}
                onChange={(event) => setInclude({ ...include, [name]: event.target.checked })}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
