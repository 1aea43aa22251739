import { ListFilter, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { type Choice, useIsFiltered } from './choices.ts'
import { FILTERS, useCasesSearch, useSetSearch } from './use-cases.ts'

/** The filters on a phone, in a drawer over the list, which updates immediately. */
export function FilterDrawer({ choices }: { choices: readonly Choice[] }) {
  const [isOpen, setOpen] = useState(false)
  const isFiltered = useIsFiltered()
  const active = choices.filter(({ value }) => value).length
  return (
    <>
      <Button aria-label={active > 0 ? `Filter, ${active} active` : 'Filter'} onClick={() => setOpen(true)}>
        <ListFilter />
        {active > 0 && <span className="tnum">{active}</span>}
      </Button>
      <Drawer
        open={isOpen}
        onOpenChange={setOpen}
        title="Filter"
        footer={
          <>
            {isFiltered && <ShowAll />}
            <Button variant="solid" className="ml-auto" onClick={() => setOpen(false)}>
              Show cases
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4 p-4">
          {choices.map(({ label, value = '', options, onChange }) => (
            <Field key={label} label={label}>
              <Select value={value} onChange={({ target }) => onChange(target.value || undefined)}>
                <option value="">Any</option>
                <Options options={options} />
              </Select>
            </Field>
          ))}
          <div>
            <p aria-hidden className="mb-1 text-sm font-medium">
              View
            </p>
            <TableOrBoard />
          </div>
        </div>
      </Drawer>
    </>
  )
}

export function ShowAll() {
  const setSearch = useSetSearch()
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => setSearch(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}
    >
      <X />
      Show all
    </Button>
  )
}

export function TableOrBoard() {
  const { view = 'table' } = useCasesSearch()
  const setSearch = useSetSearch()
  return (
    <Segmented
      label="View"
      value={view}
      options={[
        { value: 'table', label: 'Table' },
        { value: 'board', label: 'Board' },
      ]}
      onChange={(next) => setSearch({ view: next })}
    />
  )
}

export const Options = ({ options }: Pick<Choice, 'options'>) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
