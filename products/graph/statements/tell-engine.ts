// A large change is told to an engine that holds the workspace, before somebody asks it. Small ones, and those that come
// while another is told, it reads from the database when it is asked.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Engine } from '../engine/engine.ts'
import { workspaceKey } from '../sparql/graph-scope.ts'
import { type Changed, withMeta } from './change-statements.ts'

/** Statements; the lines of fewer stand in the log. */
const LARGE = 500

const underWay = new WeakMap<Engine, Set<string>>()

/** After the commit; nobody waits for it. */
export function tellEngine({ engine }: Pick<Graph, 'engine'>, caller: Caller, changed: Changed): void {
  const key = workspaceKey(caller)
  const told = underWay.get(engine) ?? new Set()
  if (changed.added.length < LARGE || told.has(key) || !engine.holds(key)) return
  underWay.set(engine, told.add(key))
  // Its lines are many: first the answer to who made the change.
  setImmediate(() => void engine.apply(key, withMeta(changed)).finally(() => told.delete(key)))
}
