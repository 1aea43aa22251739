// The public trust page as HTML.
import { Html, html } from '@veritrace/platform/pages/layout'
import type { HomeOf, SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { bodyHtml } from '../disclosures/view.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { loadPublished, type PublishedParts } from './assemble-published.ts'
import { brandOf, shownPicture } from './brand.ts'
import { jsonLdOf } from './json-ld.ts'
import { findPublishedAt } from './published-store.ts'

type Deps = Pick<Provenance, 'db' | 'publicUrl'>

export const trustPage = ({ db, publicUrl }: Deps): SitePage => ({
  path: '/trust/:slug',
  render: async ({ params }) => {
    const parts = await loadPublished(db, params.slug ?? '')
    return parts && render(parts, { publicUrl, directory: '' })
  },
})

export const trustPageAt =
  ({ db, publicUrl }: Deps): HomeOf =>
  async (host) => {
    const found = await findPublishedAt(db, host)
    const parts = found && (await loadPublished(db, found.slug))
    // On a custom domain, links to the directory need its full address.
    return parts && render(parts, { publicUrl, directory: publicUrl })
  }

interface Place {
  publicUrl: string
  /** Prefix for paths of the directory. */
  directory: string
}

function render(parts: PublishedParts, { publicUrl, directory }: Place): SiteAnswer {
  const { page } = parts
  const sections = {
    subprocessors: subprocessors(parts, directory),
    disclosures: disclosures(parts),
    evidence: evidence(parts, publicUrl),
  }
  return {
    title: page.display_name,
    description: page.headline || `Security and privacy at ${page.display_name}`,
    indexable: page.indexable,
    icon: shownPicture(page.theme.favicon_url),
    jsonLd: jsonLdOf(parts, publicUrl),
    body: html`${brandOf(page.theme, page.display_name)}
<h1${langAttribute(page.locale)}>${page.headline || page.display_name}</h1>
${page.intro && html`<div class="lede prose"${langAttribute(page.locale)}>${new Html(renderMarkdown(page.intro, { under: 1 }))}</div>`}
${contactLinks(page)}
${page.sections.map((name) => sections[name])}
${page.footer_branding && html`<p class="quiet-text">${page.display_name} maintains this page with Veritrace.</p>`}`,
  }
}

/** The rest of the page is in English. */
const langAttribute = (locale: string) => !/^en(-|$)/.test(locale) && html` lang="${locale}"`

const contactLinks = ({ security_contact, status_page_url }: PublishedParts['page']) =>
  (security_contact || status_page_url) &&
  html`<p class="actions">${security_contact && html`<a class="button" href="mailto:${security_contact}">Contact security</a>`}${status_page_url && html`<a class="button quiet" href="${status_page_url}">Service status</a>`}</p>`

const subprocessors = ({ subprocessors: picks, page }: PublishedParts, directory: string) => html`<h2>Subprocessors</h2>
${
  picks.length === 0
    ? html`<p>${page.no_subprocessors ? `${page.display_name} declares that it uses no subprocessors.` : 'None are listed.'}</p>`
    : html`<ul class="rows">${picks.map((pick) => html`<li class="between"><a href="${directory}/vendors/${pick.slug}"><strong>${pick.display_name}</strong></a><span class="quiet-text">${pick.primary_domain}</span></li>`)}</ul>`
}`

const disclosures = ({ disclosures: shown }: PublishedParts) =>
  shown.length > 0 &&
  html`<h2>Disclosures</h2>
<div class="rows">${shown.map((one) => html`<article${langAttribute(one.locale)}><h3>${one.title}</h3><div class="prose">${new Html(bodyHtml(one))}</div></article>`)}</div>`

const evidence = ({ evidence: files, page }: PublishedParts, publicUrl: string) =>
  files.length > 0 &&
  html`<h2>Evidence</h2>
<p>Files cannot be downloaded here. Request one, and ${page.display_name} answers with a personal link.</p>
<ul class="rows">${files.map((file) => html`<li class="between"><span>${file.title}</span><span class="asked"><span class="badge">${file.status}</span> ${page.security_contact && html`<a href="${requestLink(file, page, publicUrl)}">${REQUEST_LABELS[file.visibility]}<span class="away">: ${file.title}</span></a>`}</span></li>`)}</ul>`

const REQUEST_LABELS = { public: 'Ask for a copy', gated: 'Request access', hidden: '' } as const

/** The owner records requests itself, so a visitor asks by email. The text lists what the owner needs to know. */
function requestLink({ title }: { title: string }, page: PublishedParts['page'], publicUrl: string): string {
  const body = `I would like to request access to “${title}” on ${publicUrl}/trust/${page.slug}\r\n\r\nName:\r\nCompany:\r\nPurpose:\r\n`
  const fields = { subject: `Request for access: ${title}`, body }
  const query = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  return `mailto:${encodeURIComponent(page.security_contact ?? '').replace('%40', '@')}?${query.join('&')}`
}
