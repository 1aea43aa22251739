// The SQL of what people own in casework, in all workspaces of the tenant.
import type { Db } from '@veritrace/platform/db/db'
import { AT_ONCE, type Held, type HeldPage, type Leaver } from '@veritrace/platform/identity/leaving/holding'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'

type Owned = Held & { workspace_id: string }

async function pageOf(db: Db<Tables>, rows: RawBuilder<unknown>): Promise<HeldPage> {
  const found = await sql<Owned & { total: number }>`
    select *, (count(*) over ())::int as total from (${rows}) held
    order by created_at desc, id desc limit ${AT_ONCE}`.execute(db)
  return { total: found.rows[0]?.total ?? 0, items: found.rows.map(({ total: _, workspace_id: __, ...held }) => held) }
}

const openCases = ({ tenant, person }: Leaver) => sql`
  select id, key || ' ' || title as label, status as detail, created_at, workspace_id from casework.cases
  where tenant_id = ${tenant} and owner ->> 'id' = ${person} and deleted_at is null and status <> 'closed'`

const projects = ({ tenant, person }: Leaver) => sql`
  select id, name as label, status as detail, created_at, workspace_id from casework.projects
  where tenant_id = ${tenant} and owner ->> 'id' = ${person} and deleted_at is null`

const webhooks = ({ tenant, person }: Leaver) => sql`
  select id, url as label, description as detail, created_at, workspace_id from casework.plan_webhooks
  where tenant_id = ${tenant} and created_by ->> 'id' = ${person} and active`

export const listOpenCases = (db: Db<Tables>, who: Leaver) => pageOf(db, openCases(who))
export const listProjectsOf = (db: Db<Tables>, who: Leaver) => pageOf(db, projects(who))
export const listWebhooksOf = (db: Db<Tables>, who: Leaver) => pageOf(db, webhooks(who))

/** The open cases with these ids, or all of them, with their workspaces. */
export async function findOpenCases(
  tx: Db<Tables>,
  who: Leaver,
  ids: readonly string[] | undefined,
): Promise<{ id: string; workspace_id: string }[]> {
  const { rows } = await sql<Owned>`
    select id, workspace_id from (${openCases(who)}) held where ${isAmong(ids)} order by id`.execute(tx)
  return rows
}

export async function giveProjects(tx: Db<Tables>, who: Leaver, owner: object, ids: readonly string[] | undefined) {
  const { numAffectedRows } = await sql`
    update casework.projects set owner = ${JSON.stringify(owner)}::jsonb, version = version + 1, updated_at = ${who.now}
    where tenant_id = ${who.tenant} and id in (select id from (${projects(who)}) held where ${isAmong(ids)})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

export async function giveWebhooks(tx: Db<Tables>, who: Leaver, owner: object, ids: readonly string[] | undefined) {
  const { numAffectedRows } = await sql`
    update casework.plan_webhooks set created_by = ${JSON.stringify(owner)}::jsonb
    where tenant_id = ${who.tenant} and id in (select id from (${webhooks(who)}) held where ${isAmong(ids)})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

export async function endWebhooks(tx: Db<Tables>, who: Leaver, reason: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update casework.plan_webhooks set active = false, disabled_reason = ${reason}
    where tenant_id = ${who.tenant} and id in (select id from (${webhooks(who)}) held)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const isAmong = (ids: readonly string[] | undefined) => (ids ? sql`id = any(${[...ids]}::text[])` : sql`true`)
