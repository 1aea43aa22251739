// What a robots.txt says, once read.

export interface Rule {
  allow: boolean
  /** As Google's parser compares: what is not ASCII is percent-encoded, escapes are upper case. */
  plain: string
  /** As RFC 9309 §2.2.2 compares: reserved characters are escaped too, and needless escapes are not. */
  strict: string
  /** How specific the rule is, in octets. */
  octets: number
  /** The rule as a person would read it. */
  text: string
  line: number
}

export interface Group {
  /** Product tokens in lower case, or `*`. */
  agents: ReadonlySet<string>
  rules: readonly Rule[]
  /** In seconds. Not in the RFC; read because vendors mean it. */
  crawlDelay: number | null
}

export interface Robots {
  groups: readonly Group[]
  sitemaps: string[]
}
