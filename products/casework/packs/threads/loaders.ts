// Worker threads that load uploaded packs, with a time and memory limit.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { openPool, type Pool } from '@veritrace/platform/threads/pool'
import type { Loaded } from '../load.ts'

const LIMIT_MS = 20_000

export const openLoaders = (log: Log): Pool<Uint8Array, Loaded> =>
  openPool<Uint8Array, Loaded>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'packs',
    log,
    threads: 3,
    memoryMb: 512,
    limitMs: LIMIT_MS,
    mostWaiting: 8,
    failed: (why) =>
      why === 'late' || why === 'broken'
        ? new AppError('pack_invalid', 'The pack is too large.', {
            errors: [{ path: '', message: 'takes too long or too much memory to load' }],
          })
        : new AppError('unavailable', 'Too many packs are being loaded. Try again.', {}, { 'retry-after': '2' }),
  })
