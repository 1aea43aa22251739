// Where tests keep what they write: in memory, if there is plenty of it. They write some hundred megabytes, small files most
// of them, and read nothing of it again after their end.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = 'veritrace-tests-'
const GB = 1024 ** 3
/** No run takes as long. */
const OLD_MS = 3_600_000

/** From now on the folder for temporary files, here and in processes that are started. It goes when this process ends. */
export function useTestFolder(): void {
  if (!hasPlenty()) return
  clearAway()
  const folder = mkdtempSync(join(MEMORY, NAME))
  // PostgreSQL may run as somebody else.
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

/** Who was killed has left its folder, and memory is short sooner than a disk. */
function clearAway(): void {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(NAME)))
    try {
      const folder = join(MEMORY, name)
      if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another person's.
    }
}
