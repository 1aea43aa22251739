// The SQL of the message queue: insert, claim for a while, acknowledge in batches. Times come from the caller's clock.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { DeliveryStatus } from '../log/delivery.ts'
import type { PayloadKind } from '../message.ts'

export interface FanOutEndpoint {
  id: string
  tenant_id: string
  scope: string
  event_types: string[]
  filter: Record<string, unknown>
  payload: PayloadKind
}

export async function readFanOutEndpoints(db: Db, tenants: readonly string[]): Promise<FanOutEndpoint[]> {
  const { rows } = await sql<FanOutEndpoint>`
    select id, tenant_id, scope, event_types, filter, payload from platform.webhook_endpoints
    where enabled and tenant_id = any(${tenants}) order by id`.execute(db)
  return rows
}

export interface NewDelivery {
  id: string
  tenant_id: string
  endpoint_id: string
  outbox_id: number | null
  event_type: string
  body: string
}

/** An event that is already in the queue of an endpoint is not changed. */
export async function insertDeliveries(
  db: Db,
  deliveries: readonly NewDelivery[],
  maxAttempts: number,
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  await sql`
    insert into platform.webhook_deliveries
      (id, tenant_id, endpoint_id, outbox_id, event_type, body, max_attempts, next_attempt_at, created_at)
    select id, tenant_id, endpoint_id, outbox_id, event_type, body, ${maxAttempts}::int, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as new (id text, tenant_id text, endpoint_id text, outbox_id bigint, event_type text, body text)
    on conflict (endpoint_id, outbox_id) do nothing`.execute(db)
}

/** An endpoint that is ready, and how many messages it may get. */
export interface OpenEndpoint {
  id: string
  tenant_id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_expires_at: Date | null
  custom_headers: Record<string, string>
  version: number
  room: number
  /** Claims must be recorded, because the endpoint has a limit or is being probed. */
  counted: boolean
}

export interface ClaimRules {
  now: Date
  lockedUntil: Date
  /** After this many consecutive failures the next message is a single probe. */
  tripAt: number
  /** Messages in flight over all processes, for a healthy endpoint and for one whose last attempt failed. */
  mostHealthy: number
  mostFailing: number
}

/**
 * Locks endpoints that have something due and are not paused, in random order so that none starves. The first part
 * jumps through the index from endpoint to endpoint: a million waiting messages of one cost no more than one message.
 */
export async function lockOpenEndpoints(db: Db, rules: ClaimRules, count: number): Promise<OpenEndpoint[]> {
  const { now } = rules
  const { rows } = await sql<OpenEndpoint>`
    with recursive waiting as (
      (select endpoint_id from platform.webhook_deliveries
        where status in ('pending', 'failed') order by endpoint_id limit 1)
      union all
      select (select next.endpoint_id from platform.webhook_deliveries next
        where next.status in ('pending', 'failed') and next.endpoint_id > waiting.endpoint_id
        order by next.endpoint_id limit 1)
      from waiting where waiting.endpoint_id is not null
    )
    select e.id, e.tenant_id, e.url, e.secret, e.previous_secret, e.previous_secret_expires_at, e.custom_headers,
      e.version, least(
        case when e.failure_streak = 0 then ${rules.mostHealthy}::int
          when e.failure_streak < ${rules.tripAt}::int then ${rules.mostFailing}::int else 1 end
          - (select count(*)::int from platform.webhook_deliveries sent
              where sent.endpoint_id = e.id and sent.locked_until > ${now}),
        coalesce(e.rate_limit_per_s, ${rules.mostHealthy}::int)
          - case when e.rate_window = date_trunc('second', ${now}::timestamptz) then e.rate_used else 0 end
      ) as room,
      e.rate_limit_per_s is not null or e.failure_streak >= ${rules.tripAt}::int as counted
    from platform.webhook_endpoints e
    where e.id in (select endpoint_id from waiting) and e.enabled
      and (e.paused_until is null or e.paused_until <= ${now})
      and (e.probe_until is null or e.probe_until <= ${now})
      and exists (select 1 from platform.webhook_deliveries due
        where due.endpoint_id = e.id and due.status in ('pending', 'failed') and due.next_attempt_at <= ${now}
          and (due.locked_until is null or due.locked_until <= ${now}))
    order by random() limit ${count} for no key update of e skip locked`.execute(db)
  return rows.filter(({ room }) => room > 0)
}

/** Undefined if it is disabled or deleted. */
export async function findOpenVersion(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from platform.webhook_endpoints where id = ${id} and enabled`.execute(db)
  return rows[0]?.version
}

export interface Claim {
  id: string
  endpoint_id: string
  event_type: string
  body: string
  attempt_count: number
  tries: number
}

/** Claims the oldest due messages of each endpoint, up to its limit; the endpoints must be locked. */
export async function claimDeliveries(
  db: Db,
  endpoints: readonly OpenEndpoint[],
  rules: ClaimRules,
  count: number,
): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    with due as (
      select one.id from jsonb_to_recordset(${JSON.stringify(endpoints.map(({ id, room }) => ({ id, room })))}::jsonb)
        as open (id text, room int)
      cross join lateral (
        select d.id from platform.webhook_deliveries d
        where d.endpoint_id = open.id and d.status in ('pending', 'failed') and d.next_attempt_at <= ${rules.now}
          and (d.locked_until is null or d.locked_until <= ${rules.now})
        order by d.next_attempt_at, d.id limit open.room for update skip locked
      ) one
      limit ${count}
    )
    update platform.webhook_deliveries d set locked_until = ${rules.lockedUntil}, tries = d.tries + 1
    from due where d.id = due.id
    returning d.id, d.endpoint_id, d.event_type, d.body, d.attempt_count, d.tries`.execute(db)
  // SQL returns updated rows in no order; the IDs are in the order of the events.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Counts the messages given to an endpoint in this second, and marks one that is being probed. */
export async function noteClaims(
  db: Db,
  counts: readonly { id: string; given: number }[],
  rules: ClaimRules,
): Promise<void> {
  await sql`
    update platform.webhook_endpoints e set
      rate_used = claimed.given
        + case when e.rate_window = date_trunc('second', ${rules.now}::timestamptz) then e.rate_used else 0 end,
      rate_window = date_trunc('second', ${rules.now}::timestamptz),
      probe_until = case when e.failure_streak >= ${rules.tripAt} then ${rules.lockedUntil}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as claimed (id text, given int)
    where e.id = claimed.id`.execute(db)
}

/** Releases claimed messages that were not sent, so that anyone can claim them. */
export async function releaseClaims(db: Db, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return
  await sql`
    update platform.webhook_deliveries d set locked_until = null
    from jsonb_to_recordset(${JSON.stringify(claims.map(({ id, tries }) => ({ id, tries })))}::jsonb)
      as mine (id text, tries int)
    where d.id = mine.id and d.tries = mine.tries`.execute(db)
  await sql`
    update platform.webhook_endpoints set probe_until = null
    where probe_until is not null and id = any(${[...new Set(claims.map((claim) => claim.endpoint_id))]})`.execute(db)
}

export interface HealthRow {
  id: string
  tenant_id: string
  customer_id: string
  url: string
  enabled: boolean
  failure_streak: number
  failing_since: Date | null
  last_success_at: Date | null
  last_failure_at: Date | null
  last_status_code: number | null
  circuit_trips: number
  paused_until: Date | null
}

/** In the same order everywhere, and before any of their messages, to prevent deadlocks. */
export async function lockHealth(db: Db, ids: readonly string[]): Promise<HealthRow[]> {
  const { rows } = await sql<HealthRow>`
    select e.id, e.tenant_id, t.customer_id, e.url, e.enabled, e.failure_streak, e.failing_since, e.last_success_at,
      e.last_failure_at, e.last_status_code, e.circuit_trips, e.paused_until
    from platform.webhook_endpoints e join platform.tenants t on t.id = e.tenant_id
    where e.id = any(${ids}) order by e.id for no key update of e`.execute(db)
  return rows
}

export async function updateHealth(
  db: Db,
  rows: readonly Omit<HealthRow, 'tenant_id' | 'customer_id' | 'url' | 'enabled'>[],
): Promise<void> {
  await sql`
    update platform.webhook_endpoints e set
      failure_streak = new.failure_streak, failing_since = new.failing_since, last_success_at = new.last_success_at,
      last_failure_at = new.last_failure_at, last_status_code = new.last_status_code,
      circuit_trips = new.circuit_trips, paused_until = new.paused_until, probe_until = null,
      status = case when not e.enabled then 'disabled' when new.failure_streak = 0 then 'active' else 'failing' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (id text, failure_streak int,
      failing_since timestamptz, last_success_at timestamptz, last_failure_at timestamptz, last_status_code int,
      circuit_trips int, paused_until timestamptz)
    where e.id = new.id`.execute(db)
}

export interface Result {
  id: string
  tries: number
  status: Exclude<DeliveryStatus, 'pending'>
  at: Date
  /** Unchanged without a next attempt. */
  next_attempt_at: Date | null
  status_code: number | null
  duration_ms: number
  error: string | null
  response_snippet: string | null
}

/** Stores results and their attempts. Returns the IDs of those whose claim was still valid. */
export async function acknowledge(db: Db, results: readonly Result[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with result as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as row (id text, tries int, status text,
        at timestamptz, next_attempt_at timestamptz, status_code int, duration_ms int, error text,
        response_snippet text)
    ), written as (
      update platform.webhook_deliveries d set
        status = result.status, attempt_count = d.attempt_count + 1, locked_until = null,
        next_attempt_at = coalesce(result.next_attempt_at, d.next_attempt_at),
        last_status = result.status_code, last_error = result.error, response_snippet = result.response_snippet,
        completed_at = case when result.status in ('succeeded', 'dead') then result.at end,
        dead_lettered_at = case when result.status = 'dead' then result.at end
      from result where d.id = result.id and d.tries = result.tries
      returning d.id
    )
    insert into platform.webhook_attempts (delivery_id, attempt, at, status_code, duration_ms, error, response_snippet)
    select result.id, result.tries, result.at, result.status_code, result.duration_ms, result.error,
      result.response_snippet
    from result join written on written.id = result.id
    returning delivery_id as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Disables an enabled endpoint; false if it was disabled already, or its URL has changed since. */
export async function disableEndpoint(
  db: Db,
  { tenant_id, id, url }: Pick<HealthRow, 'tenant_id' | 'id' | 'url'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform.webhook_endpoints set enabled = false, status = 'disabled', disabled_reason = ${reason},
      version = version + 1, updated_at = ${now}
    where tenant_id = ${tenant_id} and id = ${id} and url = ${url} and enabled`.execute(db)
  return numAffectedRows === 1n
}
