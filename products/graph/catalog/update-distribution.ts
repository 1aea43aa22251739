// Updates or deletes a distribution.

import type { Checksum, Distribution, DistributionPatch } from '@veritrace/contract/graph/catalog'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { mergePatch } from '@veritrace/platform/merge-patch'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import type { Tables } from '../tables.ts'
import { placeOf } from './create-dataset.ts'
import { distributionColumns } from './create-distribution.ts'
import {
  deleteDistributionRow,
  findDistribution,
  lockDistribution,
  touchDataset,
  updateDistributionRow,
} from './distribution-store.ts'
import { forgetFiles } from './forget-files.ts'
import { refuseAll } from './refuse.ts'
import { checksumProblems, fileFields } from './rules.ts'
import { lockDataset } from './store.ts'
import type { DistributionRow } from './tables.ts'
import { bareOf, urnOf } from './urn.ts'
import { viewDistribution } from './view.ts'

export function updateDistribution(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  patch: DistributionPatch,
  ifVersion?: number,
): Promise<Distribution> {
  return transact(deps.db, async (tx) => {
    const place = placeOf(scope)
    const before = await lock(tx, scope, name, ifVersion)
    refuseGeneratedFields(before, patch)
    const columns = distributionColumns(patchedFields(before, patch))
    const now = deps.clock.now()
    await updateDistributionRow(tx, place, before.id, { ...columns, updated_at: now })
    await touchDataset(tx, place, before.dataset_id, now)
    const after = (await findDistribution(tx, place, before.id))!
    if (!after.access_url && !after.download_url && after.source_context === null)
      fail('unacceptable', 'A distribution that is not hosted here needs an accessURL or a downloadURL.')
    await deps.events.record(tx, caller, {
      action: 'distribution.update',
      resource: asResource(after),
      changes: changesOf(before, after, columns),
    })
    return viewDistribution(deps.publicUrl, after)
  })
}

function refuseGeneratedFields({ source_context }: DistributionRow, patch: DistributionPatch): void {
  const ours = source_context === null ? [] : fileFields(patch)
  if (ours.length > 0) fail('unacceptable', `This file is hosted here, so you cannot change ${ours.join(', ')}.`)
}

/** Merges partial objects of a patch with their previous values. */
function patchedFields(before: DistributionRow, { title, checksum, ...same }: DistributionPatch) {
  const whole = checksum === undefined ? undefined : checksum && mergePatch<Checksum>(before.checksum, checksum)
  refuseAll(checksumProblems(whole))
  return {
    ...same,
    ...(title !== undefined && { title: title ?? '' }),
    ...(whole !== undefined && { checksum: whole }),
  }
}

export function deleteDistribution(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  ifVersion?: number,
): Promise<undefined> {
  return transact(deps.db, async (tx) => {
    const place = placeOf(scope)
    const before = await lock(tx, scope, name, ifVersion)
    await deleteDistributionRow(tx, place, before.id)
    await touchDataset(tx, place, before.dataset_id, deps.clock.now())
    const dataset = (await lockDataset(tx, place, before.dataset_id))!
    await forgetFiles(deps, tx, dataset, [before])
    await deps.events.record(tx, caller, { action: 'distribution.delete', resource: asResource(before) })
    return undefined
  })
}

async function lock(tx: Db<Tables>, scope: Scope, name: string, ifVersion: number | undefined) {
  const row = await lockDistribution(tx, placeOf(scope), bareOf('distribution', name))
  if (!row) notFound('distribution', name)
  if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('distribution', row.version)
  return row
}

const asResource = ({ id, title }: DistributionRow) => ({
  type: 'distribution',
  id: urnOf('distribution', id),
  label: title || id,
})
