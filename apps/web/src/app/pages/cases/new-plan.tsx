// A plan before any case exists: what it would lift, and what it would take, while one chooses.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { OBJECTIVES, type PlanRequest, type PlanVersion } from '@veritrace/contract/casework/plan'
import { MAY } from '@veritrace/contract/casework/roles'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { sentenceOf } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { useProject } from '../../shared/use-project.ts'
import { PlanPreview } from './plan-preview.tsx'
import { EMPTY_SCOPE, scopeGap, scopeOf } from './scope.ts'
import { ScopeFields, TargetField } from './scope-fields.tsx'

type Objective = (typeof OBJECTIVES)[number]
const OBJECTIVE_LABELS: Record<Objective, string> = {
  balanced: 'Balanced',
  lift: 'Most objects soonest',
  risk: 'Least risk first',
  effort: 'Least effort first',
}

export function NewPlan({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New plan"
      description="What to do in which order, before any case exists."
      wide
    >
      {open && <PlanForm onClose={onClose} />}
    </Dialog>
  )
}

function PlanForm({ onClose }: { onClose(): void }) {
  const { project } = useProject()
  const [projectId, setProjectId] = useState<string>()
  const [draft, setDraft] = useState(EMPTY_SCOPE)
  const [target, setTarget] = useState('')
  const [capacity, setCapacity] = useState('3')
  const [deadline, setDeadline] = useState('')
  const [objective, setObjective] = useState<Objective>('balanced')
  const [title, setTitle] = useState('')
  const inProject = projectId ?? project?.id ?? ''
  const gap = scopeGap(draft, inProject)
  const request: PlanRequest = {
    key: 'preview',
    scope: { ...scopeOf(draft), ...(inProject && { project_id: inProject }) },
    objective,
    granularity: 'pattern',
    seed: 1,
    constraints: {
      capacity_fte: Math.max(0.5, Math.round(Number(capacity) * 2) / 2 || 3),
      days_per_week: 5,
      sprint_days: 10,
      ...(deadline && { deadline }),
    },
    ...(target && { target }),
  }
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Field label="Title">
          <Input value={title} onChange={(event) => setTitle(event.target.value)} maxLength={200} placeholder="Plan" />
        </Field>
        <ScopeFields projectId={inProject} onProject={setProjectId} draft={draft} onDraft={setDraft} />
        <TargetField value={target} onChange={setTarget} />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Capacity (people)">
            <Input
              type="number"
              min={0.5}
              max={200}
              step={0.5}
              value={capacity}
              onChange={(event) => setCapacity(event.target.value)}
            />
          </Field>
          <Field label="Deadline">
            <Input type="date" value={deadline} onChange={(event) => setDeadline(event.target.value)} />
          </Field>
        </div>
        <Field label="Objective">
          <Select value={objective} onChange={(event) => setObjective(event.target.value as Objective)}>
            {OBJECTIVES.map((one) => (
              <option key={one} value={one}>
                {OBJECTIVE_LABELS[one] ?? sentenceOf(one)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <PlanPreview request={request} gap={gap}>
        {(plan) => <Keep plan={plan} request={request} title={title.trim()} projectId={inProject} onDone={onClose} />}
      </PlanPreview>
    </div>
  )
}

interface KeepProps {
  plan: PlanVersion | undefined
  request: PlanRequest
  title: string
  projectId: string
  onDone(): void
}
/** The preview lies under a key of its own; what is kept gets another. */
function Keep({ plan, request, title, projectId, onDone }: KeepProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayWork = useMay(MAY.decide)
  const name = title || 'Quick plan'
  const save = () => api.plan.make({ body: { ...request, key: keyOf(name), title: name } })
  const keep = useMutation({
    mutationFn: save,
    onSuccess: ({ version }) => {
      toast.ok(`“${name}” is kept`, `Version ${version}. Compare plans under Investigate.`)
      onDone()
    },
    onError: (error) => toast.error('The plan was not kept', refusal(error)),
  })
  const both = useMutation({
    mutationFn: async () => {
      const version = await save()
      const { project_id: _, ...scope } = request.scope
      const theCase = await api.cases.create({
        body: {
          title: name,
          scope,
          from: { plan_version_id: version.id },
          ...(projectId && { project_id: projectId }),
          ...(request.target && { target: request.target }),
        },
      })
      await api.casePlans.create({ params: { caseId: theCase.id }, body: { from_version_id: version.id, title: name } })
      return theCase
    },
    onSuccess: async ({ key }) => {
      toast.ok(`${key} is open, with a plan`)
      await queries.invalidateQueries({ queryKey: ['case'] })
      await navigate({ to: '/cases/$id', params: { id: key }, search: { phase: 'plan' } })
    },
    onError: (error) => toast.error('The case or its plan was not made', refusal(error)),
  })
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button disabled={!plan} busy={keep.isPending} onClick={() => keep.mutate()}>
        Save as quick plan
      </Button>
      <Button
        variant="solid"
        disabled={!plan || !mayWork}
        title={mayWork ? undefined : `For ${MAY.decide.join(', ')}`}
        busy={both.isPending}
        onClick={() => both.mutate()}
      >
        Create case and plan
      </Button>
    </div>
  )
}

const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'quick'
