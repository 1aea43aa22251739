// The filters of the audit log in the URL, and the API query for them.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { AuditEntry } from '@veritrace/contract/provenance/audit'
import type { Tone } from '../../../ui/badge.tsx'

export interface LogFilters {
  actor?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Sets filters in the URL; undefined removes one. */
export function useSetFilters() {
  const navigate = useNavigate({ from: '/audit-log' })
  return (filters: Partial<ReturnType<typeof useLogFilters>>) =>
    navigate({
      to: '/audit-log',
      search: (before) => ({ ...before, ...filters }),
      replace: true,
      resetScroll: false,
    })
}
export const useLogFilters = () => useSearch({ from: '/audit-log' })

/** Days are in the viewer's time zone, both inclusive. */
export const queryOf = ({ actor, action, from, to }: LogFilters) => ({
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
