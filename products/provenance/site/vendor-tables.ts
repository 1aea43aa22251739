// Tables of a vendor's page: duties, score, changes, sources.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import { eventText } from '../profiles/feed.ts'
import { sourceStatus } from '../vendors/derive/freshness.ts'
import { explainUnread, unreadReasons } from '../vendors/derive/unread.ts'
import type { NestedEvent } from '../vendors/store.ts'
import { folded } from './fold.ts'
import { labelFor } from './labels.ts'
import { type VendorParts, wasRead } from './load-vendor.ts'
import { outside, quote, shortAddress, table, valueBadge, when } from './parts.ts'

export const dutyTable = (parts: VendorParts): Html | false => {
  const { ai_act } = parts.decision
  if (ai_act.duties.length === 0) return false
  // Without any page read, it is unknown whether a duty is triggered.
  const shown = (status: string): string => (status === 'not_triggered' && !wasRead(parts) ? 'unknown' : status)
  return html`<h2 id="ai-act">AI Act, Article 50</h2>
<p>${ai_act.note}</p>
${table(
  'Duties of Article 50',
  ['Duty', 'Who', 'From', 'Shown in public'],
  ai_act.duties.map(
    ({ duty, title, actor, applies_from, status }) =>
      html`<tr><th scope="row">${duty} ${title}</th><td>${actor}</td><td>${applies_from}</td><td>${valueBadge(shown(status))}</td></tr>`,
  ),
)}`
}

const FIRST_ITEMS = 4

export const scoreTable = ({ decision }: VendorParts): Html | false =>
  decision.items.length > 0 &&
  html`<h2 id="score">How the score was calculated</h2>
<p>Rules ${decision.rules_version}, largest losses first. The same evidence always gives the same decision, <code>${decision.id}</code>. Items that cannot be judged are left out.</p>
${folded(costliestFirst(decision.items), FIRST_ITEMS, 'item', (some, part) =>
  table(`Items of the score${part}`, ['Item', 'Outcome', 'Points', 'Why'], some.map(scoreRow), 'score'),
)}`

type Item = VendorParts['decision']['items'][number]
/** An item that cannot be judged costs no points. */
const isJudged = ({ outcome }: Item): boolean => outcome !== 'inconclusive' && outcome !== 'not_read'
const lost = (item: Item): number => (isJudged(item) ? item.max - item.points : 0)
const costliestFirst = (items: readonly Item[]): Item[] => items.toSorted((a, b) => lost(b) - lost(a))

const scoreRow = (item: Item): Html => {
  const { rule_id, outcome, points, max, explanation } = item
  return html`<tr><th scope="row">${labelFor(rule_id.split('.').at(-1)!)}</th><td>${valueBadge(outcome)}</td><td>${isJudged(item) ? `${points} of ${max}` : '–'}</td><td>${explanation}</td></tr>`
}

/** Discovered sources are listed in the table of sources instead. */
const isShown = ({ event_type }: { event_type: string }): boolean => event_type !== 'source.discovered'

const FIRST_CHANGES = 5
const FIRST_SOURCES = 5

export function changes(parts: VendorParts): Html {
  const shown = parts.vendor.recent_events.filter(isShown)
  return html`<h2 id="changes">Changes</h2>
${
  shown.length > 0
    ? folded(shown, FIRST_CHANGES, 'change', (some) => html`<ol class="rows">${some.map(change)}</ol>`)
    : html`<p>${wasRead(parts) ? 'None since the first reading.' : 'None: no page could be read yet.'}</p>`
}`
}

const change = ({ event_type, severity, payload, source_url, observed_ms }: NestedEvent): Html =>
  html`<li><div class="between"><strong class="sentence">${eventText(event_type)}</strong><span>${severity === 'major' && valueBadge('major')} ${when(observed_ms)}</span></div>${quotes(payload)}${source_url && html`<span class="proof">${outside(source_url, shortAddress(source_url))}</span>`}</li>`

/** Quotes from before and after, if the event has them. */
function quotes({ snippet_before, snippet_after }: Record<string, unknown>): Html[] {
  const part = (label: string, text: unknown) =>
    typeof text === 'string' && text !== '' ? [html`<p class="change">${label}: ${quote(text)}</p>`] : []
  return [...part('Before', snippet_before), ...part('After', snippet_after)]
}

export const sourceTable = ({ sources, moment }: VendorParts): Html => html`<h2 id="sources">Sources</h2>
<p>The pages that we read, and when. Our crawler <a href="/bot">identifies itself</a> and obeys robots.txt.</p>
${
  sources.length === 0
    ? html`<p>No page is known yet.</p>`
    : folded(sources, FIRST_SOURCES, 'source', (some, part) =>
        table(
          `Sources${part}`,
          ['Page', 'Kind', 'State', 'Last read', 'Found by'],
          some.map((source) => sourceRow(source, moment)),
          'sources',
        ),
      )
}`

const sourceRow = (source: VendorParts['sources'][number], moment: Date): Html =>
  html`<tr><th scope="row">${outside(source.url, shortAddress(source.url))}</th><td>${labelFor(source.kind)}</td><td>${state(source, moment)}</td><td>${source.last_success_at ? when(source.last_success_at) : 'never'}</td><td>${labelFor(source.discovery_method)}</td></tr>`

/** Shows the reason for a page that was not read. */
function state(source: VendorParts['sources'][number], moment: Date): Html {
  const reasons = unreadReasons(source, moment)
  const status = sourceStatus(source, moment)
  // A part of the page was read.
  const isPartly = status === 'ok' && reasons.length > 0
  if (reasons.length > 0)
    return html`${isPartly && html`${valueBadge(status)} `}${valueBadge('not_read', isPartly ? 'Not all read' : 'Not read')} <span class="quiet-text">${reasons.map(explainUnread).join('; ')}</span>`
  return html`${valueBadge(status)}${source.status_reason && html` <span class="quiet-text">${labelFor(source.status_reason)}</span>`}`
}
