// SQL of hosts: which process may send requests, the pause between requests, and robots.txt.
import type { Db } from '@veritrace/platform/db/db'
import { sql, type Updateable } from 'kysely'
import type { CrawlHostRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

const HOST = [
  'origin',
  'robots',
  'robots_status',
  'robots_fetched_at',
  'robots_until',
  'robots_error',
  'robots_failing_since',
  'delay_ms',
  'strikes',
  'next_allowed_at',
  'busy_by',
  'busy_until',
] as const

export const findHost = (db: Db<Tables>, origin: string): Promise<CrawlHostRow | undefined> =>
  db.selectFrom('provenance.crawl_hosts').select(HOST).where('origin', '=', origin).executeTakeFirst()

/**
 * Takes the host if no other process uses it and its pause is over. A single statement, so that only one of two
 * concurrent processes gets it. Undefined for the other.
 */
export const takeHost = (
  db: Db<Tables>,
  turn: { origin: string; by: string; now: Date; until: Date },
): Promise<CrawlHostRow | undefined> =>
  db
    .insertInto('provenance.crawl_hosts')
    .values({ origin: turn.origin, next_allowed_at: turn.now, busy_by: turn.by, busy_until: turn.until })
    .onConflict((conflict) =>
      conflict
        .column('origin')
        .doUpdateSet({ busy_by: turn.by, busy_until: turn.until })
        .where(sql<boolean>`crawl_hosts.busy_until <= ${turn.now} and crawl_hosts.next_allowed_at <= ${turn.now}`),
    )
    .returning(HOST)
    .executeTakeFirst()

/** Only the current holder can release the host: after its lease expires, another process may hold it. */
export const leaveHost = (
  db: Db<Tables>,
  turn: { origin: string; by: string },
  pace: { delay_ms: number; strikes: number; next_allowed_at: Date; busy_until: Date },
) =>
  db
    .updateTable('provenance.crawl_hosts')
    .set({ ...pace, busy_by: '' })
    .where('origin', '=', turn.origin)
    .where('busy_by', '=', turn.by)
    .execute()

type RobotsColumns = Pick<
  Updateable<Tables['provenance.crawl_hosts']>,
  'robots' | 'robots_status' | 'robots_fetched_at' | 'robots_until' | 'robots_error' | 'robots_failing_since'
>

export const saveRobots = (db: Db<Tables>, origin: string, now: Date, columns: RobotsColumns) =>
  db
    .insertInto('provenance.crawl_hosts')
    .values({ origin, next_allowed_at: now, busy_until: now, ...columns })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet(columns))
    .execute()

export interface Baseline {
  http_status: number | null
  url: string
  body: string
}

export const findBaseline = (
  db: Db<Tables>,
  origin: string,
  directory: string,
  after: Date,
): Promise<Baseline | undefined> =>
  db
    .selectFrom('provenance.crawl_baselines')
    .select(['http_status', 'url', 'body'])
    .where('origin', '=', origin)
    .where('directory', '=', directory)
    .where('probed_at', '>', after)
    .executeTakeFirst()

export const saveBaseline = (db: Db<Tables>, origin: string, directory: string, now: Date, baseline: Baseline) =>
  db
    .insertInto('provenance.crawl_baselines')
    .values({ origin, directory, probed_at: now, ...baseline })
    .onConflict((conflict) => conflict.columns(['origin', 'directory']).doUpdateSet({ probed_at: now, ...baseline }))
    .execute()
