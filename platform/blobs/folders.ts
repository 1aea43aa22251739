// Folders whose entries survive a power cut: a file is only as durable as the entries that lead to it.
import { open, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes durable what stands in the folder and in those above it, up to `root`: any of them may be new. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  await syncFolder(folder)
  if (folder.length > root.length) await syncFolders(dirname(folder), root)
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
  // Whoever deletes the last object in a folder removes the folder: then there is nothing left to be kept.
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
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
