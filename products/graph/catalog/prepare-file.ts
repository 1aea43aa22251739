// Writes the file of a large context in a job, after the response.

import { type Caller, systemCaller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import type { Tables } from '../tables.ts'
import { TooNarrow } from '../terms/too-narrow.ts'
import type { ContextPlace } from './content-store.ts'
import { findDistribution, lockDistribution, touchDataset, updateDistributionRow } from './distribution-store.ts'
import { syntaxOf } from './rules.ts'
import { urnOf } from './urn.ts'
import { writeFile, writeSnapshot } from './write-file.ts'

export const PREPARE_FILE = 'prepare-distribution-file'

export interface FileToPrepare {
  tenant: string
  customer: string
  workspace: string
  id: string
}

export const keyOf = ({ tenant, workspace }: Pick<ContextPlace, 'tenant' | 'workspace'>, id: string): string =>
  `graph/${tenant}/${workspace}/distributions/${id}`

export const requestFile = (
  { jobs }: Pick<Graph, 'jobs'>,
  tx: Db<Tables>,
  { tenant, customer, workspace }: Caller,
  id: string,
): Promise<void> => jobs.add(tx, PREPARE_FILE, { tenant, customer, workspace, id } satisfies FileToPrepare)

/** Safe to run again after a crash: it writes the same key, and skips distributions that are ready or deleted. */
export async function prepareFile(deps: Graph, asked: FileToPrepare): Promise<void> {
  const anywhere = { tenant: asked.tenant, workspace: asked.workspace, context: undefined }
  const row = await findDistribution(deps.db, anywhere, asked.id)
  const syntax = syntaxOf(row?.format)
  if (row?.status !== 'preparing' || row.source_context === null || !syntax) return
  const place = { ...anywhere, context: row.source_context }
  const key = keyOf(place, row.id)
  try {
    const facts = (await writeFile(deps, place, syntax, key)) ?? (await writeSnapshot(deps, place, syntax, key))
    await save(deps, asked, { status: 'ready', blob_key: key, ...facts })
  } catch (error) {
    if (!(error instanceof TooNarrow)) throw error
    await save(deps, asked, { status: 'failed', problem: error.message })
  }
}

/** Deletes the file if the distribution was deleted while it was being written. */
async function save(
  { db, blobs, clock, events }: Graph,
  { tenant, customer, workspace, id }: FileToPrepare,
  fields: Parameters<typeof updateDistributionRow>[3],
): Promise<void> {
  const isThere = await transact(db, async (tx) => {
    const row = await lockDistribution(tx, { tenant, workspace, context: undefined }, id)
    if (!row) return false
    const now = clock.now()
    await updateDistributionRow(tx, { tenant, workspace }, id, { ...fields, updated_at: now })
    await touchDataset(tx, { tenant, workspace }, row.dataset_id, now)
    await events.record(
      tx,
      { ...systemCaller(tenant, customer), workspace },
      {
        action: 'distribution.prepare',
        resource: { type: 'distribution', id: urnOf('distribution', id), label: row.title || id },
        outcome: fields.status === 'ready' ? 'success' : 'failed',
        data: { status: fields.status },
      },
    )
    return true
  })
  if (!isThere) await blobs.delete(keyOf({ tenant, workspace }, id))
}
