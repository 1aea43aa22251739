// The demo's letter box: without a mail server, messages that carry a link would reach nobody.
import { isLoopback } from '@veritrace/platform/config/config'
import type { Db } from '@veritrace/platform/db/db'
import { html } from '@veritrace/platform/http/pages/layout'
import type { SitePage } from '@veritrace/platform/http/pages/site'
import type { Mail } from '@veritrace/platform/outside/mail'
import { listMail } from '@veritrace/platform/outside/mailer'

export const MAIL_PATH = '/demo/mail'
const SHOWN = 50

/** For whoever sits at this machine; to others it is not there. */
export const mailPage = ({ db }: { db: Db }): SitePage => ({
  path: MAIL_PATH,
  render: async ({ visitor }) => {
    if (!isLoopback(visitor.ip.replace(/^::ffff:/, ''))) return undefined
    const { items } = await listMail(db, { limit: SHOWN })
    return {
      title: 'Mail of the demo',
      description: 'Messages that this server would have sent.',
      body: html`<h1>Mail of the demo</h1>
<p class="lede">No mail server is configured, so what would have been sent stays here. The newest comes first.</p>
${items.length === 0 ? html`<p class="empty">Nothing has been sent yet.</p>` : html`<ul class="rows">${items.map(letter)}</ul>`}`,
    }
  },
})

const letter = ({ to, subject, text, created_at }: Mail) => html`<li><strong>${subject}</strong>
<p class="meta between"><span>To ${to}</span><time datetime="${created_at.toISOString()}">${created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p>
<div class="prose">${text.split(/\n{2,}/).map((paragraph) => html`<p>${withLinks(paragraph)}</p>`)}</div></li>`

const ADDRESS = /(https?:\/\/\S+)/
const withLinks = (text: string) =>
  text.split(ADDRESS).map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
