// The page behind the emailed link of a fulfilled request: what the recipient may read and download.
import { isAppError } from '@veritrace/platform/errors'
import { Html, html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import { refusedPage } from '../../../platform/http/pages/refused-page.ts'
import type { Provenance } from '../deps.ts'
import { reclaimPage } from './reclaim-page.ts'
import { minuteOf } from './rules.ts'
import { findGiven, type Given, readGrant, useGrant } from './use-grant.ts'

export const accessPages = (deps: Provenance): SitePage[] => [
  reclaimPage(deps),
  {
    path: '/access/:token',
    render: ({ params: { token = '' } }) => readGrant(deps, token).then((grant) => show(token, grant), showRefused),
  },
  {
    path: '/access/:token/:item',
    render: ({ params: { token = '', item = '' }, visitor, isHead }) => {
      const lookUp = () => findGiven(deps, token, item).then(() => `/access/${token}`)
      const address = isHead ? lookUp() : useGrant(deps, visitor, token, item)
      return address.then((redirect) => ({ redirect }), showRefused)
    },
  },
]

/** A visitor whose link does not work may have lost a valid one: the page links to the form that sends a new link. */
function showRefused(error: unknown): SiteAnswer {
  const answer = refusedPage(error)
  if (!isAppError(error) || error.code !== 'access_link_not_found') return answer
  return {
    ...answer,
    body: html`${answer.body}<p class="actions"><a class="button" href="/access">Get your link again</a></p>`,
  }
}

const show = (
  token: string,
  { customer, subject, until, linkEndsAt, given }: Awaited<ReturnType<typeof readGrant>>,
): SiteAnswer => ({
  title: subject,
  description: 'Documents shared through a trust request.',
  body: html`<p class="crumbs">From ${customer}</p>
<h1 class="long">${subject}</h1>
<p class="lede">This is your personal link. It works until ${linkEndsAt ? minuteOf(linkEndsAt) : dayOf(until)}. Every download is logged.</p>
${
  given.length === 0
    ? html`<p class="empty">No files were shared.</p>`
    : html`<ul class="rows">${given.map((item) => row(token, item))}</ul>`
}
${
  linkEndsAt &&
  until > linkEndsAt &&
  html`<p class="quiet-text">You have access until ${dayOf(until)}: <a href="/access">get another link</a> when this one expires.</p>`
}`,
})

function row(token: string, { id, title, file, bodyHtml, isUnpublished }: Given) {
  if (bodyHtml !== undefined)
    return html`<li><strong>${title}</strong><div class="prose">${new Html(bodyHtml)}</div></li>`
  const download = file
    ? html`<a href="/access/${token}/${id}">Download<span class="away"> ${title}</span></a>`
    : html`<span class="quiet-text">${isUnpublished ? 'Not published' : 'No file'}</span>`
  return html`<li class="between"><strong>${title}</strong>${download}</li>`
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)
