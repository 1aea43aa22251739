// Updates a shape. To start enforcing it, or to change an enforced one, the context must conform to it.
import type { Shape, ShapePatch } from '@veritrace/contract/graph/shapes'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { checked } from './check-turtle.ts'
import { startEnforcing } from './enforce-shapes.ts'
import { readShapeId } from './rules.ts'
import { deleteShapeRow, findShape, lockShape, updateShapeRow } from './store.ts'
import { viewShape } from './view.ts'

export async function updateShape(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  patch: ShapePatch,
  ifVersion?: number,
): Promise<Shape> {
  const id = readShapeId(name) ?? notFound('shape', name)
  const about = patch.turtle === undefined ? undefined : await checked(deps, caller, patch.turtle)
  return deps.trials.transact(caller, async (tx) => {
    const before = (await lockShape(tx, scope, id)) ?? notFound('shape', name)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('shape', before.version)
    await updateShapeRow(tx, scope, id, {
      ...patch,
      ...(about && { target_classes: about.targetClasses, predicates: about.predicates ?? null }),
      updated_at: deps.clock.now(),
    })
    const after = (await findShape(tx, scope, id))!
    const isStricter = after.enforced && (!before.enforced || after.turtle !== before.turtle)
    if (isStricter) await startEnforcing(deps, tx, caller, after)
    await deps.events.record(tx, caller, {
      action: 'shape.update',
      resource: { type: 'shape', id, label: after.name },
      changes: changesOf(before, after, patch),
      data: { context: scope.context },
    })
    return viewShape(after)
  })
}

export function deleteShape(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  ifVersion?: number,
): Promise<undefined> {
  const id = readShapeId(name) ?? notFound('shape', name)
  return transact(deps.db, async (tx) => {
    const shape = (await lockShape(tx, scope, id)) ?? notFound('shape', name)
    if (ifVersion !== undefined && ifVersion !== shape.version) staleVersion('shape', shape.version)
    await deleteShapeRow(tx, scope, id)
    await deps.events.record(tx, caller, {
      action: 'shape.delete',
      resource: { type: 'shape', id, label: shape.name },
      data: { context: scope.context },
    })
    return undefined
  })
}
