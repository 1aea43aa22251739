// Locks a file across containers that share nothing but a folder. Node has no flock, but its bundled SQLite takes locks
// of the operating system, which are released however the process ends.
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../ids.ts'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * No one else in this process may open the file: POSIX drops all locks of a process on a file when it closes any
 * handle.
 */
export function lockFile(path: string): FileLock | 'taken' | 'unsupported' {
  const lock = tryLock(path)
  if (lock !== 'taken') return lock
  // SQLite reports the same for a file system without locks, so probe a new file: if it is “taken” too, there are no
  // locks.
  const unknown = `${path}-${newId('probe')}`
  const probe = tryLock(unknown)
  if (typeof probe === 'object') probe.release()
  rmSync(unknown, { force: true })
  return typeof probe === 'object' ? 'taken' : 'unsupported'
}

function tryLock(path: string): FileLock | 'taken' | 'unsupported' {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path)
    // Nothing is ever written: the file stays empty and needs no journal file.
    file.exec('pragma journal_mode = memory; begin exclusive')
    const open = file
    return { release: () => open.close() }
  } catch (error) {
    file?.close()
    // The upper bits hold the extended error code.
    const code = Number((error as { errcode?: unknown }).errcode) & 0xff
    return code === SQLITE_BUSY ? 'taken' : 'unsupported'
  }
}
