// Requests embedding when a user searches by meaning, so that recent writes are found soon.
import { aside, transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { isBehind } from './progress-store.ts'

export const EMBED_WORKSPACE = 'embed-workspace'

const AGAIN_MS = 5_000
const MOST_REMEMBERED = 10_000

/** Adds the job if labels of the workspace are not embedded yet. Without it, embedding starts within a minute. */
export async function requestEmbedding(
  { db, jobs, clock, search }: Pick<Graph, 'db' | 'jobs' | 'clock' | 'search'>,
  tenant: string,
  workspace: string,
): Promise<void> {
  const key = `${tenant} ${workspace}`
  const now = clock.now().getTime()
  if (now - (search.requested.get(key) ?? 0) < AGAIN_MS) return
  if (search.requested.size >= MOST_REMEMBERED) search.requested.clear()
  search.requested.set(key, now)
  if (!(await isBehind(db, tenant, workspace, search.embedder.kind))) return
  await aside(() => transact(db, (tx) => jobs.add(tx, EMBED_WORKSPACE, { tenant, workspace }, { key })))
}
