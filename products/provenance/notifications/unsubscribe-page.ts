// Behind the link at the end of a mail: what will happen, and a button. Looking changes nothing, because programs that
// check mail follow links too; the button is the one POST that RFC 8058 asks for, so mail programs can press it as well.
import { html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
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
  title: 'Stop these mails',
  description: 'Notifications of a workspace by mail.',
  body: html`<h1 class="long">No more mails from ${tenant_name}?</h1>
<p class="lede">Notifications of this workspace will not be mailed to ${email} any more. Owners and admins still get mails about security.</p>
<form method="post" class="actions"><button class="button">Stop these mails</button></form>
<p class="quiet-text">To get fewer of them instead, or others, close this page and change your notification preferences.</p>`,
})

const stopped = ({ tenant_name, email }: Person): SiteAnswer => ({
  title: 'The mails have stopped',
  description: 'Notifications of a workspace are not mailed any more.',
  body: html`<h1 class="long">The mails have stopped</h1>
<p class="lede">Notifications of ${tenant_name} are not mailed to ${email}, except those about security to owners and admins. You can switch them on again in your notification preferences.</p>`,
})
