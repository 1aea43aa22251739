// Stores the results of deliveries in batches: messages, attempts and the health of endpoints.

import { systemCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import type { Events } from '../../events/event.ts'
import type { DeliveryOutcome } from '../../operation/metrics.ts'
import { labelOf } from '../endpoint.ts'
import { type DisabledReason, type Health, healthAfter, nextAttemptAt, reasonToDisable } from '../schedule.ts'
import type { Sent } from './send.ts'
import {
  acknowledge as acknowledgeAll,
  disableEndpoint,
  type HealthRow,
  lockHealth,
  type Result,
  updateHealth,
} from './store.ts'

export interface AcknowledgeDeps {
  db: Db
  events: Pick<Events, 'record'>
  /** From 0 to 1. */
  random(): number
  /** Called for every attempt whose result is stored. */
  onTried?(outcome: DeliveryOutcome): void
}

/** Returns how many were too late: another process has sent them since. */
export async function acknowledge(deps: AcknowledgeDeps, sent: readonly Sent[]): Promise<{ late: number }> {
  const inOrder = sent.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const toDisable = new Map<HealthRow, DisabledReason>()
  const { results, ours } = await transact(deps.db, async (tx) => {
    const endpoints = await lockHealth(tx, [...new Set(inOrder.map((one) => one.claimed.endpoint_id))])
    const here = new Set(inOrder.filter(({ claimed }) => isWhereItWas(claimed, endpoints)))
    const results = inOrder.map((one) => resultOf(one, here.has(one), deps.random()))
    const ours = new Set(await acknowledgeAll(tx, results))
    const updates = endpoints.flatMap((row) => {
      let health = healthOf(row)
      for (const one of [...here].filter((one) => one.claimed.endpoint_id === row.id && ours.has(one.claimed.id))) {
        health = healthAfter(health, one, deps.random())
        const reason = reasonToDisable(health, one)
        if (reason && row.enabled) toDisable.set(row, reason)
      }
      return isNews(row, health) ? [{ id: row.id, ...columnsOf(health) }] : []
    })
    if (updates.length > 0) await updateHealth(tx, updates)
    return { results, ours }
  })
  for (const { id, status } of results) if (ours.has(id)) deps.onTried?.(OUTCOMES[status])
  for (const [row, reason] of toDisable) await disable(deps, row, reason, inOrder.at(-1)!.at)
  return { late: sent.length - ours.size }
}

const OUTCOMES = { succeeded: 'delivered', failed: 'failed', dead: 'dead' } as const

/** An endpoint may have moved during an attempt; the response of the old URL says nothing about the new one. */
const isWhereItWas = ({ endpoint }: Sent['claimed'], now: readonly HealthRow[]): boolean =>
  now.find(({ id }) => id === endpoint.id)?.url === endpoint.url

function resultOf(sent: Sent, isHere: boolean, random: number): Result {
  // 410 from the old URL is no reason to stop trying the new one.
  const outcome = isHere ? sent : { ...sent, statusCode: null }
  const next = sent.ok ? undefined : nextAttemptAt(sent.claimed.attempt_count + 1, outcome, random)
  return {
    id: sent.claimed.id,
    tries: sent.claimed.tries,
    status: sent.ok ? 'succeeded' : next ? 'failed' : 'dead',
    at: sent.at,
    next_attempt_at: next ?? null,
    status_code: sent.statusCode,
    duration_ms: sent.durationMs,
    error: sent.error,
    response_snippet: sent.snippet,
  }
}

/** In a separate transaction: if it fails, the next failing attempt tries again. */
function disable(deps: AcknowledgeDeps, row: HealthRow, reason: DisabledReason, now: Date): Promise<void> {
  return transact(deps.db, async (tx) => {
    if (!(await disableEndpoint(tx, row, reason, now))) return
    await deps.events.record(tx, systemCaller(row.tenant_id, row.customer_id), {
      action: 'webhook.disable',
      resource: { type: 'webhook', id: row.id, label: labelOf(row.url) },
      changes: [{ field: 'enabled', from: true, to: false }],
      reason,
    })
  })
}

/** Consecutive successes are stored at most once a second. */
const isNews = (row: HealthRow, health: Health): boolean =>
  row.failure_streak > 0 ||
  health.failureStreak > 0 ||
  row.last_status_code !== health.lastStatusCode ||
  (health.lastSuccessAt?.getTime() ?? 0) - (row.last_success_at?.getTime() ?? 0) >= 1_000

const healthOf = (row: HealthRow): Health => ({
  failureStreak: row.failure_streak,
  failingSince: row.failing_since,
  lastSuccessAt: row.last_success_at,
  lastFailureAt: row.last_failure_at,
  lastStatusCode: row.last_status_code,
  circuitTrips: row.circuit_trips,
  pausedUntil: row.paused_until,
})

const columnsOf = (health: Health) => ({
  failure_streak: health.failureStreak,
  failing_since: health.failingSince,
  last_success_at: health.lastSuccessAt,
  last_failure_at: health.lastFailureAt,
  last_status_code: health.lastStatusCode,
  circuit_trips: health.circuitTrips,
  paused_until: health.pausedUntil,
})
