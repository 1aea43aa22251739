// Options that every pack has. They say how a workspace works with the pack, and do not affect ratings. Pure.
import type { PackOption } from './pack.ts'

export const WORKSPACE_OPTIONS: readonly PackOption[] = [
  {
    id: 'reevaluation',
    title: 'Runs when lists or rules change',
    explanation:
      'Open cases are reevaluated automatically when one of their lists is replaced or the rules change. ' +
      'With “on request” they are only marked as stale, and a member starts the run.',
    values: ['automatic', 'on_request'],
    fallback: 'automatic',
  },
]

/** The set value if it is still valid, otherwise the default. */
export const workspaceOptions = (set: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    WORKSPACE_OPTIONS.map(({ id, values, fallback }) => {
      const chosen = set[id]
      return [id, chosen !== undefined && values.includes(chosen) ? chosen : fallback]
    }),
  )
