// Snapshots of workspaces that are gone, as those of a tenant whose rows were deleted: nobody asks for them again, so
// nothing else would come upon them.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshotName } from './snapshots.ts'

interface Options {
  folder: string
  /** The keys of all workspaces that there are. */
  workspaces(): Promise<string[]>
}

export async function sweepSnapshots({ folder, workspaces }: Options): Promise<void> {
  // Read before the workspaces: what is made meanwhile is of one that was there by then.
  const found = await readdir(folder).catch(() => [])
  if (found.length === 0) return
  const kept = new Set((await workspaces()).map(snapshotName))
  for (const name of found) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}
