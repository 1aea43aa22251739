// A quick plan, without a case: the expected improvement and effort.
import type { PlanRequest } from '@veritrace/contract/casework/plan'
import { MAY } from '@veritrace/contract/casework/roles'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { CapacityFields, constraintsOf, USUAL_CAPACITY } from '../../shared/case/capacity-fields.tsx'
import { type Objective, ObjectiveField } from '../../shared/case/objective-field.tsx'
import { RoleGate } from '../../shared/role-gate.tsx'
import { useProject } from '../../shared/use-project.ts'
import { PlanPreview } from './plan-preview.tsx'
import { EMPTY_SCOPE, scopeGap, scopeOf } from './scope.ts'
import { ScopeFields, TargetField } from './scope-fields.tsx'
import { useCasesSearch } from './use-cases.ts'

export function NewPlan({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New plan"
      description="What to do and in which order, without a case."
      wide
    >
      {open && (
        <RoleGate may={MAY.ask} what="A new plan">
          <PlanForm onClose={onClose} />
        </RoleGate>
      )}
    </Dialog>
  )
}

function PlanForm({ onClose }: { onClose(): void }) {
  const { project } = useProject()
  const { target: initialTarget } = useCasesSearch()
  const [projectId, setProjectId] = useState<string>()
  const [draft, setDraft] = useState(EMPTY_SCOPE)
  const [target, setTarget] = useState(initialTarget ?? '')
  const [capacity, setCapacity] = useState(USUAL_CAPACITY)
  const [objective, setObjective] = useState<Objective>('balanced')
  const [title, setTitle] = useState('')
  const inProject = projectId ?? project?.id ?? ''
  const name = title.trim() || 'Quick plan'
  const request: PlanRequest = {
    key: keyOf(name),
    title: name,
    scope: { ...scopeOf(draft, inProject), ...(inProject && { project_id: inProject }) },
    objective,
    granularity: 'pattern',
    seed: 1,
    constraints: constraintsOf(capacity),
    ...(target && { target }),
  }
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Field label="Title" hint="Plans with the same title are versions of the same plan">
          <Input
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            maxLength={200}
            placeholder="Quick plan"
          />
        </Field>
        <ScopeFields projectId={inProject} onProject={setProjectId} draft={draft} onDraft={setDraft} />
        <TargetField value={target} onChange={setTarget} />
        <CapacityFields draft={capacity} onDraft={setCapacity}>
          <ObjectiveField value={objective} onChange={setObjective} />
        </CapacityFields>
      </div>
      <PlanPreview request={request} gap={scopeGap(draft, inProject)} onDone={onClose} />
    </div>
  )
}

const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80) || 'quick'
