// Writes statements to the database before it is their turn, with the number that their change will have if there is no
// other writer. This does not lock the workspace, so early writes give way to a writer that does (docs/adr/0035).
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { PackedRows } from './packed-rows.ts'
import { copyPacked } from './store-statements.ts'
import type { Common } from './tables.ts'
import { isConflict, resetLockTimeout, setLockTimeout } from './write-store.ts'

/** The number and time with which the statements were stored. */
export type Stored = Pick<Common, 'seq' | 'now'>

class GaveWay extends Error {}

/** Less than the second after which the database breaks a deadlock, so that the early write always gives way. */
const LONGEST_WAIT_MS = 100
/** The database cannot see a wait for a turn. Another writer of the same statements waits for at most this long. */
const LONGEST_TURN_MS = 500

/**
 * Stores the statements and waits for their turn. They are only valid after `confirm`: if that or this fails with
 * `gaveWay`, roll back and write them again in turn.
 */
export async function storeEarly(
  tx: Db<Tables>,
  packed: PackedRows,
  common: Common,
  turn: Promise<unknown>,
): Promise<Stored> {
  await setLockTimeout(tx, LONGEST_WAIT_MS)
  await copyPacked(tx, packed, common)
  await inTime(turn)
  return common
}

async function inTime(turn: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new GaveWay('The early write timed out.')), LONGEST_TURN_MS)
  await Promise.race([turn, late.promise]).finally(() => clearTimeout(timer))
}

/** Call once the workspace is locked and `seq` is the number of its next change. */
export async function confirm(tx: Db<Tables>, stored: Stored, seq: number): Promise<void> {
  if (stored.seq !== seq) throw new GaveWay('Another change has taken the number.')
  await resetLockTimeout(tx)
}

export const gaveWay = (error: unknown): boolean => error instanceof GaveWay || isConflict(error)
