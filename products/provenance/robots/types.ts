// Types of a parsed robots.txt.

export interface Rule {
  allow: boolean
  /** Pattern as Google's parser compares it: non-ASCII text percent-encoded, escapes in upper case. */
  plain: string
  /** Pattern as RFC 9309 §2.2.2 compares it: reserved characters escaped too, unneeded escapes decoded. */
  strict: string
  /** How specific the rule is, in octets. */
  octets: number
  /** The rule as text for people. */
  text: string
  line: number
}

export interface Group {
  /** Product tokens in lower case, or `*`. */
  agents: ReadonlySet<string>
  rules: readonly Rule[]
  /** In seconds. Not part of the RFC, but vendors use it. */
  crawlDelay: number | null
}

export interface Robots {
  groups: readonly Group[]
  sitemaps: string[]
}
