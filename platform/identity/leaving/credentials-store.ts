// SQL for a member's credentials: sessions, personal tokens, keys, clients and invitations.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { AT_ONCE, type Held, type HeldPage, type Leaver, type Successor } from './holding.ts'

/** `rows` selects all of their items, with the columns of Held. */
async function pageOf(db: Db, rows: RawBuilder<unknown>): Promise<HeldPage> {
  const found = await sql<Held & { total: number }>`
    select *, (count(*) over ())::int as total from (${rows}) held
    order by created_at desc, id desc limit ${AT_ONCE}`.execute(db)
  return { total: found.rows[0]?.total ?? 0, items: found.rows.map(({ total: _, ...held }) => held) }
}

const count = async (done: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await done).numAffectedRows ?? 0)

export const listOpenSessions = (db: Db, { tenant, person, now }: Leaver) =>
  pageOf(
    db,
    sql`select id, user_agent as label, ip as detail, created_at, expires_at, last_seen_at as last_used_at
      from platform.sessions
      where tenant_id = ${tenant} and user_id = ${person} and revoked_at is null and expires_at > ${now}`,
  )

export const endSessions = (tx: Db, { tenant, person, now, caller }: Leaver) =>
  count(
    sql`update platform.sessions set revoked_at = ${now}, revoked_by = ${caller.actor.id}, sealed_tokens = null
      where tenant_id = ${tenant} and user_id = ${person} and revoked_at is null and expires_at > ${now}`.execute(tx),
  )

/** Keys owned by the person or by one of their clients, keys created with those, and so on. */
const keysOf = ({ tenant, person, now }: Leaver) => sql`
  with recursive held (id, via) as (
    select id, null::text from platform.api_keys
    where tenant_id = ${tenant} and revoked_at is null and (owner_id = ${person} or owner_id in (
      select client_id from platform.oidc_clients where tenant_id = ${tenant} and owner_id = ${person}))
    union all
    select made.id, maker.name from held join platform.api_keys maker on maker.id = held.id and maker.tenant_id = ${tenant}
      join platform.api_keys made on made.tenant_id = ${tenant} and made.owner_id = held.id and made.revoked_at is null
  )
  select k.id, k.kind, k.name as label, k.created_at, k.expires_at, k.last_used_at, held.via,
    case when k.role is null then null else
      (array['viewer', 'reviewer', 'member', 'admin', 'owner'])[least(
        array_position(array['viewer', 'reviewer', 'member', 'admin', 'owner'], k.role),
        array_position(array['viewer', 'reviewer', 'member', 'admin', 'owner'],
          (platform.answers_for(k.tenant_id, k.owner_id, ${now}::timestamptz)).role))]
    end as least_role
  from held join platform.api_keys k on k.id = held.id and k.tenant_id = ${tenant} where k.expires_at > ${now}`

export const listPersonalTokens = (db: Db, who: Leaver) =>
  pageOf(
    db,
    sql`select id, label, null::text as detail, created_at, expires_at, last_used_at, least_role
      from (${keysOf(who)}) k where kind = 'pat'`,
  )

export const listKeysHeld = (db: Db, who: Leaver) =>
  pageOf(
    db,
    sql`select id, label, least_role || coalesce(', made with the key ' || via, '') as detail, created_at, expires_at,
        last_used_at, least_role
      from (${keysOf(who)}) k where kind = 'api_key'`,
  )

/** Stores the current effective role, so a new owner with a higher role does not raise a capped key. */
export const giveKeys = (tx: Db, who: Leaver, to: Successor, ids: readonly string[] | undefined) =>
  count(
    sql`update platform.api_keys key set owner_id = ${to.id}, role = held.least_role
      from (${keysOf(who)}) held
      where key.tenant_id = ${who.tenant} and key.id = held.id and held.kind = 'api_key'
        and held.least_role is not null and ${isAmong(ids, sql`held.id`, sql`key.owner_id = ${who.person}`)}`.execute(
      tx,
    ),
  )

export const listClients = (db: Db, { tenant, person }: Leaver) =>
  pageOf(
    db,
    sql`select client_id as id, display_name as label, role as detail, created_at, null::timestamptz as expires_at,
        null::timestamptz as last_used_at, role as least_role
      from platform.oidc_clients where tenant_id = ${tenant} and owner_id = ${person} and revoked_at is null`,
  )

export const giveClients = (tx: Db, { tenant, person }: Leaver, to: Successor, ids: readonly string[] | undefined) =>
  count(
    sql`update platform.oidc_clients set owner_id = ${to.id}
      where tenant_id = ${tenant} and owner_id = ${person} and revoked_at is null
        and ${isAmong(ids, sql`client_id`)}`.execute(tx),
  )

export const endClients = (tx: Db, { tenant, person, now }: Leaver) =>
  count(
    sql`update platform.oidc_clients set revoked_at = ${now}
      where tenant_id = ${tenant} and owner_id = ${person} and revoked_at is null`.execute(tx),
  )

export const listInvitationsSent = (db: Db, { tenant, person, now }: Leaver) =>
  pageOf(
    db,
    sql`select id, email as label, role as detail, created_at, expires_at, null::timestamptz as last_used_at,
        case role when 'owner' then 'owner' else 'admin' end as least_role
      from platform.invitations
      where tenant_id = ${tenant} and invited_by = ${person} and accepted_at is null and revoked_at is null
        and expires_at > ${now}`,
  )

export const giveInvitations = (
  tx: Db,
  { tenant, person }: Leaver,
  to: Successor,
  ids: readonly string[] | undefined,
) =>
  count(
    sql`update platform.invitations set invited_by = ${to.id}
      where tenant_id = ${tenant} and invited_by = ${person} and accepted_at is null and revoked_at is null
        and ${isAmong(ids, sql`id`)}`.execute(tx),
  )

/** Those they sent, and those sent to them: an older link must not bring them back. */
export const endInvitations = (tx: Db, { tenant, person, now }: Leaver, email: string | null) =>
  count(
    sql`update platform.invitations set revoked_at = ${now}
      where tenant_id = ${tenant} and accepted_at is null and revoked_at is null
        and (invited_by = ${person} or lower(email) = lower(${email}::text))`.execute(tx),
  )

/** Without ids, `all` says which rows count. */
const isAmong = (ids: readonly string[] | undefined, column: RawBuilder<unknown>, all = sql`true`) =>
  ids ? sql`${column} = any(${[...ids]}::text[])` : all
