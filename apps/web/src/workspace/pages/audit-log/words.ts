// What the address says of the log, and what is asked of the API for it.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import type { Tone } from '../../../ui/badge.tsx'

export interface Words {
  actor?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Sets words of the address; undefined takes one away. */
export function useSetWords() {
  const navigate = useNavigate({ from: '/audit-log' })
  return (words: Partial<ReturnType<typeof useLogWords>>) =>
    navigate({
      to: '/audit-log',
      search: (before) => ({ ...before, ...words }),
      replace: true,
      resetScroll: false,
    })
}
export const useLogWords = () => useSearch({ from: '/audit-log' })

/** Days are those of whoever looks, both included. */
export const queryOf = ({ actor, action, from, to }: Words) => ({
  ...(actor && { actor }),
  ...(action && { action }),
  ...(isDay(from) && { from: startOf(from) }),
  ...(isDay(to) && { to: startOf(to, 1) }),
})

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

export const OUTCOMES: Readonly<Record<AuditEntry['outcome'], Tone>> = {
  success: 'positive',
  denied: 'caution',
  failed: 'critical',
}
