// Types of an invented vendor's site. The files in sites/ contain only data of these types.

/** Name, purpose, place of processing, and the seat of the company if the page states it. */
export type Subprocessor = readonly [name: string, purpose: string, location: string, seat?: string]

export type ListShape = 'table' | 'seats' | 'list' | 'cards' | 'accordion' | 'terms'

export interface SubprocessorList {
  shape: ListShape
  /** Markdown above and below the list. */
  intro: string
  rows: readonly Subprocessor[]
  after?: string
  /** Struck through, because it is no longer used. */
  former?: readonly Subprocessor[]
  planned?: readonly Subprocessor[]
  affiliates?: readonly Subprocessor[]
  /** Headers of the table, if they differ from the default. */
  headers?: readonly string[]
}

export type Content =
  | { as: 'article'; markdown: string }
  | { as: 'home'; lead: string; points: readonly (readonly [title: string, text: string])[]; small?: string }
  | ({ as: 'subprocessors' } & SubprocessorList)
  | { as: 'pdf'; lines: readonly (string | readonly string[])[] }
  | { as: 'file'; type: string; text: string }
  | { as: 'redirect'; status: 301 | 302 | 307 | 308; to: string }
  | { as: 'error'; status: number; text: string; headers?: Readonly<Record<string, string>> }

export interface Page {
  /** The source kind of the page; '' if it is not a source. */
  kind: string
  title: string
  content: Content
  /** Its label in the footer; '' if no page links to it. */
  link: string
  language?: string
  /** Sent instead of UTF-8. `silent` declares it only in the meta element. */
  charset?: 'iso-8859-1'
  charsetIn?: 'header' | 'meta'
  headers?: Readonly<Record<string, string>>
  metaRobots?: string
}

/** Replaces a page from a day on, or on some days. `undefined` removes it. */
interface Change {
  from: number
  until?: number
  path: string
  page: Page | undefined
  host?: string
}

export interface Incident {
  name: string
  impact: 'minor' | 'major' | 'critical'
  /** Starts on the first day and is resolved on the other. */
  from: number
  until: number
}

export interface Site {
  /** First label of its host: `dovetarn` is served as dovetarn.localhost. */
  name: string
  displayName: string
  aliases: readonly string[]
  tagline: string
  description: string
  accent: string
  featured?: boolean
  pages: Readonly<Record<string, Page>>
  changes?: readonly Change[]
  /** Pages on other hosts, by the label before .localhost: `trust-heathdesk` */
  elsewhere?: Readonly<Record<string, Readonly<Record<string, Page>>>>
  /** Creates status.<name>.localhost with its page and its JSON. */
  status?: { components: readonly string[]; incidents?: readonly Incident[] }
  securityTxt?: { contact: string; policy?: string }
  /** Serves /.well-known/trust.json with these certificates. */
  manifest?: { certificates: readonly { standard: string; number?: string; valid_until?: string }[] }
  /** Text of robots.txt, or a page for any other response. A plain 404 if missing. */
  robots?: string | Page
  sitemap?: 'plain' | 'index' | 'gzip' | 'none'
  /** The response to missing addresses. */
  missing?: 'hard' | 'soft' | 'home' | 'shell'
  etag?: boolean
}

/** Scheme for links to other hosts of the demo, because only the server knows its port. */
export const LINK = /site:\/\/([a-z0-9.-]+)/g
