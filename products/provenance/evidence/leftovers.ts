// Deletes stored objects that no row refers to. This happens right away; a daily sweep retries failed deletions.
import { transact } from '@veritrace/platform/db/transact'
import type { Provenance } from '../deps.ts'
import { deleteLeftover, deleteOldUploads, insertLeftover, listLeftovers } from './upload-store.ts'

const DAY = 24 * 3_600_000

type Deps = Pick<Provenance, 'db' | 'blobs' | 'clock'>

/** Deletes the object first and its record second, so that a failure in between is retried. */
export async function deleteObject(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  tenant: string,
  storageKey: string,
): Promise<void> {
  await blobs.delete(storageKey)
  await deleteLeftover(db, tenant, storageKey)
}

/** Uploads not registered within a day, and objects left behind by a process that was killed. */
export async function sweepLeftovers(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - DAY)
  await transact(deps.db, async (tx) => {
    for (const { tenant_id, storage_key, used_at } of await deleteOldUploads(tx, before))
      if (!used_at) await insertLeftover(tx, tenant_id, storage_key, before)
  })
  for (const { tenant_id, storage_key } of await listLeftovers(deps.db, before))
    await deleteObject(deps, tenant_id, storage_key)
}
