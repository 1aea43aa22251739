import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PackDetail } from '@veritrace/contract/casework/packs'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useProject } from '../../shared/use-project.ts'
import { EMPTY_SCOPE, scopeGap, scopeOf } from './scope.ts'
import { ScopeFields, TargetField } from './scope-fields.tsx'
import { useCaseWords } from './use-cases.ts'

export function NewCase({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New case"
      description="One question about some objects."
      wide
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="new-case">
            Open the case
          </Button>
        </>
      }
    >
      {open && <CaseForm />}
    </Dialog>
  )
}

function CaseForm() {
  const { pack } = usePack()
  const { project } = useProject()
  const { target: asked, scope: names } = useCaseWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [typeId, setTypeId] = useState<string>()
  const [projectId, setProjectId] = useState<string>()
  const [target, setTarget] = useState(asked ?? '')
  const [title, setTitle] = useState('')
  const [question, setQuestion] = useState('')
  const [due, setDue] = useState('')
  const [draft, setDraft] = useState(names ? { ...EMPTY_SCOPE, kind: 'names' as const, names } : EMPTY_SCOPE)
  const [gap, setGap] = useState<string>()
  const inProject = projectId ?? project?.id ?? ''
  const type = pack?.case_types.find(({ id }) => id === typeId) ?? pack?.case_types[0]
  const make = useMutation({
    mutationFn: () =>
      api.cases.create({
        body: {
          title: title.trim(),
          scope: scopeOf(draft),
          ...(type && { type_id: type.id }),
          ...(inProject && { project_id: inProject }),
          ...(target && { target }),
          ...(question.trim() && { question_md: question.trim() }),
          ...(due && { due_at: new Date(`${due}T12:00:00Z`).toISOString() }),
        },
      }),
    onSuccess: async (made) => {
      toast.ok(`${made.key} is open`)
      await queries.invalidateQueries({ queryKey: ['case'] })
      await navigate({ to: '/cases/$id', params: { id: made.key } })
    },
    onError: (error) => toast.error('The case was not opened', refusal(error)),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = scopeGap(draft, inProject)
    setGap(missing)
    if (!missing && !make.isPending) make.mutate()
  }
  return (
    <form id="new-case" onSubmit={onSubmit} className="flex flex-col gap-4">
      <CaseTypes types={pack?.case_types ?? []} value={type?.id} onChange={setTypeId} />
      <Field label="Title" required>
        <Input value={title} onChange={(event) => setTitle(event.target.value)} required maxLength={200} />
      </Field>
      <Field label="Question" hint="What should be decided? Markdown">
        <TextArea value={question} onChange={(event) => setQuestion(event.target.value)} rows={2} />
      </Field>
      <ScopeFields projectId={inProject} onProject={setProjectId} draft={draft} onDraft={setDraft} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TargetField value={target} onChange={setTarget} />
        <Field label="Due">
          <Input type="date" value={due} onChange={(event) => setDue(event.target.value)} />
        </Field>
      </div>
      {gap && (
        <p role="alert" className="text-sm text-critical">
          {gap}
        </p>
      )}
    </form>
  )
}

interface TypesProps {
  types: PackDetail['case_types']
  value: string | undefined
  onChange(id: string): void
}
const CaseTypes = ({ types, value, onChange }: TypesProps) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">Type</legend>
    <div className="grid gap-2 sm:grid-cols-2">
      {types.map(({ id, title, description }) => (
        <label
          key={id}
          className="flex cursor-pointer items-start gap-2 rounded-md border p-2.5 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input type="radio" name="type" className="mt-1" checked={id === value} onChange={() => onChange(id)} />
          <span>
            <span className="block text-sm font-medium">{title}</span>
            <span className="block text-xs text-ink-2">{description}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
