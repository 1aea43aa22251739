// Change events in order of observation, newest first. Hidden events are left out.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { sql } from 'kysely'
import type { ChangeEventRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

export type VisibleEvent = Omit<ChangeEventRow, 'source_id' | 'hidden'>

export interface EventFilter {
  vendor?: string
  type?: EventType
  severity?: VisibleEvent['severity']
  since?: Date
}

const EVENT = [
  'event.id',
  'event.vendor_id',
  'event.event_type',
  'event.severity',
  'event.cause',
  'event.payload',
  'event.source_url',
  'event.content_hash',
  'event.observed_at',
] as const

const selectEvents = (db: Db<Tables>, { vendor, type, severity, since }: EventFilter) =>
  db
    .selectFrom('provenance.change_events as event')
    .select(EVENT)
    // Literal SQL, not a parameter: PostgreSQL uses the partial index only if it sees the condition while planning.
    .where(sql<boolean>`not event.hidden`)
    .$if(vendor !== undefined, (rows) => rows.where('event.vendor_id', '=', vendor!))
    .$if(type !== undefined, (rows) => rows.where('event.event_type', '=', type!))
    .$if(severity !== undefined, (rows) => rows.where('event.severity', '=', severity!))
    .$if(since !== undefined, (rows) => rows.where('event.observed_at', '>=', since!))
    .orderBy('event.observed_at', 'desc')
    .orderBy('event.id', 'desc')

/** The cursor holds the time as database text: a Date has no microseconds. */
export const listEvents = (
  db: Db<Tables>,
  filter: EventFilter,
  query: PageQuery,
): Promise<Page<VisibleEvent & { at: string }>> =>
  pageBy(
    `events ${filter.vendor} ${filter.type} ${filter.severity} ${filter.since?.getTime()}`,
    query,
    (row) => [row.at, row.id],
    ([at, id], count) =>
      selectEvents(db, filter)
        .select(sql<string>`extract(epoch from event.observed_at)::text`.as('at'))
        .$if(at !== undefined, (rows) =>
          rows.where(sql<boolean>`(event.observed_at, event.id) < (to_timestamp(${at}::numeric), ${id})`),
        )
        .limit(count)
        .execute(),
  )

const FEED_LENGTH = 50

/** Events for a feed, with the vendor of each. */
export const listForFeed = (db: Db<Tables>, filter: EventFilter) =>
  selectEvents(db, filter)
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'event.vendor_id')
    .select(['vendor.slug', 'vendor.display_name'])
    .limit(FEED_LENGTH)
    .execute()

export const findVendorName = (db: Db<Tables>, slug: string) =>
  db
    .selectFrom('provenance.vendors')
    .select(['id', 'slug', 'display_name', 'readiness', 'risk_band'])
    .where('slug', '=', slug)
    .executeTakeFirst()
