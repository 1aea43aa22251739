// Computes recommendations: on the main thread for small cases, in a worker thread for large ones, so that requests are
// still answered.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool } from '@veritrace/platform/threads/pool'
import type { ActivePack } from '../../packs/packs.ts'
import { composeRecommendations } from '../compose.ts'
import type { Recommended, RecommendOrder } from './messages.ts'

export interface Recommenders {
  recommend(order: RecommendOrder, asking: Asking): Promise<Recommended>
  close(): Promise<void>
}

/** Up to this many references, computing takes less time than copying the data to a thread. */
const SMALL_USES = 500

export function openRecommenders({ log }: { log: Log }): Recommenders {
  const pool = openPool<RecommendOrder, Recommended>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'recommendations',
    log,
    threads: 3,
    memoryMb: 1_024,
    limitMs: 300_000,
    mostWaiting: 64,
    failed: (why) => new AppError('unavailable', `Recommendations could not be computed (${why}).`),
  })
  return {
    async recommend({ reading, now }, asking) {
      const { subject, measured } = reading
      if (subject.estate.references.length <= SMALL_USES) return composeRecommendations(reading, now)
      return pool.run({ reading: { subject: { ...subject, active: slim(subject.active) }, measured }, now }, asking)
    },
    close: pool.close,
  }
}

/** Drops the parts of the pack that recommendations do not read, because everything sent to a thread is copied. */
const slim = ({ pack, ...active }: ActivePack): ActivePack => ({
  ...active,
  pack: { ...pack, sources: [], importers: {}, templates: {}, sample: {}, ontology: '', shapes: '', ui: {} },
})
