// A large change is told to an engine that holds the workspace, while its next one is on its way. Small ones, and those that
// come while another is told, the engine reads when it is asked: it would be asked no sooner.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Engine } from '../engine/engine.ts'
import { workspaceKey } from '../sparql/graph-scope.ts'
import { type Changed, withMeta } from './change-statements.ts'

/** Statements; fewer are read from the log as fast as they are told. */
const LARGE = 500

const underWay = new WeakMap<Engine, Set<string>>()

/** After the commit; nobody waits for it. */
export function tellEngine({ engine }: Pick<Graph, 'engine'>, caller: Caller, changed: Changed): void {
  const key = workspaceKey(caller)
  const told = underWay.get(engine) ?? new Set()
  if (changed.added.length < LARGE || told.has(key) || !engine.holds(key)) return
  underWay.set(engine, told.add(key))
  void engine.apply(key, withMeta(changed)).finally(() => told.delete(key))
}
