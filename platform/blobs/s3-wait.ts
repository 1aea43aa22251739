// A store that hangs is given up early, is not retried, and is left alone for a moment: otherwise a caller would wait for three
// tries, and again for the cleanup after them.
import type { S3Client } from '@aws-sdk/client-s3'
import { StoreSilent } from './s3-failures.ts'

export interface Within {
  abortSignal: AbortSignal
}

export interface Patience {
  /** Until the answer begins. Its bytes may take as long as they take. */
  wait<T>(work: (within: Within) => Promise<T>, ms?: number): Promise<T>
}

/** Long enough to tidy up after what has failed without waiting for the same store again. */
const PAUSE_MS = 2_000

export function openPatience(client: S3Client, usualMs: number): Patience {
  let pausedUntil = Number.NEGATIVE_INFINITY
  const pause = (): void => {
    pausedUntil = performance.now() + PAUSE_MS
  }
  /** Inside of what asks again: it does so after a time limit, and for what was refused or cut off. */
  const once =
    <A, R>(next: (args: A) => Promise<R>) =>
    async (args: A): Promise<R> => {
      if (performance.now() < pausedUntil) throw new StoreSilent('It was silent just now.')
      try {
        return await next(args)
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error
        pause()
        throw new StoreSilent((error as Error).message)
      }
    }
  client.middlewareStack.add((next) => once(next), { step: 'deserialize', priority: 'low' })
  return {
    async wait(work, ms = usualMs) {
      const giveUp = new AbortController()
      const timer = setTimeout(() => giveUp.abort(), ms)
      try {
        return await work({ abortSignal: giveUp.signal })
      } catch (error) {
        if (giveUp.signal.aborted) pause()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
