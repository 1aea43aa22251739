// The public trust page as people read it.
import { Html, html } from '@veritrace/platform/http/pages/layout'
import type { HomeOf, SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import type { Provenance } from '../deps.ts'
import { bodyHtml } from '../disclosures/view.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { loadPublished, type PublishedParts } from './assemble-published.ts'
import { jsonLdOf } from './json-ld.ts'
import { findPublishedAt } from './published-store.ts'

type Deps = Pick<Provenance, 'db' | 'publicUrl'>

export const trustPage = ({ db, publicUrl }: Deps): SitePage => ({
  path: '/trust/:slug',
  render: async ({ params }) => {
    const parts = await loadPublished(db, params.slug ?? '')
    return parts && render(parts, publicUrl)
  },
})

export const trustPageAt =
  ({ db, publicUrl }: Deps): HomeOf =>
  async (host) => {
    const found = await findPublishedAt(db, host)
    const parts = found && (await loadPublished(db, found.slug))
    return parts && render(parts, publicUrl)
  }

function render(parts: PublishedParts, publicUrl: string): SiteAnswer {
  const { page } = parts
  const sections = {
    subprocessors: subprocessors(parts),
    disclosures: disclosures(parts),
    evidence: evidence(parts),
  }
  return {
    title: page.display_name,
    description: page.headline || `Security and privacy at ${page.display_name}`,
    indexable: page.indexable,
    jsonLd: jsonLdOf(parts, publicUrl),
    body: html`<h1>${page.headline || page.display_name}</h1>
${page.intro && html`<div class="lede prose">${new Html(renderMarkdown(page.intro, { under: 1 }))}</div>`}
${page.security_contact && html`<p class="actions"><a class="button" href="mailto:${page.security_contact}">Contact security</a></p>`}
${page.sections.map((name) => sections[name])}
${page.footer_branding && html`<p class="quiet-text">This page is kept by ${page.display_name} with Veritrace.</p>`}`,
  }
}

const subprocessors = ({ subprocessors: picks, page }: PublishedParts) => html`<h2>Subprocessors</h2>
${
  picks.length === 0
    ? html`<p>${page.no_subprocessors ? `${page.display_name} declares that it uses no subprocessors.` : 'None are listed.'}</p>`
    : html`<ul class="rows">${picks.map((pick) => html`<li class="between"><strong>${pick.display_name}</strong><span class="quiet-text">${pick.primary_domain}</span></li>`)}</ul>`
}`

const disclosures = ({ disclosures: told }: PublishedParts) =>
  told.length > 0 &&
  html`<h2>Disclosures</h2>
<div class="rows">${told.map((one) => html`<article><h3>${one.title}</h3><div class="prose">${new Html(bodyHtml(one))}</div></article>`)}</div>`

const evidence = ({ evidence: files }: PublishedParts) =>
  files.length > 0 &&
  html`<h2>Evidence</h2>
<ul class="rows">${files.map((file) => html`<li class="between"><span>${file.title}</span><span class="badge">${file.status}</span></li>`)}</ul>`
