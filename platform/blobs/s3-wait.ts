// Gives up early on a store that hangs, and fails all calls to it for a moment. Without this, a caller would wait for
// three attempts and then again for the cleanup.
import type { S3Client } from '@aws-sdk/client-s3'
import { StoreSilent } from './s3-failures.ts'

export interface Within {
  abortSignal: AbortSignal
}

export interface Patience {
  /** Limits the time until the response begins. Its body may take any time. */
  wait<T>(work: (within: Within) => Promise<T>, ms?: number): Promise<T>
}

/** Long enough for the cleanup after a failure to fail fast too. */
const PAUSE_MS = 2_000

export function openPatience(client: S3Client, usualMs: number): Patience {
  let pausedUntil = Number.NEGATIVE_INFINITY
  const pause = (): void => {
    pausedUntil = performance.now() + PAUSE_MS
  }
  /** Runs inside the retry middleware, which retries timeouts and rejected or dropped connections. */
  const once =
    <A, R>(next: (args: A) => Promise<R>) =>
    async (args: A): Promise<R> => {
      if (performance.now() < pausedUntil) throw new StoreSilent('The blob store timed out moments ago.')
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
