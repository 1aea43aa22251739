import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { REASONS, type Reason } from './labels.ts'

interface Props {
  reason: Reason | ''
  onReason(reason: Reason | ''): void
  comment: string
  onComment(comment: string): void
  required?: boolean
}
export const ReasonFields = ({ reason, onReason, comment, onComment, required = false }: Props) => (
  <div className="flex flex-col gap-3">
    <Field label="Reason" required={required}>
      <Select required={required} value={reason} onChange={({ target }) => onReason(target.value as Reason | '')}>
        <option value="">{required ? 'Select one' : 'I’d rather not say'}</option>
        {Object.entries(REASONS).map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
    <Field label="Comment">
      <TextArea rows={3} maxLength={2000} value={comment} onChange={({ target }) => onComment(target.value)} />
    </Field>
  </div>
)
