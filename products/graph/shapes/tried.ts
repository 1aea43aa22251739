// A change that is tried on a context with its enforced shapes.
import type { Predicates } from './load-context.ts'
import type { EnforcedShape, Home } from './store.ts'

/** What a change did, as N-Quads lines. */
export interface Change {
  seq: number
  added: readonly string[]
  removed: readonly string[]
}

export interface Tried {
  home: Home
  /** All that are enforced in the context. */
  shapes: readonly EnforcedShape[]
  change: Change
  /** The number of the workspace before the transaction, which may have made other changes. */
  base: number
  /** The shape is not committed: another text may get its version. */
  isNew?: boolean
}

/** A transaction that can be tried again waits no longer than this. */
export const SHORT_MS = 500
export const MOST_SHOWN = 100

/** What the context with these shapes is kept under. */
export const keyOf = ({ home, shapes }: Tried): string =>
  [home.tenant, home.workspace, home.context, ...shapes.map(({ id, version }) => `${id}@${version}`)].join(' ')

export const predicatesOf = (shapes: readonly EnforcedShape[]): Predicates =>
  shapes.some(({ predicates }) => !predicates)
    ? undefined
    : [...new Set(shapes.flatMap(({ predicates }) => predicates ?? []))]
