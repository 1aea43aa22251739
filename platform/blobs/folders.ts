// Creates folders that survive a power cut: a file is durable only if all directory entries that lead to it are.
import { closeSync, fsync, openSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const syncFile = promisify(fsync)

/** Folders whose own entry is already durable. */
const durable = new Set<string>()
const MAX_FOLDERS = 10_000

/** Makes the entries of the folder durable, and those of its parents up to `root` unless they already are. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  await syncFolder(folder)
  if (folder.length <= root.length || durable.has(folder)) return
  await syncFolders(dirname(folder), root)
  if (durable.size >= MAX_FOLDERS) durable.clear()
  durable.add(folder)
}

/** Creates the folder if it never existed or has been removed. */
export async function makeFolder(folder: string, root: string): Promise<void> {
  for (let above = folder; above.length > root.length; above = dirname(above)) durable.delete(above)
  await mkdir(folder, { recursive: true })
}

const running = new Map<string, Promise<void>>()
const next = new Map<string, Promise<void>>()

/** Callers that arrive while a folder is being synced share the next sync, which starts after all their writes. */
export function syncFolder(folder: string): Promise<void> {
  const current = running.get(folder)
  if (!current) return startSync(folder)
  const known = next.get(folder)
  if (known) return known
  const waiting = current
    .catch(() => {})
    .then(() => {
      next.delete(folder)
      return startSync(folder)
    })
  next.set(folder, waiting)
  return waiting
}

function startSync(folder: string): Promise<void> {
  const sync = syncNow(folder).finally(() => {
    if (running.get(folder) === sync) running.delete(folder)
  })
  running.set(folder, sync)
  return sync
}

async function syncNow(folder: string): Promise<void> {
  // Windows cannot open folders; its file systems write entries through.
  if (process.platform === 'win32') return
  const file = openFolder(folder)
  if (file === undefined) return
  try {
    await syncFile(file)
  } finally {
    closeSync(file)
  }
}

/** Synchronous because the entry is probably cached; a trip to another thread would take longer. */
function openFolder(folder: string): number | undefined {
  try {
    return openSync(folder, 'r')
  } catch (error) {
    // Deleting the last object in a folder removes the folder, so nothing remains to sync.
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Removes the folder and its parents while they are empty, up to `root`. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.length > root.length; empty = dirname(empty)) {
    try {
      await rmdir(empty)
    } catch {
      return
    }
  }
}

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
