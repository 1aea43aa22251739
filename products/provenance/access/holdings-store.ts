// The SQL of what members hold: links to documents they gave, requests assigned to them, and vendors they own.
import type { Db } from '@veritrace/platform/db/db'
import { AT_ONCE, type Held, type HeldPage, type Leaver } from '@veritrace/platform/identity/leaving/holding'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

async function pageOf(db: Db<Tables>, rows: RawBuilder<unknown>): Promise<HeldPage> {
  const found = await sql<Held & { total: number }>`
    select *, (count(*) over ())::int as total from (${rows}) held
    order by created_at desc, id desc limit ${AT_ONCE}`.execute(db)
  return { total: found.rows[0]?.total ?? 0, items: found.rows.map(({ total: _, ...held }) => held) }
}

export const listLinksGiven = (db: Db<Tables>, { tenant, person, now }: Leaver) =>
  pageOf(
    db,
    sql`select id, subject_email as label, cardinality(items) || ' documents' as detail, created_at, expires_at, last_used_at
      from provenance.grants
      where tenant_id = ${tenant} and given_by = ${person} and revoked_at is null and expires_at > ${now}`,
  )

export const giveLinks = (tx: Db<Tables>, { tenant, person }: Leaver, to: string, ids: readonly string[] | undefined) =>
  count(
    sql`update provenance.grants set given_by = ${to}
      where tenant_id = ${tenant} and given_by = ${person} and revoked_at is null and ${isAmong(ids)}`.execute(tx),
  )

export const endLinks = (tx: Db<Tables>, { tenant, person, now, caller }: Leaver, reason: string) =>
  count(
    sql`update provenance.grants set revoked_at = ${now}, revoked_by = ${caller.actor.id}, revoked_reason = ${reason}
      where tenant_id = ${tenant} and given_by = ${person} and revoked_at is null and expires_at > ${now}`.execute(tx),
  )

const isTheirs = ({ tenant, person }: Leaver) => sql`
  tenant_id = ${tenant} and closed_at is null and (assignee_id = ${person} or id in (
    select request_id from provenance.request_stages
    where tenant_id = ${tenant} and assignee_id = ${person} and status in ('pending', 'active')))`

export const listRequestsOf = (db: Db<Tables>, who: Leaver) =>
  pageOf(
    db,
    sql`select id, subject as label, status as detail, created_at, due_at as expires_at
      from provenance.requests where ${isTheirs(who)}`,
  )

/** Includes the stages assigned to them. */
export async function giveRequests(tx: Db<Tables>, who: Leaver, to: string, ids: readonly string[] | undefined) {
  const given = await sql<{ id: string }>`
    update provenance.requests
    set assignee_id = case when assignee_id = ${who.person} then ${to} else assignee_id end, version = version + 1,
      updated_at = ${who.now}
    where ${isTheirs(who)} and ${isAmong(ids)} returning id`.execute(tx)
  const requests = given.rows.map(({ id }) => id)
  await sql`
    update provenance.request_stages set assignee_id = ${to}
    where tenant_id = ${who.tenant} and assignee_id = ${who.person} and status in ('pending', 'active')
      and request_id = any(${requests}::text[])`.execute(tx)
  return requests.length
}

export const listVendorsOf = (db: Db<Tables>, { tenant, person }: Leaver) =>
  pageOf(
    db,
    sql`select pin.id, vendor.display_name as label, pin.tier as detail, pin.added_at as created_at
      from provenance.pinned_vendors pin join provenance.vendors vendor on vendor.id = pin.vendor_id
      where pin.tenant_id = ${tenant} and pin.owner_id = ${person}`,
  )

export const giveVendors = (
  tx: Db<Tables>,
  { tenant, person, now }: Leaver,
  to: string,
  ids: readonly string[] | undefined,
) =>
  count(
    sql`update provenance.pinned_vendors set owner_id = ${to}, version = version + 1, updated_at = ${now}
      where tenant_id = ${tenant} and owner_id = ${person} and ${isAmong(ids)}`.execute(tx),
  )

const isAmong = (ids: readonly string[] | undefined) => (ids ? sql`id = any(${[...ids]}::text[])` : sql`true`)
const count = async (done: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await done).numAffectedRows ?? 0)
