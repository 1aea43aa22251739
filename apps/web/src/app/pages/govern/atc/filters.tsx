import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Agreement } from '@veritrace/contract/casework/agreement'
import { useEffect, useState } from 'react'
import { SearchInput, Select } from '../../../../ui/field.tsx'
import { STATE_IDS, STATES } from './words.ts'

/** Filters of the lists; the address stores them. */
export function useFilters() {
  const { check, q, state, reason } = useSearch({ from: '/app/govern' })
  const navigate = useNavigate()
  const set = (name: 'check' | 'q' | 'state' | 'reason', value: string) =>
    navigate({ to: '.', replace: true, search: (prev) => ({ ...prev, [name]: value || undefined }) })
  return { check, q, state, reason, set }
}

interface Props {
  agreement: Agreement
  /** False for the list of objects, which counts all states. */
  hasStates: boolean
}

export function Filters({ agreement: { checks, reasons }, hasStates }: Props) {
  const { check, q, state, reason, set } = useFilters()
  return (
    <div className="flex flex-wrap gap-2 px-4 py-3">
      <Search value={q ?? ''} onChange={(value) => set('q', value)} />
      <div className="w-full sm:w-52">
        <Select aria-label="Check" value={check ?? ''} onChange={(event) => set('check', event.target.value)}>
          <option value="">All checks</option>
          {checks.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      {hasStates && (
        <>
          <div className="w-full sm:w-44">
            <Select aria-label="State" value={state ?? ''} onChange={(event) => set('state', event.target.value)}>
              <option value="">Disagreements</option>
              <option value="all">All states</option>
              {STATE_IDS.map((id) => (
                <option key={id} value={id}>
                  {STATES[id].label}
                </option>
              ))}
            </Select>
          </div>
          <div className="w-full sm:w-56">
            <Select aria-label="Reason" value={reason ?? ''} onChange={(event) => set('reason', event.target.value)}>
              <option value="">All reasons</option>
              {reasons.map((one) => (
                <option key={one.reason} value={one.reason}>
                  {one.reason.replaceAll('_', ' ')} ({one.count})
                </option>
              ))}
            </Select>
          </div>
        </>
      )}
    </div>
  )
}

const PAUSE_MS = 300

/** Searches when the user stops typing. */
function Search({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [text, setText] = useState(value)
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onChange(text), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <div className="w-full sm:w-56">
      <SearchInput
        aria-label="Object, or an object it uses"
        placeholder="Object, or an object it uses"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  )
}
