// Jobs of billing: end the payments of deleted tenants, and report usage.
import { isAppError } from '@veritrace/platform/errors'
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { readSubscriptions } from './follow-subscription.ts'
import type { Payments } from './payments.ts'
import { reportUsage } from './report-usage.ts'
import { isRunning } from './rules.ts'

export const END_PAYMENTS = 'end-payments'
export interface EndPayments {
  payer: string
}
/** More than one can run if several checkouts were paid. */
const MAX_SUBSCRIPTIONS = 5
/** Checkouts expire after a day, so few are open. */
const MAX_CHECKOUTS = 100

export const billingJobs = (deps: Provenance, payments: Payments | undefined): [Job<EndPayments>, ...Job<object>[]] => [
  {
    name: END_PAYMENTS,
    // The provider may be down for a day.
    retries: 12,
    backoffSeconds: 60,
    handle: async ({ payer }) => {
      if (payments) await endAll(deps, payments, payer)
    },
  },
  {
    name: 'report-usage',
    schedule: '*/15 * * * *',
    concurrency: 1,
    // The next run reports the rest.
    retries: 0,
    timeoutSeconds: 600,
    handle: async (_data, { signal, log }) => {
      const sent = payments ? await reportUsage(deps, payments, signal) : 0
      if (sent > 0) log.info({ sent }, 'usage reported to the payment provider')
    },
  },
]

/** Closes checkouts first, because an open one can still become a subscription. */
async function endAll(deps: Provenance, payments: Payments, payer: string): Promise<void> {
  const open = await payments.ask((stripe) =>
    stripe.checkout.sessions.list({ customer: payer, status: 'open', limit: MAX_CHECKOUTS }),
  )
  // A checkout that is being paid cannot be closed; the event of that payment queues this job again.
  for (const { id } of open.data) await payments.ask((stripe) => stripe.checkout.sessions.expire(id)).catch(passRefused)
  for (let ended = 0; ended < MAX_SUBSCRIPTIONS; ended++) {
    const { subscription } = await readSubscriptions(deps, payments, payer)
    if (!subscription || !isRunning(subscription)) return
    await payments.ask((stripe) => stripe.subscriptions.cancel(subscription.id))
  }
}

function passRefused(error: unknown): void {
  if (!isAppError(error) || error.extras.retryable) throw error
}
