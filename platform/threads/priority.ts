// Threads of one process share its processors. A long-running thread yields to new work if the system supports it:
// Linux has a priority per thread.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The system's ID of the calling thread; undefined if it has none. */
export function threadNumber(): number | undefined {
  // On other systems the same number could be another process.
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** Gives it a tenth of the CPU time of a thread that does not yield. */
const YIELDING = 10

/** Whether it succeeded: raising the priority again needs a right that few processes have. */
export function setYielding(thread: number, isYielding: boolean): boolean {
  try {
    setPriority(thread, isYielding ? YIELDING : 0)
    return true
  } catch {
    return false
  }
}
