// Counts calls in memory and writes them once a second, so that reads do not cost writes.

import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { addUsage, type UsageCount } from './store.ts'

export interface Meter {
  count(caller: Caller, product: string, operation: string, units?: number): void
  /** Writes everything counted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 1_000

export function openMeter(db: Db, clock: Clock, log: Log): Meter {
  let counts = new Map<string, UsageCount>()
  let writing = Promise.resolve()

  const write = async (): Promise<void> => {
    const batch = counts
    counts = new Map()
    try {
      await addUsage(db, [...batch.values()])
    } catch (error) {
      log.warn({ err: error }, 'usage could not be written; it will be retried')
      for (const count of batch.values()) add(count)
    }
  }
  const add = (count: UsageCount): void => {
    const key = `${count.tenant} ${count.product} ${count.operation} ${count.minute.getTime()}`
    const known = counts.get(key)
    if (known) known.units += count.units
    else counts.set(key, count)
  }
  const flush = (): Promise<void> => {
    if (counts.size > 0) writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, FLUSH_MS)
  timer.unref()

  return {
    count(caller, product, operation, units = 1) {
      const minute = new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000)
      add({ tenant: caller.tenant, customer: caller.customer, product, operation, minute, units })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
