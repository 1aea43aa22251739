// Converts a customer to the type of the contract.
import type { Customer } from '@veritrace/contract/provenance/account'
import { iso } from '@veritrace/platform/clock'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'

export const viewCustomer = (tenant: Tenant): Customer => ({
  id: tenant.customer_id,
  idp_org_id: tenant.id,
  payment_customer_id: tenant.payment_customer_id,
  plan: tenant.plan,
  trial_ends_at: iso(tenant.trial_ends_at),
  subscription_status: tenant.subscription_status,
  subscription_current_period_end: iso(tenant.subscription_current_period_end),
  // The column is never null: a customer who removed the name has an empty string.
  display_name: tenant.display_name || null,
  support_email: tenant.support_email,
  homepage_url: tenant.homepage_url,
  version: tenant.version,
})
