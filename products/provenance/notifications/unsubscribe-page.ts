// The page behind the unsubscribe link: it asks first, because mail scanners follow links too. Its button sends the
// one-click POST of RFC 8058, which mail programs can also send themselves.
import { html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import type { Person } from './people-store.ts'
import { DEFAULTS } from './rules.ts'
import { findReader, unsubscribe } from './unsubscribe.ts'

export const unsubscribePage = (deps: Provenance): SitePage => ({
  path: '/unsubscribe/:token',
  render: async ({ params: { token = '' } }) => {
    const person = await findReader(deps, token)
    return person && ((person.settings ?? DEFAULTS).channels.email.enabled ? question(person) : stopped(person))
  },
  submit: async ({ params: { token = '' }, visitor }) => {
    const person = await unsubscribe(deps, visitor, token)
    return person && stopped(person)
  },
})

const question = ({ tenant_name, email }: Person): SiteAnswer => ({
  title: 'Unsubscribe',
  description: 'Email notifications of a workspace.',
  body: html`<h1 class="long">Stop emails from ${tenant_name}?</h1>
<p class="lede">We will no longer email notifications of this workspace to ${email}. Owners and admins still get security emails.</p>
<form method="post" class="actions"><button class="button">Unsubscribe</button></form>
<p class="quiet-text">To get fewer or different emails instead, change your notification preferences.</p>`,
})

const stopped = ({ tenant_name, email }: Person): SiteAnswer => ({
  title: 'You are unsubscribed',
  description: 'Email notifications of this workspace are off.',
  body: html`<h1 class="long">You are unsubscribed</h1>
<p class="lede">We no longer email notifications of ${tenant_name} to ${email}, except security emails to owners and admins. You can turn them on again in your notification preferences.</p>`,
})
