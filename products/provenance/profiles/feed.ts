// Change events as feeds. Ids are tag URIs (RFC 4151) and never change. An empty feed is dated 1970.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import type { VisibleEvent } from '../vendors/event-store.ts'

export interface Feed {
  /** The title, without the event type if the feed has all types. */
  title: string
  /** Address of the feed itself, in the requested format. */
  self: string
  /** Address of the page for people. */
  home: string
  events: readonly (VisibleEvent & { slug: string; display_name: string })[]
}

export function atomFeed({ title, self, home, events }: Feed): string {
  const updated = (events[0]?.observed_at ?? new Date(0)).toISOString()
  const entries = events.map((event) => {
    const about = summaryOf(event)
    return `  <entry>
    <id>${xml(tagOf(self, event))}</id>
    <title>${xml(titleOf(event))}</title>
    <updated>${event.observed_at.toISOString()}</updated>
    <category term="${xml(event.event_type)}"/>
    ${event.source_url && isWeb(event.source_url) ? `<link rel="related" href="${xml(event.source_url)}"/>\n    ` : ''}<link href="${xml(vendorUrl(home, event))}"/>
    <content type="text">${xml(about)}</content>
  </entry>
`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xml(`tag:${authorityOf(self)}:${feedPath(self)}`)}</id>
  <title>${xml(title)}</title>
  <updated>${updated}</updated>
  <author><name>Veritrace</name></author>
  <link rel="self" type="application/atom+xml" href="${xml(self)}"/>
  <link href="${xml(home)}"/>
${entries.join('')}</feed>
`
}

export const jsonFeed = ({ title, self, home, events }: Feed) => ({
  version: 'https://jsonfeed.org/version/1.1',
  title,
  home_page_url: home,
  feed_url: self,
  items: events.map((event) => ({
    id: tagOf(self, event),
    url: vendorUrl(home, event),
    ...(event.source_url && isWeb(event.source_url) && { external_url: event.source_url }),
    title: titleOf(event),
    content_text: summaryOf(event),
    date_published: event.observed_at.toISOString(),
    tags: [event.event_type, String(event.severity)],
  })),
})

/** 2026 is the year in which the tag authority was defined. It must never change. */
const authorityOf = (url: string): string => `${new URL(url).hostname},2026`
/** The same in both formats, so that a reader who switches format sees no entry twice. */
const tagOf = (self: string, { id }: { id: string }): string => `tag:${authorityOf(self)}:event:${id}`
function feedPath(self: string): string {
  const { pathname, searchParams } = new URL(self)
  const type = searchParams.get('type')
  return pathname.replace(/\.\w+$/, '').slice(1) + (type ? `:${type}` : '')
}
const vendorUrl = (home: string, { slug }: { slug: string }): string => new URL(`/vendors/${slug}`, home).href
const isWeb = (url: string): boolean => /^https?:\/\//i.test(url)

/** What happened, as a clause that follows the vendor's name. */
export const eventText = (event_type: string): string => EVENT_TEXTS[event_type as EventType] ?? event_type

const titleOf = ({ display_name, event_type }: Feed['events'][number]): string =>
  `${display_name}: ${eventText(event_type)}`

/** The values before and after, if the event has them. */
function summaryOf({ payload, severity }: VisibleEvent): string {
  const part = (label: string, value: unknown) =>
    value === undefined || value === null
      ? ''
      : `${label}: ${textOf(value)}
  `
  const { before, after, snippet_before, snippet_after } = payload
  const text = part('Before', snippet_before ?? before) + part('After', snippet_after ?? after)
  return `${text}Severity: ${severity}`
}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1000)

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
// XML 1.0 §2.2: characters that no document may contain, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const EVENT_TEXTS: Readonly<Record<EventType, string>> = {
  'source.discovered': 'a new source was found',
  'source.content_changed': 'a page has changed',
  'source.unreachable': 'a page cannot be reached',
  'source.recovered': 'a page can be reached again',
  'source.moved': 'a page has moved',
  'source.repaired': 'a lost page was found again',
  'source.soft_404': 'a page is gone, but its address still responds',
  'source.robots_blocked': 'robots.txt disallows a page',
  'source.retired': 'a page is no longer read',
  'claim.added': 'a new statement',
  'claim.removed': 'a statement was removed',
  'claim.changed': 'a statement has changed',
  'claim.contradicted': 'pages contradict each other',
  'certification.added': 'a certificate was added',
  'certification.removed': 'a certificate is no longer listed',
  'certification.expired': 'a certificate has expired',
  'certification.status_changed': 'the status of a certificate has changed',
  'subprocessor.added': 'a subprocessor was added',
  'subprocessor.removed': 'a subprocessor was removed',
  'subprocessor.changed': 'a subprocessor has changed',
  'policy.effective_date_changed': 'a policy has a new date',
  'policy.clause_changed': 'a clause has changed',
  'ai_act.readiness_changed': 'AI Act readiness has changed',
  'status.incident_started': 'an incident has begun',
  'status.incident_resolved': 'an incident is resolved',
  'score.band_changed': 'the risk band has changed',
  'vendor.verified': 'the listing was verified',
  'vendor.unverified': 'the listing is no longer verified',
  'extractor.upgraded': 'pages were reprocessed with newer rules',
}
