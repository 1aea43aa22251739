// Sends a large change directly to an engine that has loaded the workspace. For small changes, and for changes that
// arrive while another is sent, the engine reads the database on the next query.
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import type { Engine } from '../engine/engine.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import { type Changed, withMeta } from './change-statements.ts'

/** Number of statements; the lines of smaller changes are in the log. */
const LARGE = 500

const underWay = new WeakMap<Engine, Set<string>>()

/** Call after the commit; runs in the background. */
export function pushToEngine({ engine }: Pick<Graph, 'engine'>, caller: Caller, changed: Changed): void {
  const key = workspaceKey(caller)
  const pushed = underWay.get(engine) ?? new Set()
  if (changed.added.length < LARGE || pushed.has(key) || !engine.holds(key)) return
  underWay.set(engine, pushed.add(key))
  // Sending many lines takes time, so the caller is answered first.
  setImmediate(() => void engine.apply(key, withMeta(changed)).finally(() => pushed.delete(key)))
}
