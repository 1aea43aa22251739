// What the pages of a case ask for. Everything lies below ['case', id], so that one event makes all of it fresh.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Case } from '@veritrace/contract/casework/cases'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { createContext, useContext } from 'react'
import { readAll } from '../../../shared/pages.ts'
import { api } from '../../api.ts'

const PAGE = 200

/** The case that the page is about; inside the page it is always there. */
export const CaseContext = createContext<Case | undefined>(undefined)
export function useCase(): Case {
  const theCase = useContext(CaseContext)
  if (!theCase) throw new Error('There is no case around this.')
  return theCase
}

/** The address may name the case by its key, the parts lie below the id. */
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

/** Whether a run has come to an end with something to show: one that failed or was stopped has nothing. */
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
    // A case about things of the lists has nothing to measure.
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

/** The plan that the address names, else the one that is followed, else the newest. */
export function usePlan(named: string | undefined) {
  const theCase = useCase()
  const plans = usePlans()
  const items = plans.data ?? []
  const id = items.find((plan) => plan.id === named)?.id ?? theCase.current_plan_id ?? items[0]?.id
  const plan = useQuery({ ...planQuery(theCase, id), select: withDisplayNumbers })
  return { plans, plan, id }
}

/** A plan as the API has it. */
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
