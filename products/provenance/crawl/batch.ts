// Pages that have come: read while others are asked for, and recorded together. Closed, it leaves nothing unrecorded.
import type { Provenance } from '../deps.ts'
import { type Asked, readAsked } from './crawl-source.ts'
import { type Recorded, recordCrawls } from './record-crawl.ts'
import type { Run } from './request-page.ts'
import type { Ended } from './settle.ts'

/** Pages that are read at once; each is held in memory meanwhile. */
const MOST_READING = 4
/**
 * As many as most vendors have: what a page says is compared with the others once, while it is at hand. Small enough for a
 * crash to repeat little.
 */
const MOST_TOGETHER = 100

export interface Batch {
  /** Takes a page over; waits where too many are on their way. Throws what has befallen an earlier one. */
  add(asked: Asked | Ended): Promise<void>
  /** Until all that was taken over is recorded. */
  drain(): Promise<void>
  /** After a failure as well: what was read until then is kept. */
  close(): Promise<void>
}

export function openBatch(deps: Provenance, run: Run, recorded: (one: Recorded) => void): Batch {
  // Between polite requests there is time for each page of its own.
  const together = deps.crawl.delayMs > 0 ? 1 : MOST_TOGETHER
  const reading = new Set<Promise<void>>()
  const ready: Ended[] = []
  let writing: Promise<void> = Promise.resolve()
  let failure: { error: unknown } | undefined

  const read = async (asked: Asked | Ended): Promise<void> => {
    try {
      ready.push(await readAsked(deps, asked))
      if (ready.length >= together) await write()
    } catch (error) {
      failure ??= { error }
    }
  }
  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      const batch = ready.splice(0, MOST_TOGETHER)
      if (batch.length > 0) for (const one of await recordCrawls(deps, run, batch)) recorded(one)
    })
    return writing
  }
  const settle = async (): Promise<void> => {
    await Promise.all(reading)
    await write()
  }
  const rethrow = (): void => {
    if (failure) throw failure.error
  }
  return {
    async add(asked) {
      while (reading.size >= MOST_READING) await Promise.race(reading)
      rethrow()
      const one: Promise<void> = read(asked).finally(() => reading.delete(one))
      reading.add(one)
      if (together === 1) await one
    },
    async drain() {
      await settle()
      rethrow()
    },
    async close() {
      await settle().catch((error: unknown) => deps.log.warn({ err: error }, 'pages that were read are not recorded'))
    },
  }
}
