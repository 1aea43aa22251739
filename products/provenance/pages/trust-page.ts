// The public trust page as people read it.

import type { PublishedTrustPageDetail } from '@veritrace/contract/provenance/pages'
import { Html, html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import type { Provenance } from '../deps.ts'
import { listShown } from '../disclosures/store.ts'
import { bodyHtml } from '../disclosures/view.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { assemblePublished } from './assemble-published.ts'
import { findPublished } from './published-store.ts'

export const trustPage = ({ db }: Pick<Provenance, 'db'>): SitePage => ({
  path: '/trust/:slug',
  render: async ({ params }) => {
    const slug = params.slug ?? ''
    const [detail, words] = await Promise.all([assemblePublished(db, slug), findPublished(db, slug)])
    return detail && words ? render(detail, words, await listShown(db, words.tenant_id, slug)) : undefined
  },
})

type Words = NonNullable<Awaited<ReturnType<typeof findPublished>>>
type Shown = Awaited<ReturnType<typeof listShown>>

function render(page: PublishedTrustPageDetail, words: Words, told: Shown): SiteAnswer {
  const sections = {
    subprocessors: subprocessors(page),
    disclosures: disclosures(told),
    evidence: evidence(page),
  }
  return {
    title: page.display_name,
    description: words.headline || `Security and privacy at ${page.display_name}`,
    indexable: words.indexable,
    body: html`<h1>${words.headline || page.display_name}</h1>
${words.intro && html`<div class="lede prose">${new Html(renderMarkdown(words.intro, { under: 1 }))}</div>`}
${words.security_contact && html`<p class="actions"><a class="button" href="mailto:${words.security_contact}">Contact security</a></p>`}
${words.sections.map((name) => sections[name])}
${page.footer_branding && html`<p class="quiet-text">This page is kept by ${page.display_name} with Veritrace.</p>`}`,
  }
}

const subprocessors = ({ subprocessors: picks, display_name }: PublishedTrustPageDetail) => html`<h2>Subprocessors</h2>
${
  picks.length === 0
    ? html`<p>${display_name} declares that it uses no subprocessors.</p>`
    : html`<ul class="rows">${picks.map((pick) => html`<li class="between"><strong>${pick.display_name}</strong><span class="quiet-text">${pick.primary_domain}</span></li>`)}</ul>`
}`

const disclosures = (told: Shown) =>
  told.length > 0 &&
  html`<h2>Disclosures</h2>
<div class="rows">${told.map((one) => html`<article><h3>${one.title}</h3><div class="prose">${new Html(bodyHtml(one))}</div></article>`)}</div>`

const evidence = ({ evidence: files }: PublishedTrustPageDetail) =>
  files.length > 0 &&
  html`<h2>Evidence</h2>
<ul class="rows">${files.map((file) => html`<li class="between"><span>${file.title}</span><span class="badge">${file.status}</span></li>`)}</ul>`
