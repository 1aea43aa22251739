// A change to validate against the enforced shapes of its context.
import type { Predicates } from './load-context.ts'
import type { EnforcedShape, Home } from './store.ts'

/** The lines of a change, as N-Quads. */
export interface Change {
  seq: number
  added: readonly string[]
  removed: readonly string[]
}

export interface Candidate {
  home: Home
  /** All enforced shapes of the context. */
  shapes: readonly EnforcedShape[]
  change: Change
  /** The number of the workspace before the transaction, which may contain other changes. */
  base: number
  /** The shape is not committed yet, and another text may get the same version. */
  isNew?: boolean
}

/** The time that a repeatable transaction waits for a validation. */
export const SHORT_MS = 500
export const MOST_SHOWN = 100

/** The key under which a thread keeps the context with these shapes. */
export const keyOf = ({ home, shapes }: Candidate): string =>
  [home.tenant, home.workspace, home.context, ...shapes.map(({ id, version }) => `${id}@${version}`)].join(' ')

export const predicatesOf = (shapes: readonly EnforcedShape[]): Predicates =>
  shapes.some(({ predicates }) => !predicates)
    ? undefined
    : [...new Set(shapes.flatMap(({ predicates }) => predicates ?? []))]
