// The page that the emailed link opens: shows who claims the profile, and a button to confirm. GET changes nothing,
// because mail scanners follow links too.
import { html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { refusedPage } from '../../../platform/http/pages/refused-page.ts'
import type { Provenance } from '../deps.ts'
import { isToken, refusalOf } from './rules.ts'
import { findByToken } from './store.ts'
import { verifyClaim } from './verify-claim.ts'

export const claimPage = (deps: Provenance): SitePage => ({
  path: '/claim/:token',
  render: async ({ params: { token = '' } }) => {
    const claim = isToken(token) ? await findByToken(deps.db, hashOf(token)) : undefined
    const refusal = claim ? refusalOf(claim, deps.clock.now()) : 'claim_token_unknown'
    if (!claim || refusal) return refusedPage(refusal ?? 'claim_token_unknown')
    const tenant = await findTenant(deps.db, claim.tenant_id)
    return question({ vendor: claim.vendor_name, domain: claim.primary_domain, customer: tenant?.display_name ?? '' })
  },
  submit: async ({ params: { token = '' }, visitor }) => {
    try {
      const { claim } = await verifyClaim(deps, visitor, token)
      return confirmed(claim.vendor_name, claim.vendor_slug)
    } catch (error) {
      return refusedPage(error)
    }
  },
})

const question = ({ vendor, domain, customer }: Record<'vendor' | 'domain' | 'customer', string>): SiteAnswer => ({
  title: 'Confirm a profile',
  description: 'A workspace claims the profile of a vendor.',
  body: html`<h1 class="long">Does ${customer} represent ${vendor}?</h1>
<p class="lede">A workspace with this name claims the profile of ${vendor} (${domain}). If you confirm, the profile is marked as verified, and that workspace may manage it.</p>
<form method="post" class="actions"><button class="button">Confirm</button></form>
<p class="quiet-text">If this is not right, close this page. Nothing happens, and the claim expires.</p>`,
})

const confirmed = (vendor: string, slug: string): SiteAnswer => ({
  title: 'Profile confirmed',
  description: 'The profile is verified.',
  body: html`<h1>Thank you</h1>
<p class="lede">The profile of ${vendor} is verified. <a href="/vendors/${slug}">View the profile</a></p>`,
})
