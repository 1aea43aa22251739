// What a plan allows. Each answer has a reason, so that a page can say why something is unavailable.
import { FEATURES, type Feature } from '@veritrace/contract/provenance/account'

export type { Feature }

export interface Customer {
  plan: 'free' | 'pro' | 'enterprise'
  trial_ends_at: Date | null
}
/** Facts besides the plan that a feature may depend on. */
export interface Standing extends Customer {
  operator: boolean
  /** True if users sign in at an external identity provider. */
  externalProvider: boolean
}
export interface Entitlement {
  allowed: boolean
  reason: string | null
}
export interface Flag extends Entitlement {
  limit: number | null
  used: number | null
}

/** What each feature requires. `nothing` means that no plan is refused. */
const NEEDS: Record<Feature, 'team' | 'operator' | 'provider' | 'nothing'> = {
  publish_trust_page: 'team',
  custom_domain: 'team',
  remove_branding: 'team',
  webhooks: 'nothing',
  api_keys: 'nothing',
  retention_policies: 'team',
  gated_documents: 'nothing',
  crawl_run: 'operator',
  audit_export: 'nothing',
  sso: 'provider',
}

const NAMES: Partial<Record<Feature, string>> = {
  publish_trust_page: 'Publishing a trust page',
  custom_domain: 'A custom domain',
  remove_branding: 'Removing our footer',
  retention_policies: 'A retention policy',
}

/** How many pages may be public at once. A trial on the free plan may publish one. */
const PUBLISHED_PAGES: Record<Customer['plan'], number | null> = { free: 1, pro: 10, enterprise: null }

/** The Team plan is `pro`; `enterprise` includes it, and so does a trial. */
export function entitlement(feature: Feature, customer: Customer, now: Date): Entitlement {
  if (NEEDS[feature] !== 'team' || customer.plan !== 'free') return { allowed: true, reason: null }
  if (isOnTrial(customer, now)) return { allowed: true, reason: 'Included in the trial.' }
  const ended = customer.trial_ends_at ? ' The trial has ended.' : ''
  return { allowed: false, reason: `${NAMES[feature] ?? feature} requires the Team plan.${ended}` }
}

export const isOnTrial = ({ plan, trial_ends_at }: Customer, now: Date): boolean =>
  plan === 'free' && trial_ends_at !== null && trial_ends_at > now

/** Null if the plan sets no limit. */
export const limitOf = (feature: Feature, { plan }: Customer): number | null =>
  feature === 'publish_trust_page' ? PUBLISHED_PAGES[plan] : null

/** Every feature with its limit and, if counted, its usage. */
export function flags(standing: Standing, used: Partial<Record<Feature, number>>, now: Date): Record<Feature, Flag> {
  const flagOf = (feature: Feature): Flag => ({
    ...allowedBy(feature, standing, now),
    limit: limitOf(feature, standing),
    used: used[feature] ?? null,
  })
  return Object.fromEntries(FEATURES.map((feature) => [feature, flagOf(feature)])) as Record<Feature, Flag>
}

function allowedBy(feature: Feature, standing: Standing, now: Date): Entitlement {
  if (NEEDS[feature] === 'operator' && !standing.operator)
    return { allowed: false, reason: 'Only operators of the platform may do this.' }
  if (NEEDS[feature] === 'provider' && !standing.externalProvider)
    return { allowed: false, reason: 'No external identity provider is configured on this server.' }
  return entitlement(feature, standing, now)
}

/** A limit counts as near from this share on. */
const NEAR = 0.8

export const limitsNear = (all: Record<Feature, Flag>): { feature: Feature; limit: number; used: number }[] =>
  FEATURES.flatMap((feature) => {
    const { allowed, limit, used } = all[feature]
    return allowed && limit !== null && used !== null && used >= NEAR * limit ? [{ feature, limit, used }] : []
  })
