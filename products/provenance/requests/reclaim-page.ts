// Where somebody who has lost the link of a grant asks for another: the question for the address, and what comes after it.
import { Email } from '@veritrace/contract/provenance/requests'
import { html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage, SiteRequest } from '@veritrace/platform/http/pages/site'
import { checkValue } from '@veritrace/platform/json-schema'
import { networkOf } from '@veritrace/platform/metering/plans'
import type { Provenance } from '../deps.ts'
import { reclaimLinks } from './reclaim-links.ts'
import { LINK_HOURS } from './rules.ts'

/** A minute and a network: people ask once, and an office may share its address. */
export const ASKED_PER_MINUTE = 5

export const reclaimPage = (deps: Provenance): SitePage => ({
  path: '/access',
  render: async () => question(),
  submit: async (request) => {
    const email = (request.form.get('email') ?? '').trim()
    const problem = await problemWith(deps, request, email)
    if (problem) {
      const { says, ...answer } = problem
      return { ...question(email, says), ...answer }
    }
    await reclaimLinks(deps, email)
    return ANSWER
  },
})

async function problemWith({ limiter }: Provenance, { headers, visitor }: SiteRequest, email: string) {
  // No cookie stands behind this form, but nobody's browser shall send letters for another site.
  if (headers['sec-fetch-site'] === 'cross-site')
    return { status: 403, says: 'This form was sent from another site. Fill it in here.' }
  const limit = { key: `reclaim:${networkOf(visitor.ip)}`, perMinute: ASKED_PER_MINUTE }
  const { allowed, resetSeconds } = await limiter.take(limit)
  if (!allowed) {
    const says = 'Too many tries from your network. Wait a minute, then try again.'
    return { status: 429, headers: { 'retry-after': String(resetSeconds) }, says }
  }
  return isAddress(email) ? undefined : { status: 422, says: 'This is not an e-mail address.' }
}

/** What a request may have been made with; nothing else was ever given anything. */
const isAddress = (text: string): boolean => !checkValue(Email, text).faults

const question = (email = '', problem?: string): SiteAnswer => ({
  title: problem ? 'Error: get your link again' : 'Get your link again',
  description: 'A new link to what a trust request gave access to.',
  body: html`<h1 class="long">Get your link again</h1>
<p class="lede">Write the e-mail address that something was shared with. If it still is, a new link goes to that address. It works for ${LINK_HOURS} hours.</p>
${problem && html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form method="post" action="/access" class="fields">
<label>E-mail
<input name="email" type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email.slice(0, 254)}"${problem && html` aria-invalid="true" aria-describedby="problem" autofocus`}>
</label>
<button class="button">Send the link</button>
</form>`,
})

/** The same for every address, and it does not even repeat it. */
const ANSWER: SiteAnswer = {
  title: 'Look into your mailbox',
  description: 'What comes after a link was asked for.',
  body: html`<h1 class="long">Look into your mailbox</h1>
<p class="lede" role="status">If something was shared with this address, a link is on its way. It works for ${LINK_HOURS} hours.</p>
<p class="quiet-text">If nothing comes, look into the spam folder, or <a href="/access">try another address</a> that you may have used. What has ended or was taken back gets no link: ask those who shared it.</p>`,
}
