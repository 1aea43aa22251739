// Narrows the list; everything stands in the address.
import { CASE_PHASES, CASE_STATUSES } from '@veritrace/contract/casework/cases'
import { ListFilter, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { SearchInput } from '../../../ui/field.tsx'
import { useKeys } from '../../../ui/hotkeys.ts'
import { Segmented } from '../../../ui/page-tabs.tsx'
import { PHASE_LABELS, STATUS } from '../../shared/case/words.ts'
import { usePack } from '../../shared/use-pack.ts'
import { FILTERS, type useCases, useCaseWords, useSetWords } from './use-cases.ts'
import { ViewMenu } from './view-menu.tsx'

type Facets = ReturnType<typeof useCases>['facets']
const PATIENCE_MS = 250

export function Filters({ facets }: { facets: Facets }) {
  const words = useCaseWords()
  const setWords = useSetWords()
  const { pack, codes } = usePack()
  const isFiltered = FILTERS.some((name) => name !== 'sort' && words[name])
  const [isOpen, setOpen] = useState(false)
  const withCount = (facet: Readonly<Record<string, number>> | undefined, value: string, label: string) => ({
    value,
    label: facet?.[value] ? `${label} (${facet[value]})` : label,
  })
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
      <ViewMenu />
      <SearchBox />
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ListFilter />
        Filter
      </Button>
      <div className={cn('flex-wrap gap-2 sm:contents', isOpen ? 'flex' : 'hidden')}>
        <Choice
          label="Status"
          value={words.status}
          options={CASE_STATUSES.map((value) => withCount(facets?.status, value, STATUS[value].label))}
          onChange={(status) => setWords({ status })}
        />
        <Choice
          label="Phase"
          value={words.phase}
          options={CASE_PHASES.map((value) => withCount(facets?.phase, value, PHASE_LABELS[value]))}
          onChange={(phase) => setWords({ phase })}
        />
        <Choice
          label="Type"
          value={words.type_id}
          options={(pack?.case_types ?? []).map(({ id, title }) => withCount(facets?.type_id, id, title))}
          onChange={(type_id) => setWords({ type_id })}
        />
        <Choice
          label="Has level"
          value={words.code}
          options={[...codes, 'unknown'].map((value) => ({ value, label: value }))}
          onChange={(code) => setWords({ code })}
        />
      </div>
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setWords(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}
        >
          <X />
          Show all
        </Button>
      )}
      <span className="ml-auto max-sm:hidden">
        <Segmented
          label="View"
          value={words.view ?? 'table'}
          options={[
            { value: 'table', label: 'Table' },
            { value: 'board', label: 'Board' },
          ]}
          onChange={(view) => setWords({ view })}
        />
      </span>
    </div>
  )
}

/** Writes into the address once the typing rests. */
function SearchBox() {
  const { q = '' } = useCaseWords()
  const setWords = useSetWords()
  const [text, setText] = useState(q)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(q), [q])
  useKeys({ '/': () => box.current?.focus() })
  const onChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setWords({ q: next || undefined }), PATIENCE_MS)
  }
  return (
    <SearchInput
      ref={box}
      aria-label="Filter cases"
      placeholder="Filter by key, title, tag"
      className="w-56 max-sm:flex-1"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange(value: string | undefined): void
}
const Choice = ({ label, value = '', options, onChange }: ChoiceProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value || undefined)}
    className="h-8 max-w-40 rounded-md border border-line-control bg-surface px-2 text-sm text-ink-2 coarse:h-11"
  >
    <option value="">{label}: any</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
