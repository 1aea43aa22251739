// Guesses the state of a workspace from the last known one, so that the engine can start a query while the database is
// asked for the actual state. If the guess was wrong, the answer is discarded. During a lease (leases.ts) no other
// change is possible, and the database is not asked.
import type { Engine } from '../engine/engine.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import type { Leases, Place } from '../statements/leases.ts'
import type { WorkspaceState } from '../statements/workspace-store.ts'

export interface Guesses {
  /** Call before querying the database. */
  take(place: Place): Guess
}

interface Guess {
  /** Undefined if a guess is not worthwhile. */
  state: WorkspaceState | undefined
  /** The state is known to be correct. */
  isCertain: boolean
  /** Call with the actual state. Returns whether the guess was correct. */
  holds(state: WorkspaceState): boolean
}

interface Known {
  seq: number
  contexts: readonly string[]
  /** How many queries in a row found the engine up to date and no context being replaced. */
  quietFor: number
  askedAt: number
}

/** A wrong guess wastes a whole query, a right one saves a fraction of a millisecond, so wrong ones must be rare. */
const QUIET_FROM = 10

/** Less frequent queries are not worth a lease. */
const OFTEN_MS = 50

const MOST_WORKSPACES = 10_000

interface Deps {
  engine: Pick<Engine, 'readyAt'>
  leases: Pick<Leases, 'seqOf' | 'want'>
}

export function openGuesses({ engine, leases }: Deps): Guesses {
  /** In order of last use. */
  const known = new Map<string, Known>()

  function learn(workspace: string, found: Known): void {
    known.delete(workspace)
    known.set(workspace, found)
    if (known.size > MOST_WORKSPACES) known.delete(known.keys().next().value!)
  }

  return {
    take(place) {
      const workspace = workspaceKey(place)
      const seq = engine.readyAt(workspace)
      const last = known.get(workspace)
      const isQuiet = last !== undefined && last.quietFor >= QUIET_FROM
      const askedAt = performance.now()
      if (isQuiet && seq === last.seq && askedAt - last.askedAt < OFTEN_MS) leases.want(place)
      if (last) last.askedAt = askedAt
      return {
        state: seq !== undefined && isQuiet ? { seq, contexts: last.contexts } : undefined,
        // The cached contexts belong to that number.
        isCertain: isQuiet && seq === last.seq && leases.seqOf(place) === seq,
        holds(state) {
          const isSame = last !== undefined && areSame(last.contexts, state.contexts)
          const isFresh = seq !== undefined && seq >= state.seq && !state.readCopies
          const before = last?.quietFor ?? 0
          // A query that had to wait for the engine says nothing about quiet.
          const quietFor = isFresh ? before + 1 : seq === undefined ? before : 0
          learn(workspace, { seq: state.seq, contexts: isSame ? last.contexts : state.contexts, quietFor, askedAt })
          return isSame && isFresh
        },
      }
    },
  }
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, index) => name === others[index])
