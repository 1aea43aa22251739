// A vendor as people read about it: what it says, where, and what has changed.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import type { Provenance } from '../deps.ts'
import { CATEGORY, isCertificate } from '../vendors/derive/vocabulary.ts'
import type { ShownClaim } from '../vendors/facts-store.ts'
import { loadVendor, type VendorParts } from './load-vendor.ts'
import { badge, outside, proof, quote, table, valueBadge, when } from './parts.ts'
import { changes, dutyTable, scoreTable, sourceTable } from './vendor-tables.ts'
import { STATE_WORDS, toneOfRelation, wordsFor } from './words.ts'

export const vendorPage = (deps: Pick<Provenance, 'db' | 'clock'>): SitePage => ({
  path: '/vendors/:slug',
  render: async ({ params, query }) => {
    const parts = await loadVendor(deps, params.slug ?? '', dayIn(query.as_of, deps.clock.now()))
    return parts && render(parts)
  },
})

/** A day that is none, or has not come, is today. */
function dayIn(text: string | undefined, now: Date): string | undefined {
  const isDay = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay && new Date(text) <= now ? text : undefined
}

function render(parts: VendorParts): SiteAnswer {
  const { vendor, day } = parts
  return {
    title: vendor.display_name,
    description: `What ${vendor.display_name} says in public about security, data and AI, with sources.`,
    indexable: !day,
    body: html`<p class="crumbs"><a href="/vendors">Directory</a></p>
<h1>${vendor.display_name}</h1>
<p class="lede">${day ? html`As it was known on ${when(day)}. <a href="/vendors/${vendor.slug}">Show today</a>` : 'Read from public sources. Not an attestation of the vendor, unless its listing is verified.'}</p>
${facts(parts)}
<nav class="jump" aria-label="On this page"><a href="#certifications">Certifications</a><a href="#subprocessors">Subprocessors</a><a href="#ai-act">AI Act</a><a href="#score">Score</a><a href="#changes">Changes</a><a href="#sources">Sources</a><a href="#take-away">Export</a></nav>
${certificates(parts)}
${subprocessors(parts)}
${otherClaims(parts)}
${dutyTable(parts)}
${scoreTable(parts)}
${changes(parts)}
${sourceTable(parts)}
${gaps(parts)}
${takeAway(parts)}`,
  }
}

const facts = ({ vendor, claims, moment }: VendorParts): Html => html`<dl class="facts">
<div><dt>Domain</dt><dd>${outside(vendor.website_url, vendor.primary_domain)}</dd></div>
<div><dt>Evidence</dt><dd>${vendor.verified && badge('Verified listing', 'good')} ${valueBadge(vendor.readiness)}</dd></div>
<div><dt>Sources</dt><dd>${valueBadge(vendor.source_freshness)} ${vendor.source_status !== vendor.source_freshness && valueBadge(vendor.source_status)}</dd></div>
<div><dt>AI Act, Article 50</dt><dd>${valueBadge(vendor.ai_act)}</dd></div>
<div><dt>Score</dt><dd>${vendor.score === null ? 'None yet' : html`<a href="#score">${Math.round(vendor.score)} of 100</a>, ${vendor.risk_band} risk`}</dd></div>
<div><dt>Completeness</dt><dd>${vendor.completeness} of 100, ${claims.length} claims</dd></div>
</dl>
<form class="filters as-of" method="get" action="/vendors/${vendor.slug}"><label>What was known on<input type="date" name="as_of" max="${moment.toISOString().slice(0, 10)}" required></label><button class="button quiet">Show</button></form>`

const certificates = ({ claims, vendor }: VendorParts): Html => {
  const certificates = claims.filter(isCertificate)
  return html`<h2 id="certifications">Certifications</h2>
${
  certificates.length === 0
    ? html`<p>${vendor.display_name} names none on the pages that were read.</p>`
    : table(
        'Certifications',
        ['What', 'What is said', 'The sentence'],
        certificates.map(
          (claim) =>
            html`<tr><th scope="row">${wordsFor(claim.value.split(':')[0]!)}</th><td>${badge(STATE_WORDS[claim.state] ?? claim.state, toneOfRelation(claim.relation))}</td><td>${quote(claim.snippet)}<br>${proof(claim)}</td></tr>`,
        ),
      )
}`
}

const subprocessors = ({ claims, vendor }: VendorParts): Html => {
  const named = claims.filter(({ category }) => category === CATEGORY.subprocessor)
  return html`<h2 id="subprocessors">Subprocessors</h2>
${
  named.length === 0
    ? html`<p>${vendor.display_name} names none on the pages that were read.</p>`
    : table(
        'Subprocessors',
        ['Name', 'Purpose', 'Where', 'Read'],
        named.map(
          (claim) =>
            html`<tr><th scope="row">${claim.value}${claim.relation === 'refutes' && html` ${badge('no longer', 'bad')}`}</th><td>${detail(claim, 'purpose')}</td><td>${detail(claim, 'location')}</td><td>${proof(claim)}</td></tr>`,
        ),
      )
}`
}

const detail = ({ details }: ShownClaim, key: string): string => {
  const value = details[key]
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}

function otherClaims({ claims }: VendorParts): Html[] {
  const rest = claims.filter((claim) => !isCertificate(claim) && claim.category !== CATEGORY.subprocessor)
  return [...Map.groupBy(rest, sectionOf)].map(
    ([category, some]) => html`<h2>${wordsFor(category)}</h2>
<ul class="rows">${some.map((claim) => html`<li><strong>${claim.claim_text}</strong> ${claim.relation !== 'supports' && badge(STATE_WORDS[claim.state] ?? claim.relation, toneOfRelation(claim.relation))}<br>${quote(claim.snippet)}<br>${proof(claim)}</li>`)}</ul>`,
  )
}

/** The extractor keeps agreements that are offered beside certificates; readers look for them elsewhere. */
const sectionOf = ({ category }: ShownClaim): string => (category === CATEGORY.certification ? CATEGORY.dpa : category)

const gaps = ({ gaps }: VendorParts): Html | false =>
  gaps.length > 0 &&
  html`<h2>Not found</h2>
<ul class="rows">${gaps.map(({ message }) => html`<li>${message}</li>`)}</ul>`

const takeAway = ({ vendor, day }: VendorParts): Html => {
  const base = `/api/provenance/v1/vendors/${vendor.slug}`
  const asOf = day ? `?as_of=${day}` : ''
  return html`<h2 id="take-away">Take it with you</h2>
<p class="actions"><a class="button quiet" href="${base}/evidence-profile${asOf}">JSON</a><a class="button quiet" href="${base}/evidence-profile.csv${asOf}">CSV</a><a class="button quiet" href="${base}/evidence-profile.md${asOf}">Markdown</a><a class="button quiet" href="${base}/evidence-profile.cdx.json${asOf}">CycloneDX</a><a class="button quiet" href="${base}/events.atom">Feed of changes</a></p>`
}
