// How many calls this process works on: more than it can do would only wait, and take their memory and everybody's time.
import { fail } from '../errors.ts'

export interface WorkCount {
  /** Refuses what would be one too many. */
  take(): void
  /** What has been let in, and goes on. */
  goOn(): void
  /** Also of those who have left meanwhile: what they asked for is done all the same. */
  done(): void
}

const SOON = { 'retry-after': '1' }

export function countWork(most: number): WorkCount {
  let count = 0
  return {
    take: () => {
      if (count >= most) fail('unavailable', 'This server has as much to do as it takes at a time.', {}, SOON)
      count++
    },
    goOn: () => {
      count++
    },
    done: () => {
      count--
    },
  }
}
