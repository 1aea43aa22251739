// The plan that follows from a subscription, and billing periods. Pure functions.
import type { MeterKey, Usage } from '@veritrace/contract/provenance/billing'
import { type Customer, limitOf } from '../entitlements/rules.ts'
import { pinLimit } from '../pins/rules.ts'

/** The fields of the provider's subscription that we use. */
export interface Subscription {
  id: string
  status: string
  created: number
  cancel_at_period_end: boolean
  items: { data: { current_period_end: number }[] }
}

export interface Standing {
  subscription_id: string
  subscription_status: string
  subscription_current_period_end: Date | null
  cancel_at_period_end: boolean
}

/** Statuses that grant the Team plan. With an overdue payment the plan stays until the provider gives up. */
const PAID = ['active', 'trialing', 'past_due']
/** Statuses that are paid or can become so. No second subscription may be started then. */
const RUNNING = [...PAID, 'incomplete', 'unpaid', 'paused']

export const isRunning = ({ status }: Pick<Subscription, 'status'>): boolean => RUNNING.includes(status)

/** The subscription that counts: a paid one, otherwise a running one, otherwise the newest. */
export const chosen = <S extends Subscription>(all: readonly S[]): S | undefined =>
  all.toSorted((a, b) => rank(b) - rank(a) || b.created - a.created)[0]
const rank = (one: Subscription): number => (PAID.includes(one.status) ? 2 : isRunning(one) ? 1 : 0)

export const standingOf = (one: Subscription): Standing => {
  const ends = one.items.data.map((item) => item.current_period_end)
  return {
    subscription_id: one.id,
    subscription_status: one.status,
    subscription_current_period_end: ends.length > 0 ? new Date(Math.min(...ends) * 1000) : null,
    cancel_at_period_end: one.cancel_at_period_end,
  }
}

/** The Enterprise plan is set by contract, so payments never change it. */
export function planAfter(plan: Customer['plan'], status: string): Customer['plan'] {
  if (plan === 'enterprise') return plan
  return PAID.includes(status) ? 'pro' : 'free'
}

/** Events after which the customer's subscriptions are read again. */
export const concernsSubscription = (type: string): boolean =>
  type.startsWith('customer.subscription.') ||
  ['checkout.session.completed', 'invoice.paid', 'invoice.payment_failed'].includes(type)

/** Events after which a new subscription may be running. */
export const mayHaveBegun = (type: string): boolean =>
  concernsSubscription(type) && type !== 'customer.subscription.deleted'

const TOLERANCE_S = 5 * 60
/** The provider's library rejects old signatures only. */
export function isFromTheFuture(signature: string, now: Date): boolean {
  const at = /(?:^|,)\s*t=(\d{1,12})/.exec(signature)?.[1]
  return at === undefined || Number(at) - now.getTime() / 1000 > TOLERANCE_S
}

export function isOwnAddress(publicUrl: string, address: string): boolean {
  const url = URL.parse(address)
  return url !== null && url.origin === new URL(publicUrl).origin && url.username === '' && url.password === ''
}

/** The calendar month in UTC. */
export const periodOf = (now: Date): { start: Date; end: Date } => ({
  start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
  end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
})

/** Meters that can be reported: those that count events, not levels. */
export type ReportedMeter = Extract<MeterKey, 'api_calls' | 'crawl_runs'>

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Stop sending after this time. The provider accepts events of the last 35 days. */
export const SEND_FOR_MS = 30 * DAY_MS
const LOOK_BACK_DAYS = 3

/** Starts at midnight, so that whole days can be compared. Excludes the latest minutes, which are still being counted. */
export const reportSpan = (now: Date): { from: Date; to: Date } => ({
  from: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - LOOK_BACK_DAYS * DAY_MS),
  to: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS),
})

/** Whether the provider already has this event. It has no documented error code for this, so the message is checked. */
export const isReportedAlready = ({ code, message }: { code?: string | undefined; message: string }): boolean =>
  code === 'resource_already_exists' || /already exists/i.test(message)

const METERS: readonly [key: MeterKey, label: string, unit: string][] = [
  ['api_calls', 'API calls', 'call'],
  ['pinned_vendors', 'Pinned vendors', 'vendor'],
  ['published_pages', 'Published pages', 'page'],
  ['evidence_bytes', 'Stored evidence', 'byte'],
  ['crawl_runs', 'Crawl runs', 'run'],
  ['webhook_deliveries', 'Webhook deliveries', 'delivery'],
  ['seats', 'Members', 'person'],
]

export type Used = Record<MeterKey, number> & { last_call_at: Date | null }

export function meters(used: Used, customer: Customer, now: Date): Usage['meters'] {
  const limits: Partial<Record<MeterKey, number | null>> = {
    pinned_vendors: pinLimit(customer, now),
    published_pages: limitOf('publish_trust_page', customer),
  }
  return METERS.map(([key, label, unit]) => ({
    key,
    label,
    unit,
    used: used[key],
    included: limits[key] ?? null,
    limit: limits[key] ?? null,
    // Nothing is charged beyond the plan's price.
    overage_unit_amount: null,
    updated_at: (key === 'api_calls' ? used.last_call_at : now)?.toISOString() ?? null,
  }))
}
