// The SQL of endpoints for their owners: it never reads secrets and header values.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { hideHeaders, type WebhookEndpoint } from './endpoint.ts'

const ENDPOINT = sql.raw(`id, scope, url, description, enabled, event_types, filter, payload, api_version,
  custom_headers, rate_limit_per_s, previous_secret_expires_at, status, disabled_reason, failure_streak,
  failing_since, last_success_at, last_failure_at, last_status_code, paused_until, version, created_at, updated_at`)

const hidden = (row: WebhookEndpoint): WebhookEndpoint => ({ ...row, custom_headers: hideHeaders(row.custom_headers) })

export async function findEndpoint(db: Db, tenant: string, id: string): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${ENDPOINT} from platform.webhook_endpoints where tenant_id = ${tenant} and id = ${id}`.execute(db)
  return rows[0] && hidden(rows[0])
}

/** Locked until the transaction ends. */
export async function lockEndpoint(db: Db, tenant: string, id: string): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${ENDPOINT} from platform.webhook_endpoints where tenant_id = ${tenant} and id = ${id} for no key update`.execute(
    db,
  )
  return rows[0]
}

/** The endpoint of a scope that may have only one. The tenant must be locked, so that no two are created. */
export async function lockOnlyEndpoint(db: Db, tenant: string, scope: string): Promise<WebhookEndpoint | undefined> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${ENDPOINT} from platform.webhook_endpoints where tenant_id = ${tenant} and scope = ${scope}
    order by id limit 1 for no key update`.execute(db)
  return rows[0]
}

/** Newest first; all scopes if none is named. */
export async function readEndpoints(
  db: Db,
  tenant: string,
  scope: string | undefined,
  after: string | undefined,
  count: number,
): Promise<WebhookEndpoint[]> {
  const { rows } = await sql<WebhookEndpoint>`
    select ${ENDPOINT} from platform.webhook_endpoints
    where tenant_id = ${tenant}
      and (${scope ?? null}::text is null or scope = ${scope ?? null})
      and (${after ?? null}::text is null or id < ${after ?? null})
    order by id desc limit ${count}`.execute(db)
  return rows.map(hidden)
}

export interface EndpointValues {
  url: string
  description: string
  enabled: boolean
  event_types: readonly string[]
  filter: Readonly<Record<string, unknown>>
  payload: string
  custom_headers: Readonly<Record<string, string>>
  rate_limit_per_s: number | null
}

export async function insertEndpoint(
  db: Db,
  tenant: string,
  endpoint: EndpointValues & { id: string; scope: string; secret: string },
  now: Date,
): Promise<WebhookEndpoint> {
  const { rows } = await sql<WebhookEndpoint>`
    insert into platform.webhook_endpoints (id, tenant_id, scope, url, description, enabled, event_types, filter,
      payload, custom_headers, rate_limit_per_s, secret, status, disabled_reason, created_at, updated_at)
    values (${endpoint.id}, ${tenant}, ${endpoint.scope}, ${endpoint.url}, ${endpoint.description}, ${endpoint.enabled},
      ${endpoint.event_types}, ${JSON.stringify(endpoint.filter)}::jsonb, ${endpoint.payload},
      ${JSON.stringify(endpoint.custom_headers)}::jsonb, ${endpoint.rate_limit_per_s}, ${endpoint.secret},
      ${endpoint.enabled ? 'active' : 'disabled'}, ${endpoint.enabled ? null : 'manual'}, ${now}, ${now})
    returning ${ENDPOINT}`.execute(db)
  return hidden(rows[0]!)
}

/** With `fresh` the health of the endpoint is reset. */
export async function updateEndpoint(
  db: Db,
  tenant: string,
  id: string,
  values: EndpointValues,
  fresh: boolean,
  now: Date,
): Promise<WebhookEndpoint> {
  const { rows } = await sql<WebhookEndpoint>`
    update platform.webhook_endpoints set
      url = ${values.url}, description = ${values.description}, enabled = ${values.enabled},
      event_types = ${values.event_types}, filter = ${JSON.stringify(values.filter)}::jsonb,
      payload = ${values.payload}, custom_headers = ${JSON.stringify(values.custom_headers)}::jsonb,
      rate_limit_per_s = ${values.rate_limit_per_s},
      status = case when not ${values.enabled} then 'disabled' when ${fresh} then 'active' else status end,
      disabled_reason = case when ${values.enabled} then null else coalesce(disabled_reason, 'manual') end,
      failure_streak = case when ${fresh} then 0 else failure_streak end,
      failing_since = case when ${fresh} then null else failing_since end,
      circuit_trips = case when ${fresh} then 0 else circuit_trips end,
      paused_until = case when ${fresh} then null else paused_until end,
      probe_until = case when ${fresh} then null else probe_until end,
      version = version + 1, updated_at = ${now}
    where tenant_id = ${tenant} and id = ${id}
    returning ${ENDPOINT}`.execute(db)
  return hidden(rows[0]!)
}

export async function replaceSecret(
  db: Db,
  tenant: string,
  id: string,
  secret: string,
  oldUntil: Date,
  now: Date,
): Promise<WebhookEndpoint> {
  const { rows } = await sql<WebhookEndpoint>`
    update platform.webhook_endpoints set
      previous_secret = secret, previous_secret_expires_at = ${oldUntil}, secret = ${secret},
      version = version + 1, updated_at = ${now}
    where tenant_id = ${tenant} and id = ${id}
    returning ${ENDPOINT}`.execute(db)
  return hidden(rows[0]!)
}

export async function deleteEndpoint(db: Db, tenant: string, id: string): Promise<void> {
  await sql`delete from platform.webhook_endpoints where tenant_id = ${tenant} and id = ${id}`.execute(db)
}
