// Enforced shapes: their context conforms to them from the moment of enforcement, and after every change. While the
// context is being replaced, this applies to the copy that readers see, and to the new contents once they are complete
// (docs/adr/0036).
//
// Most workspaces have no enforced shapes, and their changes should not query for any. Starting enforcement takes a
// number of the workspace, as every change does. So if there were none at one number, there are none at the next.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { afterCommit } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { graphPrefix } from '../scope/rules.ts'
import { findReadCopy } from '../scope/store.ts'
import { insertChange } from '../statements/change-store.ts'
import { nextSeq } from '../statements/next-seq.ts'
import type { Tables } from '../tables.ts'
import { type Candidate, type Change, predicatesOf } from './candidate.ts'
import { requireConforming, requireConformingSince } from './require-conforming.ts'
import { type EnforcedShape, type Home, listEnforced } from './store.ts'
import type { ShapeRow } from './tables.ts'
import type { Validators } from './threads/pool.ts'
import { isConcerned, predicatesByContext } from './untouched.ts'

export interface Checks {
  /** Call in the transaction of a change, after the change. Rejects it if it breaks an enforced shape. */
  afterChange(tx: Db<Tables>, caller: Caller, change: Change): Promise<void>
  /**
   * Call before a replacement removes the statements last asserted before `since`. Rejects it if the rest would break a
   * shape. This only saves the work of removing and restoring: writes in the meantime still require the check at the
   * end.
   */
  beforeRemoval(db: Db<Tables>, caller: Caller, home: Home, since: Date): Promise<void>
  /**
   * Call in the transaction that ends a replacement, with the number it has taken. Rejects it if the new contents break
   * a shape.
   */
  afterReplacement(tx: Db<Tables>, caller: Caller, home: Home, seq: number): Promise<void>
}

/** Number of workspaces to remember; others are queried again. */
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
      const change = { seq, added: [], removed: [] }
      await requireConforming(enforcers, tx, caller, { home, shapes, change, base: baseOf(tx, home, seq) })
    },
    async afterChange(tx, caller, change) {
      const key = `${caller.tenant} ${caller.workspace}`
      const base = baseOf(tx, caller, change.seq)
      if (freeAt.get(key) !== change.seq - 1) {
        const enforced = await listEnforced(tx, caller.tenant, caller.workspace)
        if (enforced.length > 0) return checkContexts(enforcers, tx, caller, enforced, { change, base })
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
  { change, base }: Pick<Candidate, 'change' | 'base'>,
): Promise<void> {
  const { tenant, workspace } = caller
  const touched = predicatesByContext(graphPrefix(tenant, workspace), [...change.added, ...change.removed])
  for (const [context, shapes] of Map.groupBy(enforced, (shape) => shape.context)) {
    const read = shapes[0]!.read_in ?? context
    const changed = touched.get(read)
    if (!changed) continue
    if (!isConcerned(predicatesOf(shapes), changed)) continue
    const home = { tenant, workspace, context: read }
    await requireConforming(enforcers, tx, caller, { home, shapes, change, base })
  }
}

const before = new WeakMap<object, Map<string, number>>()

/** The number of the workspace before the transaction, whose own changes have the following numbers. */
function baseOf(tx: Db<Tables>, { tenant, workspace }: Pick<Home, 'tenant' | 'workspace'>, seq: number): number {
  const known = before.get(tx) ?? new Map<string, number>()
  before.set(tx, known)
  const key = `${tenant} ${workspace}`
  const base = known.get(key) ?? seq - 1
  known.set(key, base)
  return base
}

/** Call before recording the change that starts enforcement. Locks the workspace, so that no write comes in between. */
export async function startEnforcing(
  { enforcers, clock, leases }: Graph,
  tx: Db<Tables>,
  caller: Caller,
  shape: ShapeRow,
): Promise<void> {
  const { tenant_id: tenant, workspace_id: workspace } = shape
  const change = { seq: await nextSeq(leases, tx, { tenant, workspace }), added: [], removed: [] }
  await insertChange(tx, tenant, workspace, { ...change, rows: 0 }, clock.now())
  const context = (await findReadCopy(tx, tenant, workspace, shape.context)) ?? shape.context
  const home = { tenant, workspace, context }
  const base = baseOf(tx, home, change.seq)
  await requireConforming(enforcers, tx, caller, { home, shapes: [shape], change, base, isNew: true })
}
