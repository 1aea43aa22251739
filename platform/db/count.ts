// Counts the rows of a list up to a limit, so that a page does not read the whole list.
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Page } from './keyset.ts'

export type Counted<T> = Page<T> & {
  /** Null if there are more than MOST_COUNTED. */
  total: number | null
}

/** Counts the rows of a query, or returns null above MOST_COUNTED; further rows are not read. */
export async function countUpTo(
  db: Db,
  // biome-ignore lint/suspicious/noExplicitAny: rows of any kind can be counted
  rows: SelectQueryBuilder<any, any, any>,
): Promise<number | null> {
  const some = rows
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(MOST_COUNTED + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return cappedCount(count)
}

/** Turns a count that stops at MOST_COUNTED + 1 into the total to report. */
export const cappedCount = (count: number): number | null => (count > MOST_COUNTED ? null : count)
