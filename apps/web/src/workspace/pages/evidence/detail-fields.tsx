import type { Evidence } from '@veritrace/contract/provenance/evidence'
import { Field, Input, Select, TextArea } from '../../../ui/field.tsx'
import type { Details } from './details.ts'
import { KINDS, VISIBILITY } from './labels.ts'

interface Props {
  value: Details
  onChange(value: Details): void
  errors: Readonly<Record<string, string>>
}
/** Optional details that most evidence does not need. */
export function DetailFields({ value, onChange, errors }: Props) {
  const text = (name: keyof Details) => ({
    value: value[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...value, [name]: target.value }),
  })
  const date = (label: string, name: keyof Details, hint?: string) => (
    <Field label={label} error={errors[name]} hint={hint}>
      <Input type="date" {...text(name)} />
    </Field>
  )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Issuer" error={errors.issuer} hint="Who vouches for it, such as an auditor">
        <Input maxLength={500} {...text('issuer')} />
      </Field>
      <Field label="Scope" error={errors.scope} hint="Products or locations that it covers">
        <Input maxLength={500} {...text('scope')} />
      </Field>
      {date('Issued on', 'issued_at')}
      {date('Valid from', 'valid_from')}
      {date('Period from', 'period_start', 'The period that a report covers')}
      {date('Period to', 'period_end')}
      <div className="sm:col-span-2">
        <Field label="Description" error={errors.description}>
          <TextArea rows={2} maxLength={5000} {...text('description')} />
        </Field>
      </div>
      <div className="sm:col-span-2">
        <Field label="How it was collected" error={errors.collection_procedure}>
          <TextArea rows={2} maxLength={5000} {...text('collection_procedure')} />
        </Field>
      </div>
    </div>
  )
}

interface Choice<V> {
  value: V
  onChange(value: V): void
  error?: string | undefined
}
export const KindField = ({ value, onChange, error }: Choice<Evidence['kind']>) => (
  <Field label="Kind" error={error}>
    <Select value={value} onChange={({ target }) => onChange(target.value as Evidence['kind'])}>
      {Object.entries(KINDS).map(([kind, label]) => (
        <option key={kind} value={kind}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
)

export const VisibilityField = ({ value, onChange, error }: Choice<Evidence['visibility']>) => (
  <Field label="Visibility" error={error} hint={VISIBILITY[value].hint}>
    <Select value={value} onChange={({ target }) => onChange(target.value as Evidence['visibility'])}>
      {Object.entries(VISIBILITY).map(([word, { label }]) => (
        <option key={word} value={word}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
)

export const TagsField = ({ value, onChange, error }: Choice<string>) => (
  <Field label="Tags" error={error} hint="Separated by commas">
    <Input value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
)
