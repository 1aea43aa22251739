// The demo's page for outgoing email: without a mail server, emailed links would otherwise reach no one.

import { comesFromThisMachine, isOurName } from '@veritrace/platform/identity/this-machine'
import type { Platform } from '@veritrace/platform/open'
import type { Mail } from '@veritrace/platform/outside/mail'
import { listMail } from '@veritrace/platform/outside/mailer'
import { html } from '@veritrace/platform/pages/layout'
import type { SitePage } from '@veritrace/platform/pages/site'

export const MAIL_PATH = '/demo/mail'
const SHOWN = 50

/** Only for users of this machine; other machines and foreign pages in its browser get a 404. */
export const mailPage = ({ db, config }: Pick<Platform, 'db' | 'config'>): SitePage => ({
  path: MAIL_PATH,
  render: async ({ headers, visitor }) => {
    // Without proxy headers, the visitor's address is that of the peer.
    if (!comesFromThisMachine(headers, visitor.ip) || !isOurName(headers, config.http.publicUrl)) return undefined
    const { items } = await listMail(db, { limit: SHOWN })
    return {
      title: 'Outgoing email of the demo',
      description: 'Emails that this server would have sent.',
      body: html`<h1>Outgoing email of the demo</h1>
<p class="lede">No mail server is configured, so outgoing email is shown here, newest first.</p>
${items.length === 0 ? html`<p class="empty">No email yet. Invite someone or reset a password to see one.</p>` : html`<ul class="rows">${items.map(emailItem)}</ul>`}`,
    }
  },
})

const emailItem = ({ to, subject, text, created_at }: Mail) => html`<li><strong>${subject}</strong>
<p class="meta between"><span>To ${to}</span><time datetime="${created_at.toISOString()}">${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p>
<div class="prose">${text.split(/\n{2,}/).map((paragraph) => html`<p>${withLinks(paragraph)}</p>`)}</div></li>`

const ADDRESS = /(https?:\/\/\S+)/
const withLinks = (text: string) =>
  text.split(ADDRESS).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
