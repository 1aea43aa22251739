// Adds a dataset to the catalog of the context.
import type { Dataset, NewDataset } from '@veritrace/contract/graph/catalog'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { datasetColumns } from './dataset-columns.ts'
import { findDataset, insertDataset, type Place } from './store.ts'
import { newBare, urnOf } from './urn.ts'
import { viewDataset } from './view.ts'

export const placeOf = (scope: Scope): Place => ({
  tenant: scope.tenant,
  workspace: scope.workspace,
  context: onlyContext(scope),
})

export function createDataset(deps: Graph, caller: Caller, scope: Scope, body: NewDataset): Promise<Dataset> {
  const columns = { ...datasetColumns(scope, body), title: body.title }
  return transact(deps.db, async (tx) => {
    const id = newBare()
    const now = deps.clock.now()
    await insertDataset(tx, {
      ...columns,
      id,
      tenant_id: scope.tenant,
      workspace_id: scope.workspace,
      context: scope.context,
      created_at: now,
      updated_at: now,
      created_by: caller.actor.id,
    })
    const row = (await findDataset(tx, placeOf(scope), id))!
    await deps.events.record(tx, caller, {
      action: 'dataset.create',
      resource: { type: 'dataset', id: urnOf('dataset', id), label: body.title },
    })
    return viewDataset(deps.publicUrl, row, [])
  })
}
