// What the caller's plan allows right now, and which limits are nearly reached.
import type { Entitlements, Overview } from '@veritrace/contract/provenance/account'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { notFound } from '@veritrace/platform/errors'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Provenance } from '../deps.ts'
import { flags, isOnTrial, limitsNear } from '../entitlements/rules.ts'
import { countDisclosures, countEvidence, countPages, countRequests, countVendors } from './overview-store.ts'
import { sourceOf } from './rules.ts'
import { countUsed } from './store.ts'

export async function evaluateEntitlements(deps: Provenance, caller: Caller): Promise<Entitlements> {
  const { db, clock, config } = deps
  const [tenant, used] = await Promise.all([findTenant(db, caller.tenant), countUsed(db, caller.tenant)])
  if (!tenant) return notFound('tenant', caller.tenant)
  const now = clock.now()
  const plan = planFor(caller, 'provenance')
  const customer = { plan, trial_ends_at: tenant.trial_ends_at }
  const standing = { ...customer, operator: caller.operator, externalProvider: Boolean(config.auth.externalIssuer) }
  return {
    plan,
    source: sourceOf({
      demo: config.auth.mode === 'demo',
      overridden: plan !== tenant.plan,
      onTrial: isOnTrial(customer, now),
    }),
    evaluated_at: now.toISOString(),
    features: flags(standing, used, now),
  }
}

export async function overview(deps: Provenance, caller: Caller): Promise<Overview> {
  const { db, clock } = deps
  const now = clock.now()
  const [pages, disclosures, evidence, requests, vendors, { features }] = await Promise.all([
    countPages(db, caller.tenant),
    countDisclosures(db, caller.tenant),
    countEvidence(db, caller.tenant, now),
    countRequests(db, caller.tenant, now),
    countVendors(db, caller.tenant, now),
    evaluateEntitlements(deps, caller),
  ])
  const limits_near = limitsNear(features)
  return { as_of: now.toISOString(), pages, disclosures, evidence, requests, vendors, limits_near }
}
