// The SQL of changes that alert rules are evaluated on.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

const EVENT = [
  'event.id',
  'event.event_type',
  'event.severity',
  'event.cause',
  'event.payload',
  'event.source_url',
  'event.content_hash',
  'event.observed_at',
] as const
export type PastEvent = Awaited<ReturnType<typeof listHistory>>[number]

/** Visible changes of one vendor, newest first. */
export const listHistory = (db: Db<Tables>, vendor: string, since: Date, until: Date, count: number) =>
  db
    .selectFrom('provenance.change_events as event')
    .select(EVENT)
    .where(sql<boolean>`not event.hidden`)
    .where('event.vendor_id', '=', vendor)
    .where('event.observed_at', '>', since)
    .where('event.observed_at', '<=', until)
    .orderBy('event.observed_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(count)
    .execute()

/** Pins of all tenants that have rules and changes to evaluate. */
export const listAlerting = (db: Db<Tables>, after: string, until: Date, count: number) =>
  db
    .selectFrom('provenance.pinned_vendors as pin')
    .innerJoin('platform.tenants as tenant', 'tenant.id', 'pin.tenant_id')
    .where('tenant.deleted_at', 'is', null)
    .select(['pin.id', 'pin.tenant_id', 'pin.vendor_id'])
    .where(sql<boolean>`pin.alert_rules <> '[]'`)
    .where('pin.id', '>', after)
    .where(
      sql<boolean>`exists (select 1 from provenance.change_events event where event.vendor_id = pin.vendor_id
        and not event.hidden and event.observed_at > pin.alerted_until and event.observed_at <= ${until})`,
    )
    .orderBy('pin.id')
    .limit(count)
    .execute()
