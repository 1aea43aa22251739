// What narrows a list: words, or one of a few; and what is said where nothing fits.
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/page-tabs.tsx'
import { Empty } from '../../ui/states.tsx'
import { RestingInput } from './resting-input.tsx'

interface BarProps {
  /** By their status; the empty word stands for all. */
  views: readonly { value: string; label: string }[]
  status: string | undefined
  onStatus(status: string | undefined): void
  /** What the words are sought in. */
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
      <RestingInput
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
  /** What stands there where nothing was chosen. */
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

export const NoneFits = ({ what, onShowAll }: { what: string; onShowAll(): void }) => (
  <Empty
    icon={ListFilter}
    title={`No ${what} fits these filters`}
    action={<Button onClick={onShowAll}>Show all</Button>}
  />
)
