// Labels for billing.
import type { Feature } from '@veritrace/contract/provenance/account'
import type { Cancellation } from '@veritrace/contract/provenance/billing'

/** The API calls the Team plan `pro`. */
export const PLANS: Readonly<Record<string, string>> = { free: 'Free', pro: 'Team', enterprise: 'Enterprise' }

export const FEATURES: Readonly<Record<Feature, string>> = {
  publish_trust_page: 'Published trust pages',
  custom_domain: 'Custom domains',
  remove_branding: 'Pages without our branding',
  webhooks: 'Webhooks',
  api_keys: 'API keys',
  retention_policies: 'Retention policies',
  gated_documents: 'Documents on request',
  crawl_run: 'Crawl runs',
  audit_export: 'Audit log export',
  sso: 'Single sign-on',
}

export type Reason = NonNullable<Cancellation['reason']>
export const REASONS: Readonly<Record<Reason, string>> = {
  too_expensive: 'Too expensive',
  missing_features: 'Missing features',
  unused: 'We don’t use it',
  too_complex: 'Too complicated',
  low_quality: 'Quality is too low',
  switched_service: 'We switched to another service',
  customer_service: 'Poor customer service',
  other: 'Something else',
}

/** Not every currency has 100 minor units. */
export function money(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
