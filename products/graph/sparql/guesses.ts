// What the database will say of a workspace, guessed from what it said last: so a query can be asked of the engine
// while the database is asked whether anybody has changed something. An answer to a wrong guess is thrown away. Where
// nobody else can change anything at this moment (leases.ts), there is nothing to ask.
import type { Engine } from '../engine/engine.ts'
import type { Leases, Place } from '../statements/leases.ts'
import type { WorkspaceState } from '../statements/workspace-store.ts'
import { workspaceKey } from './graph-scope.ts'

export interface Guesses {
  /** Before the database is asked. */
  take(place: Place): Guess
}

interface Guess {
  /** Undefined where it is better not to guess. */
  state: WorkspaceState | undefined
  /** The database would say just that. */
  isCertain: boolean
  /** Told what the database says; whether all of that was guessed. */
  holds(state: WorkspaceState): boolean
}

interface Known {
  seq: number
  contexts: readonly string[]
  /** How many queries in a row found that the engine had seen every change, and that nothing is being replaced. */
  quietFor: number
  askedAt: number
}

/** A wrong guess costs the engine a whole query, a right one spares a fraction of a millisecond: it must be rare. */
const QUIET_FROM = 10

/** Whoever asks less often than that is not worth a lease. */
const OFTEN_MS = 50

const MOST_WORKSPACES = 10_000

interface Deps {
  engine: Pick<Engine, 'readyAt'>
  leases: Pick<Leases, 'seqOf' | 'want'>
}

export function openGuesses({ engine, leases }: Deps): Guesses {
  /** In the order of their last use. */
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
        // The contexts are those of that number.
        isCertain: isQuiet && seq === last.seq && leases.seqOf(place) === seq,
        holds(state) {
          const isSame = last !== undefined && areSame(last.contexts, state.contexts)
          const isFresh = seq !== undefined && seq >= state.seq && !state.readCopies
          const before = last?.quietFor ?? 0
          // Who had to wait has learnt nothing of it.
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
