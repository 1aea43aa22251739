// Delays low-priority work while documents are received and read, because both compete for the same processors.
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Activity {
  track<T>(work: () => Promise<T>): Promise<T>
  /** Waits until this process has been idle for a moment, or until the signal aborts. */
  idle(signal: AbortSignal): Promise<void>
}

/** Bridges the gap between the upload and its job, and between one document and the next. */
const QUIET_MS = 300

export function openActivity(): Activity {
  const ends = new EventEmitter()
  let count = 0
  let lastEnd = Number.NEGATIVE_INFINITY
  return {
    async track(work) {
      count++
      try {
        return await work()
      } finally {
        count--
        lastEnd = performance.now()
        if (count === 0) ends.emit('idle')
      }
    },
    async idle(signal) {
      while (!signal.aborted) {
        const left = lastEnd + QUIET_MS - performance.now()
        if (count === 0 && left <= 0) return
        const waiting = count > 0 ? once(ends, 'idle', { signal }) : sleep(left, undefined, { signal })
        await waiting.catch(() => undefined)
      }
    },
  }
}
