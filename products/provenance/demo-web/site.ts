// What an invented vendor's site is made of. The files in sites/ are nothing but this, as data.

/** Name, purpose, place of processing, and the seat of the company where the page tells it. */
export type Subprocessor = readonly [name: string, purpose: string, location: string, seat?: string]

export type ListShape = 'table' | 'seats' | 'list' | 'cards' | 'accordion' | 'terms'

export interface SubprocessorList {
  shape: ListShape
  /** Markdown above and below the list. */
  intro: string
  rows: readonly Subprocessor[]
  after?: string
  /** Struck through: no longer used. */
  former?: readonly Subprocessor[]
  planned?: readonly Subprocessor[]
  affiliates?: readonly Subprocessor[]
  /** Headers of the table, where they are not the usual ones. */
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
  /** The source kind that an honest reader gives it; '' for what is no source. */
  kind: string
  title: string
  content: Content
  /** Its label in the footer; '' where nothing links to it. */
  link: string
  language?: string
  /** Sent instead of UTF-8; `silent` leaves it to the meta element. */
  charset?: 'iso-8859-1'
  charsetIn?: 'header' | 'meta'
  headers?: Readonly<Record<string, string>>
  metaRobots?: string
}

/** From a day on, or on some days only, a page is another one; `undefined` takes it away. */
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
  /** Open from this day, resolved on the other. */
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
  /** Pages on other hosts, by the label before .localhost: `trust-heathdesk`. */
  elsewhere?: Readonly<Record<string, Readonly<Record<string, Page>>>>
  /** Makes status.<name>.localhost with its page and its JSON. */
  status?: { components: readonly string[]; incidents?: readonly Incident[] }
  securityTxt?: { contact: string; policy?: string }
  /** Serves /.well-known/trust.json with the certificates named here. */
  manifest?: { certificates: readonly { standard: string; number?: string; valid_until?: string }[] }
  /** Text of robots.txt; a page where it is an answer of another kind; nothing for a plain 404. */
  robots?: string | Page
  sitemap?: 'plain' | 'index' | 'gzip' | 'none'
  /** What an address that is not there answers. */
  missing?: 'hard' | 'soft' | 'home' | 'shell'
  etag?: boolean
}

/** Links to a page of another host of the demo are written so, since only the server knows its port. */
export const LINK = /site:\/\/([a-z0-9.-]+)/g
