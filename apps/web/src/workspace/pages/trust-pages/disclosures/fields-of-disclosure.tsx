import { KINDS } from '@veritrace/contract/provenance/disclosures'
import { Field, Input, Select, TextArea } from '../../../../ui/field.tsx'
import { count } from '../../../../ui/format.ts'
import { problemAt } from '../../../shared/refusal.ts'
import { ChooseEvidence, ChoosePages } from './choose.tsx'
import type { DisclosureFields } from './disclosure-fields.ts'
import { KIND_LABELS } from './labels.ts'

const LONGEST = 20_000

interface Props {
  fields: DisclosureFields
  error: unknown
  onChange(change: Partial<DisclosureFields>): void
}
export function FieldsOfDisclosure({ fields, error, onChange }: Props) {
  return (
    <>
      <Field label="Title" required error={problemAt(error, 'title')}>
        <Input
          value={fields.title}
          onChange={({ target }) => onChange({ title: target.value })}
          required
          pattern=".*\S.*"
          maxLength={200}
        />
      </Field>
      <Field
        label="Text"
        error={problemAt(error, 'body')}
        hint={`Markdown. ${count(fields.body.length)} of ${count(LONGEST)} characters`}
      >
        <TextArea
          rows={10}
          value={fields.body}
          onChange={({ target }) => onChange({ body: target.value })}
          maxLength={LONGEST}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Kind" error={problemAt(error, 'kind')}>
          <Select
            value={fields.kind}
            onChange={({ target }) => onChange({ kind: target.value as DisclosureFields['kind'] })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_LABELS[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Effective from" error={problemAt(error, 'effective_at')}>
          <Input
            type="date"
            value={fields.effective_at}
            onChange={({ target }) => onChange({ effective_at: target.value })}
          />
        </Field>
        <Field label="Language" required error={problemAt(error, 'locale')} hint="Such as en or de-AT">
          <Input
            value={fields.locale}
            onChange={({ target }) => onChange({ locale: target.value })}
            required
            pattern="[a-z]{2,3}(-[A-Z]{2})?"
            maxLength={6}
          />
        </Field>
      </div>
      <ChoosePages
        chosen={fields.page_slugs}
        error={problemAt(error, 'page_slugs')}
        onChange={(page_slugs) => onChange({ page_slugs })}
      />
      <ChooseEvidence
        chosen={fields.evidence_ids}
        error={problemAt(error, 'evidence_ids')}
        onChange={(evidence_ids) => onChange({ evidence_ids })}
      />
    </>
  )
}
