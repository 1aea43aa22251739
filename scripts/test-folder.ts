// The folder for files of tests, in memory if there is enough of it. Tests write some hundred megabytes, mostly small
// files, and never read them again after the run.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'veritrace-tests-'
const GB = 1024 ** 3
/** No run takes this long. */
const OLD_MS = 3_600_000

/** Sets the temporary folder, here and in child processes. It is deleted when this process ends. */
export function useTestFolder(): void {
  if (!hasPlenty()) return
  clearAway()
  const folder = mkdtempSync(join(MEMORY, NAME))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasPlenty(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > 2 * GB && process.availableMemory() > 8 * GB
  } catch {
    return false
  }
}

/** Killed runs leave their folders, and memory is scarcer than disk. */
function clearAway(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(NAME)))
    try {
      const folder = join(MEMORY, name)
      if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another user.
    }
}
