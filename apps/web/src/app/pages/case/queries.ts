// Queries of the pages of a case. All keys start with ['case', id], so that one event refreshes everything.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Case } from '@veritrace/contract/casework/cases'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { createContext, useContext } from 'react'
import { readAll } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 200

/** The case of the page; always set inside it. */
export const CaseContext = createContext<Case | undefined>(undefined)
export function useCase(): Case {
  const theCase = useContext(CaseContext)
  if (!theCase) throw new Error('useCase must be used inside CaseContext.')
  return theCase
}

/** The keys contain the id, even if the URL contains the key of the case. */
export const below = (theCase: Case, ...parts: unknown[]) => ['case', theCase.id, ...parts]

export function useRefresh() {
  const queries = useQueryClient()
  const { id, key } = useCase()
  return async () => {
    await Promise.all([id, key].map((name) => queries.invalidateQueries({ queryKey: ['case', name] })))
  }
}

export function useRuns() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'runs'),
    queryFn: () => readAll((at) => api.runs.list({ params: { id: theCase.id }, query: { limit: PAGE, ...at } })),
  })
}

/** Whether a run has finished with results; failed and canceled runs have none. */
export function useHasResults(): boolean {
  const { latest_run } = useCase()
  const runs = useRuns().data
  if (!latest_run || !runs) return latest_run !== undefined
  return runs.some(({ state }) => state === 'succeeded' || state === 'partial')
}

export function useRecommendations() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'recommendations'),
    queryFn: () =>
      readAll((at) => api.recommendations.list({ params: { id: theCase.id }, query: { limit: PAGE, ...at } })),
  })
}

export function useSummary() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'summary'),
    queryFn: () => api.cases.summary({ params: { id: theCase.id } }),
  })
}

const READINESS = 'groups,patterns,offenders'

export function useCaseReadiness() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'readiness'),
    queryFn: () => api.readiness.get({ query: { case_id: theCase.id, include: READINESS } }),
    // Without a project there is nothing to measure.
    enabled: theCase.project_id !== null,
  })
}

export function usePlans() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'plans'),
    queryFn: () =>
      readAll((at) => api.casePlans.list({ params: { caseId: theCase.id }, query: { limit: PAGE, ...at } })),
  })
}

/** The plan in the URL, otherwise the current plan of the case, otherwise the newest. */
export function usePlan(named: string | undefined) {
  const theCase = useCase()
  const plans = usePlans()
  const items = plans.data ?? []
  const id = items.find((plan) => plan.id === named)?.id ?? theCase.current_plan_id ?? items[0]?.id
  const plan = useQuery({ ...planQuery(theCase, id), select: withDisplayNumbers })
  return { plans, plan, id }
}

/** A plan exactly as the API returns it. */
export const planQuery = (theCase: Case, id: string | undefined) =>
  queryOptions({
    queryKey: below(theCase, 'plan', id),
    queryFn: () => api.casePlans.get({ params: { caseId: theCase.id, planId: id! } }),
    enabled: id !== undefined,
  })

export function useEstimates() {
  const theCase = useCase()
  return useQuery({
    queryKey: below(theCase, 'estimates'),
    queryFn: () => readAll((at) => api.estimates.list({ params: { id: theCase.id }, query: { limit: PAGE, ...at } })),
  })
}
