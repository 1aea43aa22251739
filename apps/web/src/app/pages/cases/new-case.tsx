import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { RoleGate } from '../../shared/role-gate.tsx'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { useProject } from '../../shared/use-project.ts'
import { draftFrom, scopeGap, scopeOf } from './scope.ts'
import { ScopeFields, TargetField } from './scope-fields.tsx'
import { useCaseWords } from './use-cases.ts'

export function NewCase({ open, onClose }: { open: boolean; onClose(): void }) {
  const may = useMay(MAY.work)
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
          {may && (
            <Button variant="solid" type="submit" form="new-case">
              Open the case
            </Button>
          )}
        </>
      }
    >
      {open && (
        <RoleGate may={MAY.work} what="A new case">
          <CaseForm />
        </RoleGate>
      )}
    </Dialog>
  )
}

function CaseForm() {
  const { pack } = usePack()
  const { project } = useProject()
  const { target: asked, scope, from, title: proposed = '' } = useCaseWords()
  const names = from ?? (scope === 'project' ? undefined : scope)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [typeId, setTypeId] = useState<string>()
  const [projectId, setProjectId] = useState<string>()
  const [target, setTarget] = useState(asked ?? '')
  const [title, setTitle] = useState(proposed)
  const [question, setQuestion] = useState('')
  const [due, setDue] = useState('')
  const [draft, setDraft] = useState(() => draftFrom(names))
  const [gap, setGap] = useState<string>()
  const inProject = projectId ?? project?.id ?? ''
  const type = pack?.case_types.find(({ id }) => id === typeId) ?? pack?.case_types[0]
  const make = useMutation({
    mutationFn: () =>
      api.cases.create({
        body: {
          title: title.trim(),
          scope: scopeOf(draft, inProject),
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
      <Field label="Title" required>
        <Input value={title} onChange={(event) => setTitle(event.target.value)} required maxLength={200} />
      </Field>
      <Field label="Type" hint={type?.description}>
        <Select value={type?.id ?? ''} onChange={(event) => setTypeId(event.target.value)}>
          {(pack?.case_types ?? []).map(({ id, title: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
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
