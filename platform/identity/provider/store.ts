// The SQL of the provider: issued records, clients, keys and revoked tokens.
import { type RawBuilder, sql } from 'kysely'
import type { Plan, Role } from '../../caller.ts'
import type { Db } from '../../db/db.ts'

// Records

export interface RecordRow {
  payload: Record<string, unknown>
  consumedAt: Date | null
}

const recordColumns = sql`payload, consumed_at as "consumedAt"`

export async function upsertRecord(
  db: Db,
  model: string,
  id: string,
  record: { payload: string; grantId?: string; userCode?: string; uid?: string; expiresAt?: Date },
): Promise<void> {
  await sql`
    insert into platform.oidc_records (model, id, payload, grant_id, user_code, uid, expires_at)
    values (${model}, ${id}, ${record.payload}::jsonb, ${record.grantId ?? null}, ${record.userCode ?? null},
      ${record.uid ?? null}, ${record.expiresAt ?? null})
    on conflict (model, id) do update set
      payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code,
      uid = excluded.uid, expires_at = excluded.expires_at`.execute(db)
}

export const findRecord = (db: Db, model: string, id: string): Promise<RecordRow | undefined> =>
  first(db, sql<RecordRow>`select ${recordColumns} from platform.oidc_records where model = ${model} and id = ${id}`)

export const findRecordBy = (db: Db, model: string, key: 'uid' | 'user_code', value: string) =>
  first(
    db,
    sql<RecordRow>`
      select ${recordColumns} from platform.oidc_records where model = ${model} and ${sql.ref(key)} = ${value}`,
  )

/** True for the one call that consumed the record. */
export async function consumeRecord(db: Db, model: string, id: string, at: Date): Promise<boolean> {
  const taken = await first(
    db,
    sql`update platform.oidc_records set consumed_at = ${at}
      where model = ${model} and id = ${id} and consumed_at is null returning id`,
  )
  return taken !== undefined
}

export async function deleteRecord(db: Db, model: string, id: string): Promise<void> {
  await sql`delete from platform.oidc_records where model = ${model} and id = ${id}`.execute(db)
}

export async function deleteRecordsOfGrant(db: Db, model: string, grantId: string): Promise<void> {
  await sql`delete from platform.oidc_records where model = ${model} and grant_id = ${grantId}`.execute(db)
}

/**
 * Ends everything that a person has open: sessions, grants, codes, refresh tokens and pending sign-ins. Access tokens
 * end with their grants, which are stored as revoked until `until`.
 */
export async function endRecordsOfAccount(tx: Db, accountId: string, until: Date): Promise<void> {
  await sql`
    with ended as (
      delete from platform.oidc_records where payload ? 'accountId' and payload ->> 'accountId' = ${accountId}
      returning model, id, grant_id)
    insert into platform.revoked_tokens (id, expires_at)
    select distinct coalesce(grant_id, id), ${until}::timestamptz from ended where grant_id is not null or model = 'Grant'
    on conflict (id) do update set expires_at = greatest(platform.revoked_tokens.expires_at, excluded.expires_at)`.execute(
    tx,
  )
  await sql`
    delete from platform.oidc_records
    where model = 'Interaction' and payload #>> '{result,login,accountId}' = ${accountId}`.execute(tx)
}

export async function deleteExpiredRecords(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from platform.oidc_records where (model, id) in (
      select model, id from platform.oidc_records where expires_at < ${before} limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.length
}

// Revoked access tokens

/** The IDs of tokens or of their grants. */
export async function insertRevoked(db: Db, id: string, expiresAt: Date): Promise<void> {
  await sql`
    insert into platform.revoked_tokens (id, expires_at) values (${id}, ${expiresAt})
    on conflict (id) do update set expires_at = greatest(platform.revoked_tokens.expires_at, excluded.expires_at)`.execute(
    db,
  )
}

export async function isAnyRevoked(db: Db, ids: readonly string[]): Promise<boolean> {
  const found = await first(
    db,
    sql<{ id: string }>`select id from platform.revoked_tokens where id = any(${ids}::text[]) limit 1`,
  )
  return found !== undefined
}

export async function deleteExpiredRevoked(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.revoked_tokens where expires_at < ${before}`.execute(db)
}

// Clients

export interface ClientRow {
  clientId: string
  displayName: string
  secretHash: string | null
  tenant: string | null
  customer: string | null
  role: Role
  operator: boolean
  plan: Plan
  products: string[]
  productPlans: Record<string, Plan>
  grantTypes: string[]
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  scopes: string[]
  /** The responsible member; null if the operator of the installation is. */
  owner: string | null
}

/** Ignores clients that are revoked, whose tenant is deleted, or whose owner is no longer a member. */
export const findClient = (db: Db, clientId: string, now: Date): Promise<ClientRow | undefined> =>
  first(
    db,
    sql<ClientRow>`
      select client_id as "clientId", client.display_name as "displayName", secret_hash as "secretHash", owner_id as owner,
        client.tenant_id as tenant, tenant.customer_id as customer, coalesce(answers.role, client.role) as role,
        operator and owner_id is null as operator,
        coalesce(client.plan, tenant.plan, 'free') as plan,
        coalesce(client.products, tenant.products, '{}') as products,
        coalesce(client.product_plans, tenant.product_plans, '{}') as "productPlans",
        grant_types as "grantTypes", redirect_uris as "redirectUris",
        post_logout_redirect_uris as "postLogoutRedirectUris", scopes
      from platform.oidc_clients client left join platform.tenants tenant on tenant.id = client.tenant_id
        left join lateral platform.answers_for(client.tenant_id, client.client_id, ${now}::timestamptz) answers
          on client.owner_id is not null
      where client_id = ${clientId} and revoked_at is null and tenant.deleted_at is null
        and (client.owner_id is null or answers.role is not null)`,
  )

export interface NewClient extends Omit<ClientRow, 'customer' | 'plan' | 'products' | 'productPlans'> {
  plan: Plan | null
  products: string[] | null
  productPlans: Record<string, Plan> | null
}

export async function upsertClient(db: Db, client: NewClient): Promise<void> {
  await sql`
    insert into platform.oidc_clients (client_id, display_name, secret_hash, tenant_id, role, operator, plan, products,
      product_plans, grant_types, redirect_uris, post_logout_redirect_uris, scopes, owner_id)
    values (${client.clientId}, ${client.displayName}, ${client.secretHash}, ${client.tenant}, ${client.role},
      ${client.operator}, ${client.plan}, ${client.products},
      ${client.productPlans && JSON.stringify(client.productPlans)}::jsonb, ${client.grantTypes}, ${client.redirectUris},
      ${client.postLogoutRedirectUris}, ${client.scopes}, ${client.owner})
    on conflict (client_id) do update set
      display_name = excluded.display_name, secret_hash = excluded.secret_hash, tenant_id = excluded.tenant_id,
      role = excluded.role, operator = excluded.operator, plan = excluded.plan, products = excluded.products,
      product_plans = excluded.product_plans, grant_types = excluded.grant_types,
      redirect_uris = excluded.redirect_uris, post_logout_redirect_uris = excluded.post_logout_redirect_uris,
      scopes = excluded.scopes, owner_id = excluded.owner_id, revoked_at = null`.execute(db)
}

export async function updateClientRevoked(db: Db, clientId: string, at: Date): Promise<void> {
  await sql`update platform.oidc_clients set revoked_at = ${at} where client_id = ${clientId}`.execute(db)
}

// Keys and secrets

export interface KeyRow {
  generation: number
  kid: string
  jwk: Record<string, unknown>
  signsFrom: Date
}

/** Keys that are not retired at `now`, newest first. */
export async function listKeys(db: Db, now: Date): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select generation, kid, jwk, signs_from as "signsFrom" from platform.signing_keys
    where retires_at is null or retires_at > ${now} order by generation desc`.execute(db)
  return rows
}

/** False if another process has created this generation. */
export async function insertKey(db: Db, key: KeyRow, createdAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.signing_keys (generation, kid, jwk, created_at, signs_from)
    values (${key.generation}, ${key.kid}, ${JSON.stringify(key.jwk)}::jsonb, ${createdAt}, ${key.signsFrom})
    on conflict (generation) do nothing returning generation`.execute(db)
  return rows.length > 0
}

export async function retireKeysBefore(db: Db, generation: number, at: Date): Promise<void> {
  await sql`
    update platform.signing_keys set retires_at = ${at}
    where generation < ${generation} and retires_at is null`.execute(db)
}

export async function deleteRetiredKeys(db: Db, now: Date): Promise<void> {
  await sql`delete from platform.signing_keys where retires_at <= ${now}`.execute(db)
}

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
