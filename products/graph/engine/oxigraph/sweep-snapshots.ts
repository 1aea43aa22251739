// Snapshots of workspaces that are gone, as those of a tenant whose rows were deleted: nobody asks for them again, so
// nothing else would come upon them. Every process looks after the folder on its own disk.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@veritrace/platform/log'
import { snapshotName } from './snapshots.ts'

interface Options {
  folder: string
  /** The keys of all workspaces that there are. */
  workspaces(): Promise<string[]>
  log: Log
  everyMs?: number
}

/** At once and every hour. */
export function keepSwept({ everyMs = 3_600_000, ...options }: Options): { close(): Promise<void> } {
  const sweep = () =>
    sweepSnapshots(options).catch((error) => options.log.warn({ err: error }, 'Old snapshots could not be deleted.'))
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, everyMs)
  timer.unref()
  return {
    close: () => {
      clearInterval(timer)
      return sweeping
    },
  }
}

export async function sweepSnapshots({ folder, workspaces }: Pick<Options, 'folder' | 'workspaces'>): Promise<void> {
  // Read before the workspaces: what is made meanwhile is of one that was there by then.
  const found = await readdir(folder).catch(() => [])
  if (found.length === 0) return
  const kept = new Set((await workspaces()).map(snapshotName))
  for (const name of found) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
}
