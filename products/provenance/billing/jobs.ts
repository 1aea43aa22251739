// Who has left pays no more, and who stays is metered.
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
/** Two may run at once, where two checkouts were paid. */
const MOST_SUBSCRIPTIONS = 5
/** They live for a day. */
const MOST_CHECKOUTS = 100

export const billingJobs = (deps: Provenance, payments: Payments | undefined): [Job<EndPayments>, ...Job<object>[]] => [
  {
    name: END_PAYMENTS,
    // The provider may be away for a day.
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
    // The next one tells the rest.
    retries: 0,
    timeoutSeconds: 600,
    handle: async (_data, { signal, log }) => {
      const sent = payments ? await reportUsage(deps, payments, signal) : 0
      if (sent > 0) log.info({ sent }, 'usage reported to the payment provider')
    },
  },
]

/** Checkouts first: one that is open can still become a subscription. */
async function endAll(deps: Provenance, payments: Payments, payer: string): Promise<void> {
  const open = await payments.ask((stripe) =>
    stripe.checkout.sessions.list({ customer: payer, status: 'open', limit: MOST_CHECKOUTS }),
  )
  // One that is paid at this moment cannot be closed any more; its event comes, and with it this job.
  for (const { id } of open.data) await payments.ask((stripe) => stripe.checkout.sessions.expire(id)).catch(passRefused)
  for (let ended = 0; ended < MOST_SUBSCRIPTIONS; ended++) {
    const { subscription } = await readSubscriptions(deps, payments, payer)
    if (!subscription || !isRunning(subscription)) return
    await payments.ask((stripe) => stripe.subscriptions.cancel(subscription.id))
  }
}

function passRefused(error: unknown): void {
  if (!isAppError(error) || error.extras.retryable) throw error
}
