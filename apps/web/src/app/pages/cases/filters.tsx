// Filters the case list. The filters are in the URL.
import { useEffect, useRef, useState } from 'react'
import { useWide } from '../../../shared/use-wide.ts'
import { SearchInput } from '../../../ui/field.tsx'
import { useKeys } from '../../../ui/hotkeys.ts'
import { type Choice, type Facets, useChoices, useIsFiltered } from './choices.ts'
import { FilterDrawer, Options, ShowAll, TableOrBoard } from './filter-drawer.tsx'
import { useCasesSearch, useSetSearch } from './use-cases.ts'
import { ViewMenu } from './view-menu.tsx'

const DEBOUNCE_MS = 250

export function Filters({ facets, isMore }: { facets: Facets; isMore: boolean }) {
  const isWide = useWide('(min-width: 40rem)')
  const choices = useChoices(facets, isMore)
  const isFiltered = useIsFiltered()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2 max-sm:flex-nowrap">
      <ViewMenu />
      <SearchBox />
      {isWide ? (
        <>
          {choices.map((choice) => (
            <ChoiceBox key={choice.label} {...choice} />
          ))}
          {isFiltered && <ShowAll />}
          <span className="ml-auto">
            <TableOrBoard />
          </span>
        </>
      ) : (
        <FilterDrawer choices={choices} />
      )}
    </div>
  )
}

/** Updates the URL when the user stops typing. */
function SearchBox() {
  const { q = '' } = useCasesSearch()
  const setSearch = useSetSearch()
  const [text, setText] = useState(q)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(q), [q])
  useKeys({ '/': () => box.current?.focus() })
  const onChange = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setSearch({ q: next || undefined }), DEBOUNCE_MS)
  }
  return (
    <SearchInput
      ref={box}
      aria-label="Filter cases"
      placeholder="Filter by key, title, tag"
      className="w-56 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
      maxLength={200}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const ChoiceBox = ({ label, value = '', options, onChange }: Choice) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.target.value || undefined)}
    className="h-8 max-w-40 rounded-md border border-line-control bg-surface px-2 text-sm text-ink-2 coarse:h-11"
  >
    <option value="">{label}: any</option>
    <Options options={options} />
  </select>
)
