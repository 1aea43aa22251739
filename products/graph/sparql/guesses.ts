// What the database will say of a workspace, guessed from what it said last: so a query can be asked of the engine while
// the database is asked whether anybody has changed something. An answer to a wrong guess is thrown away.
import type { Engine } from '../engine/engine.ts'
import type { WorkspaceState } from '../statements/workspace-store.ts'

export interface Guesses {
  /** Before the database is asked. */
  take(workspace: string): Guess
}

interface Guess {
  /** Undefined where it is better not to guess. */
  state: WorkspaceState | undefined
  /** Told what the database says; whether all of that was guessed. */
  holds(state: WorkspaceState): boolean
}

interface Known {
  contexts: readonly string[]
  /** How many queries in a row found that the engine had seen every change, and that nothing is being replaced. */
  quietFor: number
}

/** A wrong guess costs the engine a whole query, a right one spares a fraction of a millisecond: it must be rare. */
const QUIET_FROM = 10

const MOST_WORKSPACES = 10_000

export function openGuesses(engine: Pick<Engine, 'readyAt'>): Guesses {
  /** In the order of their last use. */
  const known = new Map<string, Known>()

  function learn(workspace: string, found: Known): void {
    known.delete(workspace)
    known.set(workspace, found)
    if (known.size > MOST_WORKSPACES) known.delete(known.keys().next().value!)
  }

  return {
    take(workspace) {
      const seq = engine.readyAt(workspace)
      const last = known.get(workspace)
      return {
        state: seq !== undefined && last && last.quietFor >= QUIET_FROM ? { seq, contexts: last.contexts } : undefined,
        holds(state) {
          const isSame = last !== undefined && areSame(last.contexts, state.contexts)
          const isFresh = seq !== undefined && seq >= state.seq && !state.standIns
          const before = last?.quietFor ?? 0
          // Who had to wait has learnt nothing of it.
          const quietFor = isFresh ? before + 1 : seq === undefined ? before : 0
          learn(workspace, { contexts: isSame ? last.contexts : state.contexts, quietFor })
          return isSame && isFresh
        },
      }
    },
  }
}

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, index) => name === others[index])
