// Opens transactions, and runs callbacks after their commit.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './db.ts'
import { noteFailure } from './full-disk.ts'

const afterCommits = new WeakMap<Db, (() => void)[]>()

/** Wraps the first transaction of a request; idempotency keys use it. */
export interface TransactionFrame {
  begin(tx: Db): Promise<void>
  end(tx: Db, result: unknown): Promise<void>
}
export const transactionFrame = new AsyncLocalStorage<{ frame?: TransactionFrame }>()

/** Runs work with its own transactions, none of which counts as the transaction of the request. */
export const aside = <T>(work: () => Promise<T>): Promise<T> => transactionFrame.run({}, work)

const inside = new AsyncLocalStorage<{ open: boolean }>()
/** Whether the caller runs inside an open transaction. */
export const isInTransaction = (): boolean => inside.getStore()?.open === true

/**
 * Runs `work` in one transaction. Every query inside must use `tx`: on the embedded database a query on the pool
 * would deadlock, because it waits for the transaction that waits for it.
 */
export async function transact<D extends Db, T>(db: D, work: (tx: D) => Promise<T>): Promise<T> {
  const slot = transactionFrame.getStore()
  const frame = slot?.frame
  if (slot) slot.frame = undefined
  const callbacks: (() => void)[] = []
  const run = async (transaction: unknown): Promise<T> => {
    const tx = transaction as D
    afterCommits.set(tx, callbacks)
    const mark = { open: true }
    try {
      return await inside.run(mark, async () => {
        await frame?.begin(tx)
        const value = await work(tx)
        await frame?.end(tx, value)
        return value
      })
    } finally {
      // Work that outlives the transaction is outside of it from now on.
      mark.open = false
    }
  }
  const result = await db
    .transaction()
    .execute(run)
    .catch((error) => {
      noteFailure(db, error)
      // The transaction was rolled back, so the next attempt of the same request is the first transaction again.
      if (slot && frame) slot.frame = frame
      throw error
    })
  for (const callback of callbacks) callback()
  return result
}

/** Runs `callback` once the transaction of `tx` has committed, or immediately if there is no transaction. */
export function afterCommit(tx: Db, callback: () => void): void {
  const callbacks = afterCommits.get(tx)
  if (callbacks) callbacks.push(callback)
  else callback()
}
