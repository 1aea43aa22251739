// Creates a workspace for a company, and a link with which its first owner signs in. The email address is not looked up,
// so neither the answer nor its timing can reveal whether we know it.
import type { NewSignup, Signup } from '@veritrace/contract/provenance/account'
import type { Visitor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { foundTenant } from '@veritrace/platform/identity/tenancy/found-tenant'
import { newId } from '@veritrace/platform/ids'
import { type RateLimit, rateLimitOf } from '@veritrace/platform/metering/plans'
import type { Provenance } from '../deps.ts'
import { companyKey, slugOf } from './rules.ts'
import { insertSignup, isSignedUp } from './store.ts'

/** Per minute and network. Higher than one, because an office may share its address. */
const PER_ADDRESS = 5
const PER_EMAIL = 2

export async function signUp(deps: Provenance, visitor: Visitor, input: NewSignup): Promise<Signup> {
  const email = input.email.toLowerCase()
  await passLimits(deps, visitor, email)
  const current = deps.config.signup.termsVersion
  if (current && input.accept_terms_version !== current)
    fail('unacceptable', `The current version of the terms is ${current}.`, { current })
  const company = input.company_name.trim()
  // Never the bare name: an identity provider might use it as a tenant id, and the first to sign up would own that tenant.
  const tenant = `${slugOf(company)}-${newId('t').slice(-10)}`
  return transact(deps.db, async (tx) => {
    await insertSignup(tx, {
      tenant_id: tenant,
      company_name: company,
      company_key: companyKey(company),
      email,
      terms_version: input.accept_terms_version,
      ip: visitor.ip,
      user_agent: visitor.userAgent,
      created_at: deps.clock.now(),
    })
    const { token } = await foundTenant(deps, tx, visitor, {
      id: tenant,
      displayName: company,
      supportEmail: email,
      termsVersion: input.accept_terms_version,
      ...(input.homepage_url && { homepageUrl: input.homepage_url }),
    })
    const login_url = `${deps.publicUrl}/session/login?invitation=${token}`
    return { tenant_id: tenant, next: 'oidc' as const, login_url }
  }).catch((error) => {
    if (isSignedUp(error)) fail('company_signed_up')
    throw error
  })
}

async function passLimits({ limiter }: Provenance, visitor: Visitor, email: string): Promise<void> {
  const { key } = rateLimitOf(visitor, 'provenance', { free: 0, pro: 0, enterprise: 0 })
  await take(limiter, { key: `signup:${key}`, perMinute: PER_ADDRESS })
  await take(limiter, { key: `signup:${email}`, perMinute: PER_EMAIL })
}

async function take(limiter: Provenance['limiter'], limit: RateLimit): Promise<void> {
  const { allowed, resetSeconds } = await limiter.take(limit)
  if (!allowed)
    fail('rate_limited', `At most ${limit.perMinute} sign-ups per minute.`, {}, { 'retry-after': String(resetSeconds) })
}
