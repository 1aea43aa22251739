// Creates a draft for an existing target.
import type { Artifact, NewArtifact } from '@veritrace/contract/graph/workflow'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { bareOf, newBare, urnOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import { findArtifact, insertArtifact } from './store.ts'
import { READ_TARGET } from './targets.ts'
import { viewArtifact } from './view.ts'

export function createArtifact(deps: Graph, caller: Caller, scope: Scope, body: NewArtifact): Promise<Artifact> {
  const { kind, title, targetId } = body
  const { tenant, workspace, context } = scope
  const target = kind === 'document' ? targetId : bareOf(kind, targetId)
  return transact(deps.db, async (tx) => {
    const found = await READ_TARGET[kind]({ ...deps, db: tx }, { tenant, workspace, context }, target)
    if (!found) unknown('targetId', `refers to the ${kind} “${targetId}”, which is unknown in this context`)
    const id = newBare()
    const now = deps.clock.now()
    await insertArtifact(tx, {
      tenant_id: tenant,
      workspace_id: workspace,
      context,
      id,
      kind,
      target_id: target,
      title,
      created_at: now,
      updated_at: now,
      created_by: caller.actor.id,
    })
    const row = (await findArtifact(tx, { tenant, workspace, context }, id))!
    await deps.events.record(tx, caller, {
      action: 'artifact.create',
      resource: { type: 'artifact', id: urnOf('artifact', id), label: title },
      data: { kind, target_id: targetId },
    })
    return viewArtifact(row, [])
  })
}

export const unknown = (path: string, message: string): never =>
  fail('unknown_reference', `${path} ${message}.`, { errors: [{ path, message }] })
