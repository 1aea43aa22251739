// Consumers of the outbox, such as webhooks and the graph. Each row is handled once, in the transaction that moves the
// cursor.
import type { Db } from '../db/db.ts'
import type { Database } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import type { Log } from '../log.ts'
import { doorbellOf } from './doorbell.ts'
import { insertConsumer, listOutbox, lockConsumer, moveConsumer, type OutboxRow } from './outbox-store.ts'

export type { OutboxRow } from './outbox-store.ts'

export interface ConsumerOptions {
  database: Database
  log: Log
  /** Stable: the cursor is stored under this name. A new consumer starts with the oldest retained row. */
  name: string
  /**
   * Handles rows in the transaction that moves the cursor, so everything written through `tx` happens exactly once.
   * Make it short and local; add slow or outside work as a job with `tx`. When it throws, the same rows are delivered
   * again, so record and skip a row that can never be handled instead of throwing.
   * Rows of one tenant are ordered by `payload.sequence`, but rows of two concurrent transactions may be swapped:
   * compare the sequence if you need the order.
   */
  handle(tx: Db, rows: readonly OutboxRow[]): Promise<void>
  /** Rows per call. Default: 100. */
  batch?: number
}

export interface Consumer {
  /**
   * Starts consuming; only in processes with the role worker. Any number of processes may call it, but only one works
   * at a time.
   */
  start(): Promise<void>
  /** Finishes the current rows, then stops. */
  stop(): Promise<void>
  /** Handles all available rows unless another process is doing so. Returns the number of rows. */
  drain(): Promise<number>
}

const POLL_MS = 1_000
const MAX_WAIT_MS = 30_000

export function openConsumer(options: ConsumerOptions): Consumer {
  const { database, name, log } = options
  const doorbell = doorbellOf(database, log)
  let running: Promise<void> | undefined
  let stopping = false
  let rang = false
  let wake = (): void => {}

  const drain = async (): Promise<number> => {
    let total = 0
    for (;;) {
      const handled = await consumeBatch(database.db, options)
      total += handled
      if (handled < batchOf(options) || stopping) return total
    }
  }
  const pause = (ms: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, ms)
      wake = () => {
        clearTimeout(timer)
        done()
      }
    })
  const run = async (): Promise<void> => {
    const hush = await doorbell.listen('events', () => {
      rang = true
      wake()
    })
    let failures = 0
    while (!stopping) {
      rang = false
      try {
        await drain()
        failures = 0
        if (!rang && !stopping) await pause(POLL_MS)
      } catch (error) {
        failures += 1
        log.error({ err: error, consumer: name }, 'a consumer failed; it will retry')
        if (!stopping) await pauseAfter(failures)
      }
    }
    await hush()
  }
  /** Notifications do not shorten the pause: another attempt would fail again immediately. */
  const pauseAfter = async (failures: number): Promise<void> => {
    const until = Date.now() + Math.min(MAX_WAIT_MS, 250 * 2 ** Math.min(failures, 10))
    while (!stopping && Date.now() < until) await pause(until - Date.now())
  }

  return {
    async start() {
      await insertConsumer(database.db, name)
      running ??= run()
    },
    async stop() {
      stopping = true
      wake()
      await running
    },
    async drain() {
      await insertConsumer(database.db, name)
      return drain()
    },
  }
}

const batchOf = ({ batch = 100 }: Pick<ConsumerOptions, 'batch'>): number => batch

/**
 * Returns the number of handled rows, 0 if another process holds the consumer. The consumer must exist
 * (`insertConsumer`).
 */
export async function consumeBatch(
  db: Db,
  options: Pick<ConsumerOptions, 'name' | 'handle' | 'batch'>,
): Promise<number> {
  const { name } = options
  return transact(db, async (tx) => {
    const position = await lockConsumer(tx, name)
    if (!position) return 0
    const rows = await listOutbox(tx, position, batchOf(options))
    const last = rows.at(-1)
    if (!last) return 0
    // Ids are assigned under the lock of the tenant's chain, so within a tenant they follow the order of commits.
    const inOrder = rows.map(({ xid: _, ...row }) => row).sort((a, b) => a.id - b.id)
    await options.handle(tx, inOrder)
    await moveConsumer(tx, name, last)
    return rows.length
  })
}
