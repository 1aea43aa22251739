// Reports usage to the payment provider's meters. Reports are stored before they are sent, with an id derived from their
// content, so that each unit is counted exactly once even if the process is killed.
import { isAppError } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import type { Payments } from './payments.ts'
import { insertReports, listUnsent, markRefused, markSent, type Report } from './report-store.ts'
import { isReportedAlready, type ReportedMeter, reportSpan, SEND_FOR_MS } from './rules.ts'

const BATCH = 100
/** Requests to the provider at a time. */
const AT_ONCE = 5

type Deps = Pick<Provenance, 'db' | 'clock' | 'log'>

export async function reportUsage(deps: Deps, payments: Payments, signal: AbortSignal): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const meters = Object.keys(payments.meters) as ReportedMeter[]
  for (const meter of meters) await insertReports(db, meter, reportSpan(now), now)
  const since = new Date(now.getTime() - SEND_FOR_MS)
  let sent = 0
  for (let after = ''; !signal.aborted; ) {
    const batch = await listUnsent(db, meters, since, after, BATCH)
    for (let i = 0; i < batch.length; i += AT_ONCE) sent += await sendSome(deps, payments, batch.slice(i, i + AT_ONCE))
    if (batch.length < BATCH) break
    after = batch.at(-1)!.id
  }
  return sent
}

/** Marks accepted reports as sent even if others fail: then the provider is down, and the job retries the rest. */
async function sendSome({ db, clock, log }: Deps, payments: Payments, reports: readonly Report[]): Promise<number> {
  const outcomes = await Promise.allSettled(reports.map((report) => sendOne(payments, report)))
  const taken = reports.filter((_, i) => outcomes[i]!.status === 'fulfilled').map(({ id }) => id)
  if (taken.length > 0) await markSent(db, taken, clock.now())
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue
    const { reason } = outcome
    if (!isAppError(reason) || reason.extras.retryable) throw reason
    log.warn({ report: reports[i]!.id, err: reason }, 'usage report rejected by the payment provider')
    await markRefused(db, reports[i]!.id, reason.message)
  }
  return taken.length
}

async function sendOne(payments: Payments, { id, meter, payer, units, occurred_at }: Report): Promise<void> {
  const event = {
    event_name: payments.meters[meter]!,
    identifier: id,
    payload: { stripe_customer_id: payer, value: String(units) },
    timestamp: Math.floor(occurred_at.getTime() / 1000),
  }
  await payments.ask((stripe) =>
    stripe.billing.meterEvents.create(event, { idempotencyKey: id }).catch((error: Error) => {
      // An earlier attempt succeeded before the process was killed.
      if (!isReportedAlready(error)) throw error
    }),
  )
}
