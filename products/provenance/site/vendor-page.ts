// The page of a vendor: its claims, their sources, and recent changes.
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { isReadingProblem } from '../vendors/derive/gaps.ts'
import { claimSection, claimSections, type Section } from './claim-sections.ts'
import { contradicted, contradictions } from './contradictions.ts'
import { counted, dayOf } from './labels.ts'
import { loadVendor, type VendorParts, wasRead } from './load-vendor.ts'
import { badge, outside, valueBadge, when } from './parts.ts'
import { proposals } from './proposals.ts'
import { changes, dutyTable, scoreTable, sourceTable } from './vendor-tables.ts'

export const vendorPage = (deps: Pick<Provenance, 'db' | 'clock' | 'model'>): SitePage => ({
  path: '/vendors/:slug',
  render: async ({ params, query }) => {
    const asked = requestedDay(query.as_of, deps.clock.now())
    const parts = await loadVendor(deps, params.slug ?? '', asked.day)
    return parts && render(parts, asked.refused)
  },
})

interface RequestedDay {
  day?: string
  /** Why the page shows today although a day was requested. */
  refused?: 'no_day' | 'to_come'
}
function requestedDay(text: string | undefined, now: Date): RequestedDay {
  if (!text) return {}
  const at = new Date(text)
  // `Date` accepts dates like February 31 as a day in March, so compare.
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime()) || dayOf(at) !== text) return { refused: 'no_day' }
  return at <= now ? { day: text } : { refused: 'to_come' }
}

function render(parts: VendorParts, refused: RequestedDay['refused']): SiteAnswer {
  const { vendor, day } = parts
  const said = claimSections(parts)
  return {
    title: vendor.display_name,
    description: `Public statements of ${vendor.display_name} about security, data and AI, with sources.`,
    indexable: !day && !refused,
    ...(refused === 'no_day' && { status: 400 }),
    body: html`<p class="crumbs"><a href="/vendors">Directory</a></p>
<h1>${vendor.display_name}</h1>
<p class="lede">${lede(parts)}</p>
${refused && html`<p class="notice bad" role="alert">${REFUSED[refused]}</p>`}
${facts(parts)}
${jumps(parts, said)}
${contradictions(parts.claims)}
${said.map(claimSection)}
${proposals(parts.proposals)}
${dutyTable(parts)}
${scoreTable(parts)}
${changes(parts)}
${sourceTable(parts)}
${gaps(parts)}
${exportLinks(parts)}`,
  }
}

const REFUSED = {
  no_day: 'The address has no valid date. Write it like 2026-01-31. The page shows what is known today.',
  to_come: 'The date in the address is in the future. The page shows what is known today.',
} as const

function lede(parts: VendorParts): Html | string {
  const { vendor, day } = parts
  if (day) return html`As known on ${when(day)}. <a href="/vendors/${vendor.slug}">Show today</a>`
  if (!wasRead(parts)) return 'No page of this vendor could be read yet, so nothing here is a judgment about it.'
  return 'Read from public sources. Not an attestation of the vendor, unless its listing is verified.'
}

const jumps = ({ claims, decision, sources }: VendorParts, said: readonly Section[]): Html =>
  html`<nav class="jump" aria-label="On this page">${contradicted(claims).length > 0 && jump('contradictions', 'Pages disagree', contradicted(claims).length)}${said.map(({ id, title, count }) => jump(id, title, count))}${decision.ai_act.duties.length > 0 && jump('ai-act', 'AI Act, Article 50')}${decision.items.length > 0 && jump('score', 'Score')}${jump('changes', 'Changes')}${jump('sources', 'Sources', sources.length)}${jump('take-away', 'Export')}</nav>`

const jump = (id: string, title: string, count?: number): Html =>
  html`<a href="#${id}">${title}${count !== undefined && html`<span class="quiet-text">${count}</span>`}</a>`

const facts = ({ vendor, claims, moment }: VendorParts): Html => html`<dl class="facts">
<div><dt>Domain</dt><dd>${outside(vendor.website_url, vendor.primary_domain)}</dd></div>
<div><dt>Evidence</dt><dd>${vendor.verified && badge('Verified listing', 'good')} ${valueBadge(vendor.readiness)}</dd></div>
<div><dt>Sources</dt><dd>${valueBadge(vendor.source_freshness)} ${vendor.source_status !== vendor.source_freshness && valueBadge(vendor.source_status)}</dd></div>
<div><dt>AI Act, Article 50</dt><dd>${valueBadge(vendor.ai_act)}</dd></div>
<div><dt>Score</dt><dd>${vendor.score === null ? 'None yet' : html`<a href="#score">${Math.round(vendor.score)} of 100</a>, ${vendor.risk_band} risk`}</dd></div>
<div><dt>Completeness</dt><dd>${vendor.completeness} of 100, ${counted(claims.length, 'claim')}</dd></div>
</dl>
<form class="filters as-of" method="get" action="/vendors/${vendor.slug}"><label>What was known on<input type="date" name="as_of" max="${dayOf(moment)}" required></label><button class="button quiet">Show</button></form>`

const gaps = ({ gaps }: VendorParts): Html => {
  const unread = gaps.filter(isReadingProblem)
  const missing = gaps.filter((gap) => !isReadingProblem(gap))
  return html`${gapList('Not read', unread)}${gapList('Not found', missing)}`
}

const gapList = (title: string, gaps: VendorParts['gaps']): Html | false =>
  gaps.length > 0 &&
  html`<h2>${title}</h2>
<ul class="rows">${gaps.map(({ message }) => html`<li>${message}</li>`)}</ul>`

const exportLinks = ({ vendor, day }: VendorParts): Html => {
  const base = `/api/provenance/v1/vendors/${vendor.slug}`
  const asOf = day ? `?as_of=${day}` : ''
  return html`<h2 id="take-away">Export</h2>
<p class="actions"><a class="button quiet" href="${base}/evidence-profile${asOf}">JSON</a><a class="button quiet" href="${base}/evidence-profile.csv${asOf}">CSV</a><a class="button quiet" href="${base}/evidence-profile.md${asOf}">Markdown</a><a class="button quiet" href="${base}/evidence-profile.cdx.json${asOf}">CycloneDX</a><a class="button quiet" href="${base}/events.atom">Change feed</a></p>`
}
