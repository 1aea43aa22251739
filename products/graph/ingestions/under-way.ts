// What can wait does so while documents are read into the graph: both want the same processors.
import { EventEmitter, once } from 'node:events'

export interface UnderWay {
  during<T>(work: () => Promise<T>): Promise<T>
  /** Until none is read by this process, or for as long as one is willing to wait. */
  over(most: AbortSignal): Promise<void>
}

export function openUnderWay(): UnderWay {
  const ends = new EventEmitter()
  let count = 0
  return {
    async during(work) {
      count++
      try {
        return await work()
      } finally {
        count--
        if (count === 0) ends.emit('over')
      }
    },
    async over(most) {
      if (count > 0 && !most.aborted) await once(ends, 'over', { signal: most }).catch(() => undefined)
    },
  }
}
