// How many rows a list has, without reading all of them for each of its pages.
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Page } from './keyset.ts'

export type Counted<T> = Page<T> & {
  /** Null if there are more than MOST_COUNTED. */
  total: number | null
}

/** How many rows a query finds, null if they are more than MOST_COUNTED: what lies beyond is not read. */
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
  return toldOf(count)
}

/** What is said of a count that went no further than one beyond MOST_COUNTED. */
export const toldOf = (count: number): number | null => (count > MOST_COUNTED ? null : count)
