// Statements that go to the database before it is their turn, under the number that their change will have if nobody else
// writes to the workspace meanwhile. They do not hold it, so they give way to whoever does (docs/adr/0035).
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import type { PackedRows } from './packed-rows.ts'
import { copyPacked } from './store-statements.ts'
import type { Common } from './tables.ts'
import { isInTheWay, waitAsEver, waitAtMost } from './write-store.ts'

/** What was stored, and under which number. */
export type Stored = Pick<Common, 'seq' | 'now'>

class GaveWay extends Error {}

/** Less than the second after which the database ends one of two who wait for each other: so it is always this one. */
const LONGEST_WAIT_MS = 100
/** The database does not see who waits for a turn. Whoever wants the same statements waits no longer than this for them. */
const LONGEST_TURN_MS = 500

/**
 * Until `confirm` nothing is certain: what fails by then with `gaveWay` must be rolled back, and done again in its turn.
 * Ends when it is its turn.
 */
export async function storeAhead(
  tx: Db<Tables>,
  packed: PackedRows,
  common: Common,
  turn: Promise<unknown>,
): Promise<Stored> {
  await waitAtMost(tx, LONGEST_WAIT_MS)
  await copyPacked(tx, packed, common)
  await inTime(turn)
  return common
}

async function inTime(turn: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new GaveWay('The turn did not come in time.')), LONGEST_TURN_MS)
  await Promise.race([turn, late.promise]).finally(() => clearTimeout(timer))
}

/** The workspace is held now, and `seq` is the number of its next change. */
export async function confirm(tx: Db<Tables>, stored: Stored, seq: number): Promise<void> {
  if (stored.seq !== seq) throw new GaveWay('Another change has the number.')
  await waitAsEver(tx)
}

export const gaveWay = (error: unknown): boolean => error instanceof GaveWay || isInTheWay(error)
