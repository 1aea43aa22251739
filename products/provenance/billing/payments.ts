// The client of the payment provider. Its errors are translated here, so that the rest of billing sees only our own.

import type { Clock } from '@veritrace/platform/clock'
import type { Config } from '@veritrace/platform/config/config'
import { AppError, fail } from '@veritrace/platform/errors'
import { briefCache } from '@veritrace/platform/identity/brief-cache'
import type Stripe from 'stripe'
import type { ReportedMeter } from './rules.ts'

export interface Payments {
  /** True for real payments. Events of the other mode are ignored. */
  readonly live: boolean
  readonly webhookSecret: string | undefined
  readonly teamPrice: string | undefined
  /** The provider's meter names for our meters. Meters without a name are not reported. */
  readonly meters: Readonly<Partial<Record<ReportedMeter, string>>>
  /** Returns the answer of the provider, or fails with 502. */
  ask<T>(question: (stripe: Stripe) => Promise<T>): Promise<T>
  /** Cached for a few minutes, because the endpoint is public. */
  readTeamPrice(): Promise<Stripe.Price | undefined>
  readonly webhooks: Stripe['webhooks']
  /** Whether the error means that the provider did not sign the event. */
  isForged(error: unknown): boolean
}

/** Per attempt; the library makes a second one. */
const TIMEOUT_MS = 8_000
/** For both attempts. After that the caller gets an error; a retry is safe because of the idempotency key. */
const PATIENCE_MS = 9_000
const PRICE_MS = 5 * 60_000

/** Undefined if no key is configured. The provider's library is large, so it is loaded only when needed. */
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

/** The message may name objects of our account, so only the kind of error is passed on. The request id leads to the rest. */
function passFailure(error: unknown, StripeError: typeof Stripe.errors.StripeError): never {
  if (!(error instanceof StripeError)) throw error
  const { type, code, statusCode, requestId } = error
  throw new AppError('payment_provider_failed', `Stripe: ${type} ${code ?? statusCode ?? ''} (${requestId ?? '-'}).`, {
    provider_code: code,
    retryable: statusCode === undefined || statusCode === 429 || statusCode >= 500,
  })
}
