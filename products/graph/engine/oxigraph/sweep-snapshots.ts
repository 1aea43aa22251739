// Deletes snapshots of workspaces that no longer exist, such as those of purged tenants. No request would find them
// otherwise.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshotName } from './snapshots.ts'

interface Options {
  folder: string
  /** The keys of all existing workspaces. */
  workspaces(): Promise<string[]>
}

export async function sweepSnapshots({ folder, workspaces }: Options): Promise<void> {
  // List the folder first: a snapshot created in between belongs to a workspace that the later query returns.
  const found = await readdir(folder).catch(() => [])
  if (found.length === 0) return
  const kept = new Set((await workspaces()).map(snapshotName))
  for (const name of found) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}
