// Updates or deletes a dataset.
import type { Dataset, DatasetPatch } from '@veritrace/contract/graph/catalog'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import type { Tables } from '../tables.ts'
import { placeOf } from './create-dataset.ts'
import { datasetColumns, patchedFields } from './dataset-columns.ts'
import { listDistributions } from './distribution-store.ts'
import { forgetFiles } from './forget-files.ts'
import { deleteDatasetRow, findDataset, lockDataset, updateDatasetRow } from './store.ts'
import type { DatasetRow } from './tables.ts'
import { bareOf, urnOf } from './urn.ts'
import { viewDataset } from './view.ts'

export function updateDataset(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  patch: DatasetPatch,
  ifVersion?: number,
): Promise<Dataset> {
  return transact(deps.db, async (tx) => {
    const before = await lock(tx, scope, name, ifVersion)
    const columns = datasetColumns(scope, patchedFields(before, patch))
    const place = placeOf(scope)
    await updateDatasetRow(tx, place, before.id, { ...columns, updated_at: deps.clock.now() })
    const after = (await findDataset(tx, place, before.id))!
    const distributions = await listDistributions(tx, place, [before.id])
    await deps.events.record(tx, caller, {
      action: 'dataset.update',
      resource: asResource(after),
      changes: changesOf(before, after, columns),
    })
    return viewDataset(deps.publicUrl, after, distributions)
  })
}

export function deleteDataset(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  ifVersion?: number,
): Promise<undefined> {
  return transact(deps.db, async (tx) => {
    const before = await lock(tx, scope, name, ifVersion)
    const place = placeOf(scope)
    const distributions = await listDistributions(tx, place, [before.id])
    await deleteDatasetRow(tx, place, before.id)
    await forgetFiles(deps, tx, before, distributions)
    await deps.events.record(tx, caller, { action: 'dataset.delete', resource: asResource(before) })
    return undefined
  })
}

async function lock(tx: Db<Tables>, scope: Scope, name: string, ifVersion: number | undefined): Promise<DatasetRow> {
  const row = (await lockDataset(tx, placeOf(scope), bareOf('dataset', name))) ?? notFound('dataset', name)
  if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('dataset', row.version)
  return row
}

const asResource = ({ id, title }: DatasetRow) => ({ type: 'dataset', id: urnOf('dataset', id), label: title })
