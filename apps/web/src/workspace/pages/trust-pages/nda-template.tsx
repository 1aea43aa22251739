// The tenant's own NDA that requesters sign.
import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../../shared/pages.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { api } from '../../api.ts'
import { problemAt } from '../../shared/refusal.ts'
import { NAMES } from './page-fields.ts'
import type { Draft } from './use-draft.ts'

const name = 'nda_template_id'

export function NdaTemplate({ draft }: { draft: Draft }) {
  const { data } = useQuery({
    queryKey: ['statements', 'ndas'],
    queryFn: () => readAll((at) => api.customerStatements.list({ query: { kind: 'nda', limit: 200, ...at } })),
  })
  const value = draft.fields[name]
  const isListed = value === '' || data?.some(({ id }) => id === value)
  return (
    <Field label={NAMES[name]} hint="One of your NDA statements" error={problemAt(draft.error, name)}>
      <Select id={name} value={value} onChange={({ target }) => draft.set(name, target.value)}>
        <option value="">None</option>
        {/* A value that is not in the list, or whose list is still loading. */}
        {!isListed && <option value={value}>{value}</option>}
        {data?.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}
