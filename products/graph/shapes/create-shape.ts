// Stores shapes after checking that we can run them.
import type { NewShape, Shape } from '@veritrace/contract/graph/shapes'
import type { Caller } from '@veritrace/platform/caller'
import { newId } from '@veritrace/platform/ids'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { checked } from './check-turtle.ts'
import { startEnforcing } from './enforce-shapes.ts'
import { findShape, insertShape } from './store.ts'
import { viewShape } from './view.ts'

export async function createShape(deps: Graph, caller: Caller, scope: Scope, body: NewShape): Promise<Shape> {
  const { targetClasses, predicates } = await checked(deps, caller, body.turtle)
  const id = newId('shp')
  const now = deps.clock.now()
  return deps.trials.transact(caller, async (tx) => {
    await insertShape(tx, {
      id,
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      context: scope.context,
      name: body.name,
      turtle: body.turtle,
      target_classes: targetClasses,
      predicates: predicates ?? null,
      enforced: body.enforced ?? false,
      created_at: now,
      updated_at: now,
      created_by: caller.actor.id,
    })
    const shape = (await findShape(tx, scope, id))!
    if (shape.enforced) await startEnforcing(deps, tx, caller, shape)
    await deps.events.record(tx, caller, {
      action: 'shape.create',
      resource: { type: 'shape', id, label: shape.name },
      data: { context: scope.context, enforced: shape.enforced },
    })
    return viewShape(shape)
  })
}
