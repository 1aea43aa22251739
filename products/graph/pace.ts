// Splits long work on the event loop into short turns, so that other requests are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Pace {
  /** True if the turn has lasted long enough; then `await rest()`. */
  isOver(): boolean
  rest(): Promise<void>
}

const TURN_MS = 8

export function openPace(): Pace {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began >= TURN_MS,
    async rest() {
      await nextTurn()
      began = performance.now()
    },
  }
}
