// The way to the payment provider. Its failures become ours here; everything else in the room speaks of what was asked.

import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import { AppError, fail } from '@veritrace/platform/errors'
import { briefCache } from '@veritrace/platform/identity/brief-cache'
import type Stripe from 'stripe'
import type { ReportedMeter } from './rules.ts'

export interface Payments {
  /** Real money: events of the other kind are none of ours. */
  readonly live: boolean
  readonly webhookSecret: string | undefined
  readonly teamPrice: string | undefined
  /** Names of the provider's meters for what we count; only what is named is told. */
  readonly meters: Readonly<Partial<Record<ReportedMeter, string>>>
  /** Answers what `question` does, or 502. */
  ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T>
  /** Remembered for a few minutes: anyone may ask for it. */
  readTeamPrice(): Promise<Stripe.Price | undefined>
  readonly webhooks: Stripe['webhooks']
  /** Whether reading an event has failed because it was not signed by the provider. */
  isForged(error: unknown): boolean
}

/** Of one try; the library makes a second one. */
const TIMEOUT_MS = 8_000
/** Of both: whoever asks reads that it does not answer, and what goes on bears the same idempotency key. */
const PATIENCE_MS = 9_000
const PRICE_MS = 5 * 60_000

/** Undefined where no key is configured; then the provider's library, which is large, is not loaded either. */
export async function openPayments(config: Config['payments'], clock: Clock): Promise<Payments | undefined> {
  if (!config) return undefined
  const { default: Stripe } = await import('stripe')
  const { StripeError, StripeSignatureVerificationError } = Stripe.errors
  const stripe = new Stripe(config.key, {
    ...(config.apiUrl && addressOf(new URL(config.apiUrl))),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  const prices = briefCache<Stripe.Price>(clock, PRICE_MS)
  const ask: Payments['ask'] = (question) => inTime(question(stripe)).catch((error) => passFailure(error, StripeError))
  const { teamPrice, webhookSecret, meters } = config
  return {
    live: /^[sr]k_live_/.test(config.key),
    webhookSecret,
    teamPrice,
    meters,
    ask,
    readTeamPrice: async () =>
      teamPrice ? prices.get(teamPrice, () => ask((to) => to.prices.retrieve(teamPrice))) : undefined,
    webhooks: stripe.webhooks,
    isForged: (error) => error instanceof StripeSignatureVerificationError,
  }
}

export const requirePayments = (payments: Payments | undefined): Payments => payments ?? fail('billing_not_configured')

const addressOf = ({ protocol, hostname, port }: URL) => ({
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  host: hostname,
  port: port || (protocol === 'http:' ? 80 : 443),
})

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(silent()), PATIENCE_MS)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const silent = () => new AppError('payment_provider_failed', 'Stripe does not answer.', { retryable: true })

/** The message may name objects of the account, so only its kind goes on; the request id finds the rest there. */
function passFailure(error: unknown, StripeError: typeof Stripe.errors.StripeError): never {
  if (!(error instanceof StripeError)) throw error
  const { type, code, statusCode, requestId } = error
  throw new AppError('payment_provider_failed', `Stripe: ${type} ${code ?? statusCode ?? ''} (${requestId ?? '-'}).`, {
    provider_code: code,
    retryable: statusCode === undefined || statusCode === 429 || statusCode >= 500,
  })
}
