// What to say when something did not work, and what to try next.
import type { ProblemDocument } from './api.ts'

export type Remedy = 'limit' | 'workspace' | 'place' | 'sign-in' | 'again'

export interface Explanation {
  title: string
  advice: string
  remedies: readonly Remedy[]
}

type Explain = (problem: ProblemDocument) => Partial<Explanation>

const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  sparql_syntax: () => ({ title: 'This is not valid SPARQL', remedies: ['place'] }),
  query_timeout: () => ({
    title: 'The query took too long and was stopped',
    advice:
      'Begin with the pattern that fits the fewest statements, join every pattern with the others, or ask for less.',
    remedies: ['limit'],
  }),
  result_too_large: () => ({
    title: 'The result is larger than the plan allows',
    advice: 'Ask for a part of it with LIMIT and OFFSET, or for fewer variables.',
    remedies: ['limit'],
  }),
  query_too_complex: () => ({ title: 'The text is larger or deeper than we run' }),
  graph_out_of_scope: () => ({
    title: 'The text names a graph outside of this context',
    advice: 'Ask in the whole workspace, or leave the graph out.',
    remedies: ['workspace'],
  }),
  graph_read_only: () => ({ title: 'This graph cannot be written to' }),
  remote_access_denied: () => ({ title: 'SPARQL text may not reach other servers' }),
  role_too_low: () => ({
    title: 'Your role may read here, but not change anything',
    advice: 'A member of the tenant can run updates.',
  }),
  scope_denied: () => ({
    title: 'You may not use the graph',
    advice: 'The plan of this tenant, or the scope of this key, does not hold it.',
    remedies: ['sign-in'],
  }),
  tenant_mismatch: () => ({ title: 'The key belongs to another tenant', remedies: ['sign-in'] }),
  too_many_queries: () => ({
    title: 'Too many queries run at once',
    advice: 'Wait for one of them to end.',
    remedies: ['again'],
  }),
  rate_limited: ({ retryAfter }) => ({
    title: 'That was one call too many',
    advice: retryAfter ? `Try again in ${retryAfter} seconds.` : 'Try again in a minute.',
    remedies: ['again'],
  }),
}

export function explain(problem: ProblemDocument): Explanation {
  const { status, title, detail, code } = problem
  const usual: Explanation = {
    title: title || 'That did not work',
    advice: '',
    remedies: status === 401 ? ['sign-in'] : status === 0 || status >= 500 ? ['again'] : [],
  }
  const known = EXPLANATIONS[code]?.(problem)
  if (status === 401 && !known) return { ...usual, title: 'You are no longer signed in', advice: detail }
  return { ...usual, ...known }
}
