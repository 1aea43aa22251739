// What can wait does so while documents come and are read into the graph: both want the same processors.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface UnderWay {
  during<T>(work: () => Promise<T>): Promise<T>
  /** Until none has come or been read by this process for a moment, or for as long as one is willing to wait. */
  over(most: AbortSignal): Promise<void>
}

/** From one that has come to its job, and from one document of many to the next. */
const QUIET_MS = 300

export function openUnderWay(): UnderWay {
  const ends = new EventEmitter()
  let count = 0
  let lastEnd = Number.NEGATIVE_INFINITY
  return {
    async during(work) {
      count++
      try {
        return await work()
      } finally {
        count--
        lastEnd = performance.now()
        if (count === 0) ends.emit('over')
      }
    },
    async over(signal) {
      while (!signal.aborted) {
        const left = lastEnd + QUIET_MS - performance.now()
        if (count === 0 && left <= 0) return
        const waiting = count > 0 ? once(ends, 'over', { signal }) : sleep(left, undefined, { signal })
        await waiting.catch(() => undefined)
      }
    },
  }
}
