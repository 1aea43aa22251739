// Limits how many queries and updates of a tenant run at once. The rest wait briefly, in order of arrival.
import { AppError } from '@veritrace/platform/errors'
import type { Asker } from '../engine/engine.ts'

export interface Turns {
  /** Runs the work when its turn comes; 429 if that takes too long. */
  take<T>(tenant: string, atOnce: number, work: () => Promise<T>, asker?: Asker): Promise<T>
}

export interface TurnsOptions {
  /** The longest wait for a turn. */
  waitMs?: number
  /** The maximum number of waiting requests per tenant. */
  mostWaiting?: number
}

interface Line {
  running: number
  /** In order of arrival. */
  waiting: Set<() => void>
}

export function openTurns({ waitMs = 5_000, mostWaiting = 256 }: TurnsOptions = {}): Turns {
  const lines = new Map<string, Line>()

  function lineOf(tenant: string): Line {
    const line = lines.get(tenant) ?? { running: 0, waiting: new Set() }
    lines.set(tenant, line)
    return line
  }

  function leave(tenant: string, line: Line): void {
    const [next] = line.waiting
    // Passed directly to the next one, so that a new request cannot take the place.
    if (next) next()
    else line.running -= 1
    if (line.running === 0) lines.delete(tenant)
  }

  return {
    async take(tenant, atOnce, work, asker) {
      const line = lineOf(tenant)
      if (line.running < atOnce) line.running += 1
      else if (line.waiting.size >= mostWaiting) throw tooMany(atOnce)
      else await turn(line, { waitMs, atOnce, signal: asker?.signal })
      try {
        return await work()
      } finally {
        leave(tenant, line)
      }
    },
  }
}

function turn(
  line: Line,
  { waitMs, atOnce, signal }: { waitMs: number; atOnce: number; signal: AbortSignal | undefined },
) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settle = (then: () => void): void => {
    line.waiting.delete(come)
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    then()
  }
  const come = (): void => settle(resolve)
  const abort = (): void => settle(() => reject(signal?.reason))
  const timer = setTimeout(() => settle(() => reject(tooMany(atOnce))), waitMs)
  signal?.addEventListener('abort', abort, { once: true })
  line.waiting.add(come)
  return promise
}

const tooMany = (atOnce: number): AppError =>
  new AppError(
    'too_many_queries',
    `At most ${atOnce} queries and updates of a tenant can run at once, and this one timed out in the queue.`,
    { limit: atOnce },
    { 'retry-after': '2' },
  )
