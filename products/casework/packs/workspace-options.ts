// Settings that every pack has: they say how a workspace works with it, and rate nothing. Pure.
import type { PackOption } from './pack.ts'

export const WORKSPACE_OPTIONS: readonly PackOption[] = [
  {
    id: 'reevaluation',
    title: 'Runs when lists or rules change',
    explanation:
      'Open cases are looked at again by themselves when a list that they rest on is replaced or the rules change. ' +
      'With “on request” they are only marked as stale, and someone starts the run.',
    values: ['automatic', 'on_request'],
    fallback: 'automatic',
  },
]

/** What was set, where it is still a value. */
export const workspaceOptions = (set: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    WORKSPACE_OPTIONS.map(({ id, values, fallback }) => {
      const chosen = set[id]
      return [id, chosen !== undefined && values.includes(chosen) ? chosen : fallback]
    }),
  )
