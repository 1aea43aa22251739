// Small components that the pages of the directory share.
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { Verdict } from './claim-labels.ts'
import { dayOf, labelFor, TONES, type Tone } from './labels.ts'

export const badge = (text: string, tone: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

export const verdictBadge = ({ label, tone }: Verdict): Html => badge(label, tone)

/** A value of the API as a badge in its color. */
export const valueBadge = (value: string, label = labelFor(value)): Html => badge(label, TONES[value] ?? 'plain')

export const when = (moment: Date | string | number): Html =>
  html`<time datetime="${new Date(moment).toISOString()}">${dayOf(moment)}</time>`

/** Links only web addresses: an address from a vendor may be anything. */
export const outside = (url: string, text: string): Html =>
  /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="nofollow noopener noreferrer">${text}</a>` : html`${text}`

/** Adds quotation marks, unless the text has them already. A line of JSON is shown as code. */
export const quote = (text: string): Html =>
  /^"[^"]*"\s*:/.test(text) ? html`<code>${text}</code>` : html`<q>${text.replace(/^["“]([^"“”]*)["”]$/, '$1')}</q>`

/** The page with its date, and a link to the proof. */
const proof = (claim: { id: string; source_url: string; fetched_at: Date }): Html =>
  html`<span class="proof">${outside(claim.source_url, shortAddress(claim.source_url))}, ${when(claim.fetched_at)} · <a href="/c/${claim.id}#quote">proof</a></span>`

/** The proofs on all pages with this claim. Each page is named once. */
export function proofs({ also, ...claim }: Place & { also: readonly Place[] }): Html {
  const pages = [...Map.groupBy([claim, ...also], ({ source_url }) => source_url).values()]
  return html`${pages.map(([first, ...again], at) => html`${at > 0 && html`<br>`}${proof(first!)}${again.map(({ id }, more) => html`<span class="proof">, <a href="/c/${id}#quote">${more + 2}</a></span>`)}`)}`
}
type Place = Parameters<typeof proof>[0]

export function shortAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return address.slice(0, 60)
  const path = url.pathname === '/' ? '' : url.pathname
  const whole = url.host + path
  return whole.length > 48 ? `${whole.slice(0, 47)}…` : whole
}

/** The style sheet sets column widths by shape, so that both parts of a folded table align. */
export const table = (
  caption: string,
  heads: readonly string[],
  rows: readonly Html[],
  shape?: 'certificates' | 'subprocessors' | 'score' | 'sources',
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${caption}"><table${shape && html` class="${shape}"`}>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`
