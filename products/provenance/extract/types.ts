// Input and output of the extractor. Offsets are UTF-16 positions in `ReadDocument.text`.
import type { Relation } from '../directory-tables.ts'

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'definition' | 'badge'

export interface Span {
  kind: 'link' | 'bold' | 'struck'
  start: number
  end: number
  href: string
}

export interface Cell {
  text: string
  start: number
  end: number
  header: boolean
  /** How many columns it covers, if more than one. */
  across?: number
}

export interface Block {
  kind: BlockKind
  text: string
  start: number
  end: number
  /** Headings above, outermost first; a heading's own text is not in its path. */
  path: readonly string[]
  /** 1 to 6 for h1 to h6, 7 for a bold line or a summary that acts as one; 0 otherwise. */
  level: number
  /** The paragraph that introduces a list or table. */
  lead: string
  /** The question that this block answers, and its offset, so that a quote can include both. */
  question: string
  questionStart: number
  /** Number of the table or list that a row or item belongs to; 0 for none. */
  group: number
  cells: readonly Cell[]
  spans: readonly Span[]
  footer: boolean
}

export interface ReadDocument {
  text: string
  /** The same text normalized for matching (`matchable`), with the same offsets. */
  view: string
  title: string
  language: string
  blocks: readonly Block[]
  /** Machine-readable content outside the text: status JSON, security.txt, JSON-LD. */
  data: unknown
  warnings: readonly string[]
}

export interface VendorNames {
  name: string
  domain: string
  aliases: readonly string[]
}

export interface DocumentContext {
  url: string
  /** Source kind such as `trust_center`, `security`, `dpa`, `subprocessors`, `blog`. */
  kind: string
  vendor: VendorNames
}

export type AssertionState =
  | 'affirmed'
  | 'report_available'
  | 'self_declared'
  | 'conditional'
  | 'in_progress'
  | 'aligned'
  | 'third_party'
  | 'negated'
  | 'expired'
  | 'product_feature'
  | 'definition'
  | 'mention'
  | 'unclear'

export interface Claim {
  category: string
  predicate: string
  value: string
  state: AssertionState
  relation: Relation
  claim_text: string
  confidence: number
  factors: Record<string, number>
  snippet: string
  start: number
  end: number
  prefix: string
  suffix: string
  rule_id: string
  rule_version: string
  details: Record<string, unknown>
}

export interface Extraction {
  version: string
  text: string
  title: string
  blocks: readonly Block[]
  claims: Claim[]
  warnings: string[]
  gaps: string[]
  dates: Record<string, string>
}
