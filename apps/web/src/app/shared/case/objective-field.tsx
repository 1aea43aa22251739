import { OBJECTIVES } from '@veritrace/contract/casework/plan'
import { Field, Select } from '../../../ui/field.tsx'

export type Objective = (typeof OBJECTIVES)[number]
const LABELS: Record<Objective, string> = {
  balanced: 'Balanced',
  lift: 'Most objects first',
  risk: 'Least risk first',
  effort: 'Least effort first',
}

export const ObjectiveField = ({ value, onChange }: { value: Objective; onChange(value: Objective): void }) => (
  <Field label="Objective">
    <Select value={value} onChange={({ target }) => onChange(target.value as Objective)}>
      {OBJECTIVES.map((one) => (
        <option key={one} value={one}>
          {LABELS[one]}
        </option>
      ))}
    </Select>
  </Field>
)
