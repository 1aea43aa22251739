// Threads of one process share its processors. One that works long yields to those that have just begun, as far as the system
// lets us say so: Linux, which knows a priority for each thread.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** The number of the calling thread in the system; undefined if it has none of its own. */
export function threadNumber(): number | undefined {
  // Elsewhere the same number could be another process.
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** A tenth of the time of one that does not yield. */
const YIELDING = 10

/** Whether it was done: to take it back needs a right that few processes have. */
export function setYielding(thread: number, isYielding: boolean): boolean {
  try {
    setPriority(thread, isYielding ? YIELDING : 0)
    return true
  } catch {
    return false
  }
}
