// Enforced shapes: their context conforms to them when they begin to be enforced, and after every change. While it is
// replaced that is said of the copy, in which it is read; of the new when it is whole (docs/adr/0036).
//
// Most workspaces have none, and a change of such a one should not ask. Beginning to enforce takes a number of the
// workspace as every change does: whoever knows that there was none at one number, and gets the next, knows it still.
import type { Db } from '@veritrace/platform/db/db'
import { afterCommit } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { graphPrefix } from '../scope/rules.ts'
import { findStandIn } from '../scope/store.ts'
import { insertChange } from '../statements/change-store.ts'
import { nextSeq } from '../statements/next-seq.ts'
import type { Tables } from '../tables.ts'
import { type Change, requireConforming, requireConformingSince } from './require-conforming.ts'
import { type EnforcedShape, type Home, listEnforced } from './store.ts'
import type { ShapeRow } from './tables.ts'
import type { Validators } from './threads/pool.ts'

export interface Checks {
  /** In the transaction of a change, after it: refuses what breaks an enforced shape. */
  afterChange(tx: Db<Tables>, caller: Caller, change: Change): Promise<void>
  /**
   * Before a replacement takes away what was last said before `since`: refuses it where without that a shape is broken. Others
   * may write meanwhile, so this does not spare the other check, only the work of both ways.
   */
  beforeRemoval(db: Db<Tables>, caller: Caller, home: Home, since: Date): Promise<void>
  /** In the transaction that ends a replacement and has taken a number: refuses it where the new breaks a shape. */
  afterReplacement(tx: Db<Tables>, caller: Caller, home: Home, seq: number): Promise<void>
}

/** Workspaces to remember; one that is forgotten is asked about once more. */
const MOST_KNOWN = 10_000

export function enforcedShapes({ enforcers, validators }: Pick<Graph, 'enforcers' | 'validators'>): Checks {
  const freeAt = new Map<string, number>()
  return {
    async beforeRemoval(db, caller, home, since) {
      const shapes = await listEnforcedIn(db, home)
      if (shapes.length > 0) await requireConformingSince(validators, db, caller, { home, shapes, since })
    },
    async afterReplacement(tx, caller, home, seq) {
      const shapes = await listEnforcedIn(tx, home)
      if (shapes.length === 0) return
      await requireConforming(enforcers, tx, caller, { home, shapes, change: { seq, added: [], removed: [] } })
    },
    async afterChange(tx, caller, change) {
      const key = `${caller.tenant} ${caller.workspace}`
      if (freeAt.get(key) !== change.seq - 1) {
        const enforced = await listEnforced(tx, caller.tenant, caller.workspace)
        if (enforced.length > 0) return checkContexts(enforcers, tx, caller, enforced, change)
      }
      afterCommit(tx, () => {
        freeAt.delete(key)
        freeAt.set(key, change.seq)
        if (freeAt.size > MOST_KNOWN) freeAt.delete(freeAt.keys().next().value!)
      })
    },
  }
}

const listEnforcedIn = async (db: Db<Tables>, { tenant, workspace, context }: Home): Promise<EnforcedShape[]> =>
  (await listEnforced(db, tenant, workspace)).filter((shape) => shape.context === context)

async function checkContexts(
  enforcers: Validators,
  tx: Db<Tables>,
  caller: Caller,
  enforced: Awaited<ReturnType<typeof listEnforced>>,
  change: Change,
): Promise<void> {
  const { tenant, workspace } = caller
  const touched = predicatesByContext(graphPrefix(tenant, workspace), [...change.added, ...change.removed])
  for (const [context, shapes] of Map.groupBy(enforced, (shape) => shape.context)) {
    const read = shapes[0]!.read_in ?? context
    const changed = touched.get(read)
    if (!changed) continue
    const isConcerned = shapes.some(({ predicates }) => !predicates || predicates.some((one) => changed.has(one)))
    if (isConcerned)
      await requireConforming(enforcers, tx, caller, { home: { tenant, workspace, context: read }, shapes, change })
  }
}

/** Subject, predicate and graph are the parts of a line that hold no space. */
function predicatesByContext(prefix: string, lines: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const graph = line.slice(line.lastIndexOf(' <') + 2, -3)
    const context = graph.slice(prefix.length)
    const from = line.indexOf(' ') + 2
    const predicate = line.slice(from, line.indexOf('> ', from))
    const known = found.get(context)
    if (known) known.add(predicate)
    else found.set(context, new Set([predicate]))
  }
  return found
}

/** Before the change that begins to enforce a shape is recorded. Holds the workspace, so that no write comes between. */
export async function begunToEnforce(
  { enforcers, clock, leases }: Graph,
  tx: Db<Tables>,
  caller: Caller,
  shape: ShapeRow,
): Promise<void> {
  const { tenant_id: tenant, workspace_id: workspace } = shape
  const change = { seq: await nextSeq(leases, tx, { tenant, workspace }), added: [], removed: [] }
  await insertChange(tx, tenant, workspace, { ...change, rows: 0 }, clock.now())
  const context = (await findStandIn(tx, tenant, workspace, shape.context)) ?? shape.context
  await requireConforming(enforcers, tx, caller, { home: { tenant, workspace, context }, shapes: [shape], change })
}
