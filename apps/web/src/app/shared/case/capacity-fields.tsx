// The constraints of a plan: people, start date and deadline.
import type { PlanConstraints } from '@veritrace/contract/casework/plan'
import type { ReactNode } from 'react'
import { Field, Input } from '../../../ui/field.tsx'

export interface CapacityDraft {
  capacity: string
  start: string
  deadline: string
}
export const USUAL_CAPACITY: CapacityDraft = { capacity: '3', start: '', deadline: '' }

/** Rounds the capacity to half positions. */
export const constraintsOf = ({ capacity, start, deadline }: CapacityDraft): PlanConstraints => ({
  capacity_fte: Math.max(0.5, Math.round(Number(capacity) * 2) / 2 || 3),
  days_per_week: 5,
  sprint_days: 10,
  ...(start && { start_date: start }),
  ...(deadline && { deadline }),
})

interface Props {
  draft: CapacityDraft
  onDraft(draft: CapacityDraft): void
  /** More fields, shown first. */
  children?: ReactNode
}
export function CapacityFields({ draft, onDraft, children }: Props) {
  const set = (change: Partial<CapacityDraft>) => onDraft({ ...draft, ...change })
  return (
    <div className="grid grid-cols-2 gap-3">
      {children}
      <Field label="Capacity (people)">
        <Input
          type="number"
          min={0.5}
          max={200}
          step={0.5}
          value={draft.capacity}
          onChange={({ target }) => set({ capacity: target.value })}
        />
      </Field>
      <Field label="Start date">
        <Input type="date" value={draft.start} onChange={({ target }) => set({ start: target.value })} />
      </Field>
      <Field label="Deadline">
        <Input type="date" value={draft.deadline} onChange={({ target }) => set({ deadline: target.value })} />
      </Field>
    </div>
  )
}
