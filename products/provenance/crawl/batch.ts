// Extracts fetched pages while others are fetched, and records them together. close() records whatever is left.
import type { Provenance } from '../deps.ts'
import { type Asked, readAsked } from './crawl-source.ts'
import { type Recorded, recordCrawls } from './record-crawl.ts'
import type { Run } from './request-page.ts'
import type { Ended } from './settle.ts'

/** Concurrent extractions. Each keeps its page in memory. */
const MOST_READING = 4
/**
 * Pages per transaction. Enough for all pages of most vendors, because claims are compared with the vendor's other
 * pages once per transaction. Small enough that a crash repeats little work.
 */
const MOST_TOGETHER = 100

export interface Batch {
  /** Takes a page. Waits if too many are being processed. Throws the failure of an earlier page. */
  add(asked: Asked | Ended): Promise<void>
  /** Resolves when all pages taken so far are recorded. */
  drain(): Promise<void>
  /** Also after a failure: records all pages that were read. */
  close(): Promise<void>
}

export function openBatch(deps: Provenance, run: Run, recorded: (one: Recorded) => void): Batch {
  // With a pause between requests, there is time to record each page on its own.
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
      await settle().catch((error: unknown) =>
        deps.log.warn({ err: error }, 'pages that were read could not be recorded'),
      )
    },
  }
}
