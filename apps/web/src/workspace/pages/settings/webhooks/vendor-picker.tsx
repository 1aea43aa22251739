import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Field, SearchInput, Select } from '../../../../ui/field.tsx'
import { api } from '../../../api.ts'
import { useVendorSearch } from '../../../shared/use-vendor-search.ts'
import type { Draft } from './draft.ts'

const FEW = 6

interface Props {
  scope: Draft['vendor_scope']
  ids: readonly string[]
  onChange(change: Pick<Draft, 'vendor_scope' | 'vendor_ids'>): void
}
/** Restricts vendor events to some vendors. Other events are not affected. */
export function VendorPicker({ scope, ids, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <Field label="Vendor events" hint="Other events are always sent">
        <Select
          value={scope}
          onChange={({ target }) => onChange({ vendor_scope: target.value as Props['scope'], vendor_ids: [...ids] })}
        >
          <option value="all">All vendors</option>
          <option value="pinned">Pinned vendors</option>
          <option value="list">Selected vendors</option>
        </Select>
      </Field>
      {scope === 'list' && (
        <Chosen ids={ids} onChange={(next) => onChange({ vendor_scope: scope, vendor_ids: next })} />
      )}
    </div>
  )
}

function Chosen({ ids, onChange }: { ids: readonly string[]; onChange(ids: string[]): void }) {
  // The directory cannot be queried by id, so the names come from the pinned vendors.
  const pins = useQuery({
    queryKey: ['vendors', 'names of pinned'],
    queryFn: () => api.pins.list({ query: { limit: 200 } }),
  })
  const { text, setText, found } = useVendorSearch({ limit: FEW * 2 })
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const nameOf = (id: string) =>
    names[id] ??
    pins.data?.items.find(({ vendor_id }) => vendor_id === id)?.vendor_name ??
    found.data?.vendors.find((vendor) => vendor.id === id)?.display_name ??
    id
  const offered = (found.data?.vendors ?? []).filter(({ id }) => !ids.includes(id)).slice(0, FEW)
  const add = (id: string, name: string) => {
    setNames({ ...names, [id]: name })
    onChange([...ids, id])
  }
  return (
    <div className="flex flex-col gap-2 border-l-2 border-line-row pl-4 text-sm">
      {ids.length > 0 && (
        <ul aria-label="Selected vendors" className="flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li key={id} className="flex items-center gap-1 rounded-md border bg-sunken pl-2">
              <span className="max-w-48 truncate">{nameOf(id)}</span>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SearchInput
        aria-label="Search vendors"
        placeholder="Search vendors by name or domain"
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className="flex flex-wrap gap-1.5">
        {offered.map(({ id, display_name }) => (
          <Button key={id} size="sm" aria-label={`Add ${display_name}`} onClick={() => add(id, display_name)}>
            <Plus />
            {display_name}
          </Button>
        ))}
        {found.data && offered.length === 0 && <p className="text-xs text-ink-3">No matching vendors.</p>}
      </div>
    </div>
  )
}
