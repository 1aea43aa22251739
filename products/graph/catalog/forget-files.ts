// Files go after the rows that name them: by a job, so that a crash leaves none behind.
import type { Db } from '@veritrace/platform/db/db'
import type { Graph } from '../deps.ts'
import type { DistributionRow } from './tables.ts'

export const FORGET_FILES = 'forget-distribution-files'

export interface FilesToForget {
  keys: string[]
}

export async function forgetFiles(
  { jobs }: Pick<Graph, 'jobs'>,
  tx: Db,
  distributions: readonly DistributionRow[],
): Promise<void> {
  const keys = distributions.flatMap(({ blob_key }) => blob_key ?? [])
  if (keys.length > 0) await jobs.add(tx, FORGET_FILES, { keys } satisfies FilesToForget)
}

export async function deleteFiles({ blobs }: Pick<Graph, 'blobs'>, { keys }: FilesToForget): Promise<void> {
  for (const key of keys) await blobs.delete(key)
}
