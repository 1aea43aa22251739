// Small parts that the pages of the directory share.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import type { Verdict } from './claim-words.ts'
import { dayOf, TONES, type Tone, wordsFor } from './words.ts'

export const badge = (text: string, tone: Tone): Html => html`<span class="badge ${tone}">${text}</span>`

export const verdictBadge = ({ words, tone }: Verdict): Html => badge(words, tone)

/** A value of the API as a badge of its own colour. */
export const valueBadge = (value: string, label = wordsFor(value)): Html => badge(label, TONES[value] ?? 'plain')

export const when = (moment: Date | string | number): Html =>
  html`<time datetime="${new Date(moment).toISOString()}">${dayOf(moment)}</time>`

/** Only what browsers open as a page: an address from elsewhere may be anything. */
export const outside = (url: string, text: string): Html =>
  /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="nofollow noopener noreferrer">${text}</a>` : html`${text}`

/** In the marks of a quotation, once; a line of JSON is no sentence and brings marks of its own. */
export const quote = (text: string): Html =>
  /^"[^"]*"\s*:/.test(text) ? html`<code>${text}</code>` : html`<q>${text.replace(/^["“]([^"“”]*)["”]$/, '$1')}</q>`

/** Where it was read and the proof of it. */
const proof = (claim: { id: string; source_url: string; fetched_at: Date }): Html =>
  html`<span class="proof">${outside(claim.source_url, shortAddress(claim.source_url))}, ${when(claim.fetched_at)} · <a href="/c/${claim.id}#quote">proof</a></span>`

/** The same for each page that says so; a page that says it again is named once. */
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

/** Columns of a shape have the widths that the sheet of the site gives them, so that two parts of one table agree. */
export const table = (
  caption: string,
  heads: readonly string[],
  rows: readonly Html[],
  shape?: 'certificates' | 'subprocessors' | 'score' | 'sources',
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${caption}"><table${shape && html` class="${shape}"`}>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`
