// One attempt to deliver a message. If the process dies, the row remains and another worker retries with the same id.
import { createHash } from 'node:crypto'
import { transact } from '@veritrace/platform/db/transact'
import type { JobRun } from '@veritrace/platform/jobs/job'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import { cutText } from '@veritrace/platform/text'
import { retryAfterMs } from '@veritrace/platform/webhooks/schedule'
import { sign } from '@veritrace/platform/webhooks/sign'
import { recordCase, systemOf } from '../cases/record.ts'
import { lockCase } from '../cases/store.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { Outgoing } from './address.ts'
import { type Claimed, claimDelivery, secondsUntilFree, settleDelivery } from './delivery-store.ts'
import { DELIVER, type DeliverOrder } from './queue-delivery.ts'
import { type AfterTry, afterTry, type Tried } from './rules.ts'
import { findSigning, noteTry } from './store.ts'
import { noteSent } from './transport-store.ts'

export type Delivering = Casework & { outgoing: Outgoing }

/** A third of the lease, so that the lease needs no renewal. */
const TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_EXCERPT = 2_000

export async function deliverMessage(
  deps: Delivering,
  { tenant, workspace, id }: DeliverOrder,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const scope = { tenant, workspace }
  const now = deps.clock.now()
  const claimed = await claimDelivery(deps.db, scope, id, now)
  if (!claimed) return retryWhenFree(deps, scope, id)
  const webhook = claimed.webhook_id
    ? await findSigning(deps.db, scope, claimed.case_id, claimed.webhook_id)
    : undefined
  if (claimed.webhook_id && !webhook?.active) {
    const finished = { status: 'skipped' as const, next_retry_at: null, finished_at: now, try: undefined }
    await settleDelivery(deps.db, scope, claimed, { ...finished, response_excerpt: null })
    return
  }
  await settle(deps, scope, claimed, await send(deps, claimed, webhook?.secret, signal))
}

/** Schedules the job for the end of the lease, because the worker that holds it may have died. */
async function retryWhenFree({ db, jobs, clock }: Delivering, scope: Scope, id: string): Promise<void> {
  const seconds = await secondsUntilFree(db, scope, id)
  if (seconds === undefined) return
  const startAfter = new Date(clock.now().getTime() + seconds * 1000)
  await jobs.add(db, DELIVER, { ...scope, id } satisfies DeliverOrder, { key: id, startAfter })
}

interface Sent extends Tried {
  error: string | null
  durationMs: number
  excerpt: string | null
}

/** Turns any failure of the receiver into a result instead of throwing. */
async function send(
  deps: Delivering,
  claimed: Claimed,
  secret: string | undefined,
  signal: AbortSignal,
): Promise<Sent> {
  const { id, body } = claimed
  const url = claimed.url!
  const started = performance.now()
  const now = deps.clock.now()
  const done = (result: Partial<Sent>): Sent => ({
    ...{ ok: false, status: null, isFinal: false, retryAfterMs: null, error: null, excerpt: null },
    durationMs: Math.round(performance.now() - started),
    ...result,
  })
  try {
    const answer = await deps.outgoing.fetchFor(url)(url, {
      method: 'POST',
      headers: {
        'user-agent': 'Veritrace-Webhooks/1.0',
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        ...(secret ? sign([secret], id, now, body) : { 'webhook-id': id }),
      },
      body,
      redirects: 0,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    })
    const { status } = answer
    const ok = status >= 200 && status < 300
    return done({
      ...{ ok, status, excerpt: excerptOf(answer.body) },
      retryAfterMs: ok ? null : retryAfterMs(String(answer.headers['retry-after'] ?? ''), now),
      error: ok ? null : status < 400 ? 'Redirects are not followed.' : `The receiver answered ${status}.`,
    })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    const isFinal = error.kind === 'blocked_address' || error.kind === 'bad_url'
    return done({ status: error.status ?? null, isFinal, error: `${error.kind}: ${error.message}` })
  }
}

async function settle(deps: Delivering, scope: Scope, claimed: Claimed, sent: Sent): Promise<void> {
  const { id, attempt } = claimed
  const after = afterTry(attempt, sent, chanceOf(id, attempt))
  const at = deps.clock.now()
  const retryAt = after.wait === undefined ? null : new Date(at.getTime() + after.wait)
  await transact(deps.db, async (tx) => {
    // Lock the case first, like every other change of its records.
    const theCase = await lockCase(tx, scope, claimed.case_id)
    const isOurs = await settleDelivery(tx, scope, claimed, {
      status: after.status,
      next_retry_at: retryAt,
      finished_at: retryAt ? null : at,
      try: {
        attempt,
        at: at.toISOString(),
        http_status: sent.status,
        error: sent.error,
        duration_ms: sent.durationMs,
      },
      response_excerpt: sent.excerpt,
    })
    if (!isOurs || !theCase) return
    if (claimed.webhook_id) await noteTry(tx, scope, claimed.webhook_id, { ...after, ok: sent.ok, at })
    if (claimed.transport_id && sent.ok)
      await noteSent(tx, scope, { id: claimed.transport_id, kind: claimed.channel, webhookId: claimed.webhook_id }, at)
    if (retryAt)
      await deps.jobs.add(tx, DELIVER, { ...scope, id } satisfies DeliverOrder, { key: id, startAfter: retryAt })
    else await recordCase(deps, tx, systemOf(theCase), theCase, newsOf(claimed, after, sent))
  })
}

const newsOf = (claimed: Claimed, { status }: AfterTry, { status: http_status, error }: Sent) => ({
  type: status === 'delivered' ? ('delivery.succeeded' as const) : ('delivery.failed' as const),
  subject: { kind: 'delivery', id: claimed.id, label: claimed.target },
  message:
    status === 'delivered'
      ? `${claimed.target} accepted ${claimed.event_type ?? 'the handover'}.`
      : `${claimed.target} did not accept ${claimed.event_type ?? 'the handover'}: ${error}`,
  data: {
    ...{ status, http_status, attempt: claimed.attempt, event_type: claimed.event_type },
    ...{ plan_id: claimed.plan_id, transport_id: claimed.transport_id, webhook_id: claimed.webhook_id },
  },
})

/** A number from 0 to 1, fixed for each attempt: spreads retries without randomness. */
const chanceOf = (id: string, attempt: number): number =>
  createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE(0) / 2 ** 32

/** Removes characters that PostgreSQL rejects. */
function excerptOf(body: Buffer): string | null {
  const text = cutText(body.toString('utf8').replaceAll('\0', '�'), MAX_EXCERPT)
  return text === '' ? null : text
}
