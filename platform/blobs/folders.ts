// Folders whose entries survive a power cut: a file is only as durable as the entries that lead to it.
import { closeSync, fsync, openSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const syncFile = promisify(fsync)

/** Folders whose own entry is durable. */
const kept = new Set<string>()
const MOST_KEPT = 10_000

/** Makes durable what stands in the folder and in those above it, up to `root`, unless they are known to be. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  await syncFolder(folder)
  if (folder.length <= root.length || kept.has(folder)) return
  await syncFolders(dirname(folder), root)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.add(folder)
}

/** Makes the folder, where it was not there or is no more. */
export async function makeFolder(folder: string, root: string): Promise<void> {
  for (let above = folder; above.length > root.length; above = dirname(above)) kept.delete(above)
  await mkdir(folder, { recursive: true })
}

const running = new Map<string, Promise<void>>()
const next = new Map<string, Promise<void>>()

/** Those who ask while a folder is being synced share the one after it, which begins after all that they have written. */
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

/** Here and now, since it is likely in memory: a trip to another thread takes longer. */
function openFolder(folder: string): number | undefined {
  try {
    return openSync(folder, 'r')
  } catch (error) {
    // Whoever deletes the last object in a folder removes the folder: then there is nothing left to be kept.
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Removes the folder and those above it while they are empty, up to `root`. */
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
