// What a plan lets a customer do with its pages. Each answer has a reason, so that a page can say why not.

export type Feature = 'publish_trust_page' | 'custom_domain' | 'remove_branding'

export interface Customer {
  plan: 'free' | 'pro' | 'enterprise'
  trial_ends_at: Date | null
}
export interface Entitlement {
  allowed: boolean
  reason: string | null
}

const NAMES: Record<Feature, string> = {
  publish_trust_page: 'Publishing a trust page',
  custom_domain: 'A custom domain',
  remove_branding: 'Removing our footer',
}

/** The Team plan is `pro`; `enterprise` has all of it, and so has a running trial. */
export function entitlement(feature: Feature, customer: Customer, now: Date): Entitlement {
  if (customer.plan !== 'free') return { allowed: true, reason: null }
  if (customer.trial_ends_at && customer.trial_ends_at > now) return { allowed: true, reason: 'The trial is running.' }
  const ended = customer.trial_ends_at ? ' The trial has ended.' : ''
  return { allowed: false, reason: `${NAMES[feature]} needs the Team plan.${ended}` }
}
