import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { DebouncedInput } from '../../shared/debounced-input.tsx'
import { Choose } from '../../shared/find.tsx'
import { personName, usePeople } from '../../shared/people.tsx'
import { useLogFilters, useSetFilters } from './log-filters.ts'

interface Props {
  /** The loaded entries, whose actors and actions are offered as filters. */
  seen: readonly AuditEntry[]
  isFiltered: boolean
  onShowAll(): void
}
export function Filters({ seen, isFiltered, onShowAll }: Props) {
  const { actor = '', from = '', to = '' } = useLogFilters()
  const setFilters = useSetFilters()
  const people = useActors(seen)
  return (
    <search className="flex flex-wrap items-end gap-2 border-b px-4 py-2.5">
      <ActionBox seen={seen} />
      <Choose
        label="Actor"
        all="All actors"
        value={actor}
        options={actor && !people.has(actor) ? [[actor, actor], ...people] : [...people]}
        onChange={(next) => setFilters({ actor: next })}
      />
      <Day label="From" value={from} onChange={(next) => setFilters({ from: next })} />
      <Day label="To" value={to} onChange={(next) => setFilters({ to: next })} />
      {isFiltered && (
        <Button size="sm" variant="ghost" onClick={onShowAll}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

/** Members, and all other actors in the log: API keys, the system, the crawler. */
function useActors(seen: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const people = usePeople()
  return new Map([
    ...people.map((person) => [person.id, personName(person)] as const),
    ...seen.map(({ actor: { id, label } }) => [id, label || id] as const),
  ])
}

function ActionBox({ seen }: { seen: readonly AuditEntry[] }) {
  const { action = '' } = useLogFilters()
  const setFilters = useSetFilters()
  const list = useId()
  const actions = [...new Set(seen.map((entry) => entry.action))].sort()
  return (
    <>
      <DebouncedInput
        aria-label="Action or its prefix"
        placeholder="Action or prefix"
        list={list}
        maxLength={64}
        className="w-52 font-mono text-xs max-sm:w-full"
        value={action}
        onChange={(text) => setFilters({ action: text || undefined })}
      />
      <datalist id={list}>
        {actions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}

interface DayProps {
  label: string
  value: string
  onChange(day: string | undefined): void
}
function Day({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-2 max-sm:basis-full">
      <label htmlFor={id} className="max-sm:w-10">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="w-36 max-sm:flex-1"
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </span>
  )
}
