// The words of the address of a case: phase, view, what is open.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Phase } from '@veritrace/contract/casework/app-routes'

export const useWords = () => useSearch({ from: '/app/cases/$id' })
type Words = ReturnType<typeof useWords>

/** Sets words of the address; undefined takes one away. */
export function useSetWords() {
  const navigate = useNavigate({ from: '/cases/$id' })
  return (words: Partial<Words>, replace = true) => navigate({ search: (before) => ({ ...before, ...words }), replace })
}

/** What a phase has in the address means nothing in another. */
export const phaseWords = (before: Words, phase: Phase, words: Partial<Words> = {}): Words => ({
  target: before.target,
  project: before.project,
  plan: before.plan,
  phase,
  ...words,
})

export function useGoPhase() {
  const navigate = useNavigate({ from: '/cases/$id' })
  return (phase: Phase, words: Partial<Words> = {}) =>
    navigate({ search: (before) => phaseWords(before, phase, words) })
}
