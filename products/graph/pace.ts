// Long work on the event loop in short turns, so that others are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface Pace {
  /** The turn has lasted long enough: `await rest()`. */
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
