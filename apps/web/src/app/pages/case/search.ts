// Search parameters in the URL of a case: the phase, the view, and what is open.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Phase } from '@veritrace/contract/casework/app-routes'

export const useCaseSearch = () => useSearch({ from: '/app/cases/$id' })
type CaseSearch = ReturnType<typeof useCaseSearch>

/** Changes search parameters in the URL; undefined removes one. */
export function useSetSearch() {
  const navigate = useNavigate({ from: '/cases/$id' })
  return (change: Partial<CaseSearch>, replace = true) =>
    navigate({ search: (before) => ({ ...before, ...change }), replace })
}

/** The search parameters of one phase mean nothing in another, so they are dropped. */
export const phaseSearch = (before: CaseSearch, phase: Phase, change: Partial<CaseSearch> = {}): CaseSearch => ({
  target: before.target,
  project: before.project,
  plan: before.plan,
  phase,
  ...change,
})

export function useGoPhase() {
  const navigate = useNavigate({ from: '/cases/$id' })
  return (phase: Phase, change: Partial<CaseSearch> = {}) =>
    navigate({ search: (before) => phaseSearch(before, phase, change) })
}
