// Explanations of errors, and what to try next.
import type { ProblemDocument } from './api.ts'

export type Remedy = 'limit' | 'workspace' | 'place' | 'sign-in' | 'again'

export interface Explanation {
  title: string
  advice: string
  remedies: readonly Remedy[]
}

type Explain = (problem: ProblemDocument) => Partial<Explanation>

/** Adds advice for this page. The titles come from the server, unless this page can be more specific. */
const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  sparql_syntax: () => ({ remedies: ['place'] }),
  query_timeout: () => ({
    advice: 'Start with the most selective pattern, make sure that all patterns are joined, or ask for less.',
    remedies: ['limit'],
  }),
  result_too_large: () => ({
    advice: 'Fetch it in parts with LIMIT and OFFSET, or select fewer variables.',
    remedies: ['limit'],
  }),
  graph_out_of_scope: () => ({
    advice: 'Search the whole workspace, or remove the graph.',
    remedies: ['workspace'],
  }),
  role_too_low: () => ({
    title: 'Your role is read-only',
    advice: 'Ask a member of the tenant to run updates.',
  }),
  scope_denied: () => ({
    title: 'You have no access to the graph',
    advice: 'It is not included in the tenant’s plan or in the scopes of this key.',
    remedies: ['sign-in'],
  }),
  tenant_mismatch: () => ({ title: 'The key belongs to another tenant', remedies: ['sign-in'] }),
  too_many_queries: () => ({
    advice: 'Wait for one of them to finish.',
    remedies: ['again'],
  }),
  rate_limited: ({ retryAfter }) => ({
    advice: retryAfter ? `Try again in ${retryAfter} seconds.` : 'Try again in a minute.',
    remedies: ['again'],
  }),
}

export function explain(problem: ProblemDocument): Explanation {
  const { status, title, detail, code } = problem
  const usual: Explanation = {
    title: title || 'Something went wrong',
    advice: '',
    remedies: status === 401 ? ['sign-in'] : status === 0 || status >= 500 ? ['again'] : [],
  }
  const known = EXPLANATIONS[code]?.(problem)
  if (status === 401 && !known) return { ...usual, title: 'You are signed out', advice: detail }
  return { ...usual, ...known }
}
