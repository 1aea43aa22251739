// The SQL of news that the event itself does not carry: requests, vendor changes, expiring evidence.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const findRequestAsked = (db: Db<Tables>, tenant: string, id: string) =>
  db
    .selectFrom('provenance.requests')
    .select(['subject', 'requester', 'direction'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()

/** Open inbound requests of all tenants that are at risk, or became overdue after `since`. */
export const listPressing = (
  db: Db<Tables>,
  since: Date,
  now: Date,
  after: { due_at: Date; id: string } | undefined,
  count: number,
) =>
  db
    .selectFrom('provenance.requests')
    .select(['id', 'tenant_id', 'number', 'subject', 'due_at'])
    .where('closed_at', 'is', null)
    .where('direction', '=', 'inbound')
    .where('at_risk_at', '<=', now)
    .where('due_at', '>', since)
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(due_at, id) > (${after!.due_at}::timestamptz, ${after!.id}::text)`),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(count)
    .execute()

/** Visible changes of the whole directory, in chronological order. */
export const listChanges = (
  db: Db<Tables>,
  since: Date,
  until: Date,
  after: { observed_at: Date; id: string } | undefined,
  count: number,
) =>
  db
    .selectFrom('provenance.change_events as event')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'event.vendor_id')
    .select(['event.id', 'event.vendor_id', 'event.event_type', 'event.severity', 'event.payload', 'event.observed_at'])
    .select(['vendor.slug', 'vendor.display_name'])
    .where(sql<boolean>`not event.hidden`)
    .where('event.observed_at', '>', since)
    .where('event.observed_at', '<=', until)
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(event.observed_at, event.id) > (${after!.observed_at}::timestamptz, ${after!.id}::text)`,
      ),
    )
    .orderBy('event.observed_at')
    .orderBy('event.id')
    .limit(count)
    .execute()
export type Changed = Awaited<ReturnType<typeof listChanges>>[number]

export interface Watcher {
  tenant_id: string
  vendor_id: string
  /** A tenant may have several of these. */
  because: 'pinned' | 'claimed' | 'picked'
}

/** Tenants with a tie to these vendors: they pinned the vendor, claimed its profile, or list it as a subprocessor. */
export async function listWatchers(db: Db<Tables>, vendors: readonly string[]): Promise<Watcher[]> {
  if (vendors.length === 0) return []
  const { rows } = await sql<Watcher>`
    select tenant_id, vendor_id, 'pinned' as because from provenance.pinned_vendors where vendor_id in (${sql.join(vendors)})
    union select tenant_id, vendor_id, 'claimed' from provenance.profile_claims
      where vendor_id in (${sql.join(vendors)}) and status = 'verified'
    union select tenant_id, vendor_id, 'picked' from provenance.subprocessors
      where vendor_id in (${sql.join(vendors)})`.execute(db)
  return rows
}

/** Undefined before the first run. */
export const findMark = (db: Db<Tables>, name: string) =>
  db.selectFrom('provenance.notice_marks').select('until').where('name', '=', name).executeTakeFirst()

/** Never moves a mark backwards. */
export async function moveMark(db: Db<Tables>, name: string, until: Date): Promise<void> {
  await sql`
    insert into provenance.notice_marks as mark (name, until) values (${name}, ${until})
    on conflict (name) do update set until = greatest(mark.until, excluded.until)`.execute(db)
}

/** Approved evidence of all tenants that expires in the given period. */
export const listEnding = (
  db: Db<Tables>,
  from: Date,
  until: Date,
  after: { valid_until: Date; id: string } | undefined,
  count: number,
) =>
  db
    .selectFrom('provenance.evidence as evidence')
    .select(['evidence.id', 'evidence.tenant_id', 'evidence.title', 'evidence.valid_until'])
    .where('evidence.review_status', '=', 'approved')
    .where('evidence.valid_until', '>', from)
    .where('evidence.valid_until', '<=', until)
    .$narrowType<{ valid_until: Date }>()
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(evidence.valid_until, evidence.id) > (${after!.valid_until}::timestamptz, ${after!.id}::text)`,
      ),
    )
    .orderBy('evidence.valid_until')
    .orderBy('evidence.id')
    .limit(count)
    .execute()
