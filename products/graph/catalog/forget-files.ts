// Deletes files after their rows, in a job, so that a crash leaves no unused files. Published files stay.
import type { Db } from '@veritrace/platform/db/db'
import type { Graph } from '../deps.ts'
import type { Tables } from '../tables.ts'
import { insertKeptFile, listPublished } from './kept-file-store.ts'
import type { DatasetRow, DistributionRow } from './tables.ts'
import { urnOf } from './urn.ts'

export const FORGET_FILES = 'forget-distribution-files'

export interface FilesToForget {
  keys: string[]
}

/** Call in the transaction that has locked the dataset, so that it cannot be published at the same time. */
export async function forgetFiles(
  { jobs }: Pick<Graph, 'jobs'>,
  tx: Db<Tables>,
  dataset: DatasetRow,
  distributions: readonly DistributionRow[],
): Promise<void> {
  const { tenant_id: tenant, workspace_id: workspace } = dataset
  const hosted = distributions.filter(({ blob_key }) => blob_key !== null)
  if (hosted.length === 0) return
  const published = await listPublished(tx, { tenant, workspace }, dataset.id)
  const isPublished = ({ id }: DistributionRow) => published.has(urnOf('distribution', id))
  for (const one of hosted.filter(isPublished)) await insertKeptFile(tx, keptFile(dataset, one))
  const keys = hosted.flatMap((one) => (isPublished(one) ? [] : one.blob_key!))
  if (keys.length > 0) await jobs.add(tx, FORGET_FILES, { keys } satisfies FilesToForget)
}

const keptFile = ({ context }: DatasetRow, row: DistributionRow) => ({
  tenant_id: row.tenant_id,
  workspace_id: row.workspace_id,
  context,
  distribution_id: row.id,
  title: row.title,
  media_type: row.media_type!,
  format: row.format,
  blob_key: row.blob_key!,
  source_context: row.source_context!,
})

export async function deleteFiles({ blobs }: Pick<Graph, 'blobs'>, { keys }: FilesToForget): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}
