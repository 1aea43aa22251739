// How what the API says of money is said to people.
import type { Feature } from '@veritrace/contract/provenance/account'
import type { Cancellation } from '@veritrace/contract/provenance/billing'

/** The Team plan is `pro` on the wire. */
export const PLANS: Readonly<Record<string, string>> = { free: 'Free', pro: 'Team', enterprise: 'Enterprise' }

export const FEATURES: Readonly<Record<Feature, string>> = {
  publish_trust_page: 'Published trust pages',
  custom_domain: 'Custom domains',
  remove_branding: 'Pages without our name',
  webhooks: 'Webhooks',
  api_keys: 'API keys',
  retention_policies: 'Retention policies',
  gated_documents: 'Documents on request',
  crawl_run: 'Crawl runs',
  audit_export: 'Export of the audit log',
  sso: 'Single sign-on',
}

export type Reason = NonNullable<Cancellation['reason']>
export const REASONS: Readonly<Record<Reason, string>> = {
  too_expensive: 'It costs too much',
  missing_features: 'Something is missing',
  unused: 'We do not use it',
  too_complex: 'It is too complicated',
  low_quality: 'It is not good enough',
  switched_service: 'We use something else now',
  customer_service: 'Nobody helped us',
  other: 'Something else',
}

/** The smallest unit of a currency is not a hundredth everywhere. */
export function money(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
