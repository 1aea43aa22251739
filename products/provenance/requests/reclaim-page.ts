// The page for recipients who have lost their link and request a new one: the form and its confirmation.
import { Email } from '@veritrace/contract/provenance/requests'
import { checkValue } from '@veritrace/platform/json-schema'
import { networkOf } from '@veritrace/platform/metering/plans'
import { html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer, SitePage, SiteRequest } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { reclaimLinks } from './reclaim-links.ts'
import { LINK_HOURS } from './rules.ts'

/** Per minute and network. Offices share an address, so a few attempts are allowed. */
export const ASKED_PER_MINUTE = 5

export const reclaimPage = (deps: Provenance): SitePage => ({
  path: '/access',
  render: async () => question(),
  submit: async (request) => {
    const email = (request.form.get('email') ?? '').trim()
    const problem = await problemWith(deps, request, email)
    if (problem) {
      const { message, ...answer } = problem
      return { ...question(email, message), ...answer }
    }
    await reclaimLinks(deps, email)
    return ANSWER
  },
})

async function problemWith({ limiter }: Provenance, { headers, visitor }: SiteRequest, email: string) {
  // The form needs no cookie, so CSRF tokens do not apply; still, another site must not use visitors to send email.
  if (headers['sec-fetch-site'] === 'cross-site')
    return { status: 403, message: 'This form was sent from another site. Fill it in here.' }
  const limit = { key: `reclaim:${networkOf(visitor.ip)}`, perMinute: ASKED_PER_MINUTE }
  const { allowed, resetSeconds } = await limiter.take(limit)
  if (!allowed) {
    const message = 'Too many attempts from your network. Wait a minute, then try again.'
    return { status: 429, headers: { 'retry-after': String(resetSeconds) }, message }
  }
  return isAddress(email) ? undefined : { status: 422, message: 'Enter a valid email address.' }
}

/** Requests accept only such addresses, so no other text can have a grant. */
const isAddress = (text: string): boolean => !checkValue(Email, text).faults

const question = (email = '', problem?: string): SiteAnswer => ({
  title: problem ? 'Error: get your link again' : 'Get your link again',
  description: 'Get a new link to documents shared through a trust request.',
  body: html`<h1 class="long">Get your link again</h1>
<p class="lede">Enter the email address that documents were shared with. If you still have access, we send you a new link. It works for ${LINK_HOURS} hours.</p>
${problem && html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form method="post" action="/access" class="fields">
<label>Email
<input name="email" type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email.slice(0, 254)}"${problem && html` aria-invalid="true" aria-describedby="problem" autofocus`}>
</label>
<button class="button">Send link</button>
</form>`,
})

/** The same for every address; not even the address is repeated. */
const ANSWER: SiteAnswer = {
  title: 'Check your inbox',
  description: 'The confirmation after requesting a new link.',
  body: html`<h1 class="long">Check your inbox</h1>
<p class="lede" role="status">If anything is shared with this address, a link is on its way. It works for ${LINK_HOURS} hours.</p>
<p class="quiet-text">No email? Check your spam folder, or <a href="/access">try another address</a> that you may have used. Expired and revoked access gets no link: ask the sender to share it again.</p>`,
}
