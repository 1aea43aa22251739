// A lock of the file system: two containers that share a folder share nothing else. Node has no flock; SQLite, which it
// brings along, takes the system's locks, and those end with their process in whatever way it ends.
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../ids.ts'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/** Nothing may open the file besides: POSIX drops all locks of a process on a file when it closes any handle of it. */
export function lockFile(path: string): FileLock | 'taken' | 'unsupported' {
  const lock = tryLock(path)
  if (lock !== 'taken') return lock
  // SQLite says the same of a file system that has no locks to give: there even a file that nobody knows is taken.
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
    // Nothing is ever written: the file stays empty, and needs no journal beside it.
    file.exec('pragma journal_mode = memory; begin exclusive')
    const open = file
    return { release: () => open.close() }
  } catch (error) {
    file?.close()
    // The upper bits say more than we ask.
    const code = Number((error as { errcode?: unknown }).errcode) & 0xff
    return code === SQLITE_BUSY ? 'taken' : 'unsupported'
  }
}
