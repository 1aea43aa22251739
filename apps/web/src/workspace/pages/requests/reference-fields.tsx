import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId } from 'react'
import { readAll } from '../../../shared/pages.ts'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { api } from '../../api.ts'
import { PeopleOptions } from '../../shared/people.tsx'

interface Props<V = string> {
  value: V
  onChange(value: V): void
  error?: string | undefined
}

export function AssigneeField({ value, onChange, error }: Props) {
  return (
    <Field label="Assignee" error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">Unassigned</option>
        <PeopleOptions />
      </Select>
    </Field>
  )
}

export function PageField({ value, onChange, error }: Props) {
  const { data: pages = [] } = useQuery({
    queryKey: ['pages', 'all'],
    queryFn: () => readAll((at) => api.pages.list({ query: { limit: 200, ...at } })),
  })
  return (
    <Field label="Trust page" error={error} hint="The page decides whether an NDA is required">
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">None</option>
        {pages.map(({ slug, display_name }) => (
          <option key={slug} value={slug}>
            {display_name} ({slug})
          </option>
        ))}
      </Select>
    </Field>
  )
}

const OFFERED = 8

/** A vendor of the directory, chosen by name. */
export function VendorField({ value, onChange, error }: Props<{ name: string; id: string }>) {
  const list = useId()
  const q = useDeferredValue(value.name.trim())
  const { data } = useQuery({
    queryKey: ['vendors', 'named', q],
    queryFn: () => api.vendors.list({ query: { q, limit: OFFERED, sort: 'name' } }),
    enabled: q !== '' && !value.id,
    placeholderData: (before) => before,
  })
  const offered = data?.vendors ?? []
  const idOf = (name: string) =>
    offered.find(({ display_name }) => display_name.toLowerCase() === name.trim().toLowerCase())?.id ?? ''
  // The search result may arrive after the last keystroke.
  const late = value.id ? '' : idOf(value.name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the id is found
  useEffect(() => {
    if (late) onChange({ ...value, id: late })
  }, [late])
  return (
    <Field label="Vendor" error={error} hint="From the directory">
      <Input
        list={list}
        autoComplete="off"
        value={value.name}
        onChange={({ target }) => onChange({ name: target.value, id: idOf(target.value) })}
      />
      <datalist id={list}>
        {offered.map(({ id, display_name, primary_domain }) => (
          <option key={id} value={display_name}>
            {primary_domain}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
