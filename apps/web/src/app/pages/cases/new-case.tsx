import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MAY } from '@veritrace/contract/casework/roles'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { useSessionStorage } from '../../../shared/use-session-storage.ts'
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
import { draftFrom, type ScopeDraft, scopeGap, scopeOf } from './scope.ts'
import { ScopeFields, TargetField } from './scope-fields.tsx'
import { useCasesSearch } from './use-cases.ts'

export function NewCase({ open, onClose }: { open: boolean; onClose(): void }) {
  const may = useMay(MAY.work)
  const { target = '', scope, from, title = '' } = useCasesSearch()
  const names = from ?? (scope === 'project' ? undefined : scope)
  // A case that the URL proposes has a separate draft.
  const [draft, setDraft, forget] = useSessionStorage<CaseDraft>(`new case ${names ?? ''} ${title}`, {
    title,
    target,
    question: '',
    due: '',
    scope: draftFrom(names),
  })
  const discard = () => {
    forget()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New case"
      description="One question about some objects."
      wide
      footer={
        <>
          <Button onClick={discard}>Cancel</Button>
          {may && (
            <Button variant="solid" type="submit" form="new-case">
              Create case
            </Button>
          )}
        </>
      }
    >
      {open && (
        <RoleGate may={MAY.work} what="A new case">
          <CaseForm draft={draft} onDraft={setDraft} onCreated={forget} />
        </RoleGate>
      )}
    </Dialog>
  )
}

interface CaseDraft {
  title: string
  target: string
  question: string
  due: string
  scope: ScopeDraft
  typeId?: string
  projectId?: string
}
interface FormProps {
  draft: CaseDraft
  onDraft(draft: CaseDraft): void
  onCreated(): void
}
function CaseForm({ draft, onDraft, onCreated }: FormProps) {
  const { title, target, question, due, scope, typeId, projectId } = draft
  const set = (change: Partial<CaseDraft>) => onDraft({ ...draft, ...change })
  const { pack } = usePack()
  const { project, error: projectsError } = useProject()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [gap, setGap] = useState<string>()
  const inProject = projectId ?? project?.id ?? ''
  const type = pack?.case_types.find(({ id }) => id === typeId) ?? pack?.case_types[0]
  const create = useMutation({
    mutationFn: () =>
      api.cases.create({
        body: {
          title: title.trim(),
          scope: scopeOf(scope, inProject),
          ...(type && { type_id: type.id }),
          ...(inProject && { project_id: inProject }),
          ...(target && { target }),
          ...(question.trim() && { question_md: question.trim() }),
          ...(due && { due_at: new Date(`${due}T12:00:00Z`).toISOString() }),
        },
      }),
    onSuccess: async (created) => {
      onCreated()
      toast.ok(`${created.key} created`)
      await queries.invalidateQueries({ queryKey: ['case'] })
      await navigate({ to: '/cases/$id', params: { id: created.key } })
    },
    onError: (error) => toast.error('The case was not created', refusal(error)),
  })
  const createOnce = useOnce(() => create.mutateAsync())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = scopeGap(scope, inProject, projectsError !== null)
    setGap(missing)
    if (!missing) createOnce()
  }
  return (
    <form id="new-case" onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label="Title" required>
        <Input value={title} onChange={(event) => set({ title: event.target.value })} required maxLength={200} />
      </Field>
      <Field label="Type" hint={type?.description}>
        <Select value={type?.id ?? ''} onChange={(event) => set({ typeId: event.target.value })}>
          {(pack?.case_types ?? []).map(({ id, title: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Question" hint="What should be decided? Supports Markdown">
        <TextArea value={question} onChange={(event) => set({ question: event.target.value })} rows={2} />
      </Field>
      <ScopeFields
        projectId={inProject}
        onProject={(id) => set({ projectId: id })}
        draft={scope}
        onDraft={(next) => set({ scope: next })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TargetField value={target} onChange={(next) => set({ target: next })} />
        <Field label="Due">
          <Input type="date" value={due} onChange={(event) => set({ due: event.target.value })} />
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
