// Search and filter controls for lists, and the empty state if nothing matches.
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/page-tabs.tsx'
import { Empty } from '../../ui/states.tsx'
import { DebouncedInput } from './debounced-input.tsx'

interface BarProps {
  /** Status filters; the empty value shows all. */
  views: readonly { value: string; label: string }[]
  status: string | undefined
  onStatus(status: string | undefined): void
  /** The label of the search field. */
  label: string
  q: string | undefined
  onSearch(q: string | undefined): void
  children: ReactNode
}
export const FilterBar = ({ views, status, onStatus, label, q = '', onSearch, children }: BarProps) => (
  <div className="flex flex-col gap-2 border-b px-4 py-2.5">
    <div className="flex">
      <Segmented
        label="Status"
        look="chips"
        folds
        value={views.find(({ value }) => value === status)?.value ?? ''}
        options={views}
        onChange={(next) => onStatus(next || undefined)}
      />
    </div>
    <div className="flex flex-wrap gap-2">
      <DebouncedInput
        aria-label={label}
        placeholder={label}
        value={q}
        onChange={(text) => onSearch(text || undefined)}
        className="min-w-0 flex-1 basis-52 max-sm:basis-full"
      />
      {children}
    </div>
  </div>
)

interface ChooseProps {
  label: string
  /** The option that selects everything. */
  all: string
  value: string | undefined
  options: readonly (readonly [string, string])[]
  onChange(value: string | undefined): void
}
export const Choose = ({ label, all, value = '', options, onChange }: ChooseProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value || undefined)}
    className="h-8 max-w-56 min-w-0 rounded-md border border-line-control bg-surface px-2 text-sm max-sm:max-w-none max-sm:flex-1 coarse:h-11"
  >
    <option value="">{all}</option>
    {options.map(([word, text]) => (
      <option key={word} value={word}>
        {text}
      </option>
    ))}
  </select>
)

export const NoMatches = ({ what, onShowAll }: { what: string; onShowAll(): void }) => (
  <Empty icon={ListFilter} title={`No matching ${what}`} action={<Button onClick={onShowAll}>Clear filters</Button>} />
)
