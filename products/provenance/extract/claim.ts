// Turns a finding into a claim: the quote with its surroundings, the confidence with its factors, the rule with its version.
import { confidenceOf, STATES } from './confidence.ts'
import type { AssertionState, Block, Claim, ReadDocument } from './types.ts'
import { EXTRACTOR_VERSION } from './version.ts'

export interface Finding {
  category: string
  predicate: string
  value: string
  state: AssertionState
  text: string
  block: Block
  start: number
  end: number
  rule: string
  binding?: 'clause' | 'block' | 'heading'
  strength?: number
  details?: Record<string, unknown>
}

const AROUND = 40
const LONGEST_QUOTE = 600

export function claimOf(document: ReadDocument, finding: Finding, features: Record<string, number>): Claim {
  const { start, end } = trimmed(document.text, finding.start, Math.min(finding.end, finding.start + LONGEST_QUOTE))
  return {
    category: finding.category,
    predicate: finding.predicate,
    value: finding.value,
    state: finding.state,
    relation: STATES[finding.state].relation,
    claim_text: finding.text,
    confidence: confidenceOf(finding.state, features),
    factors: features,
    snippet: document.text.slice(start, end),
    start,
    end,
    prefix: document.text.slice(Math.max(0, start - AROUND), start).replace(/^[\udc00-\udfff]/, ''),
    suffix: document.text.slice(end, end + AROUND).replace(/[\ud800-\udbff]$/, ''),
    rule_id: finding.rule,
    rule_version: EXTRACTOR_VERSION,
    details: finding.details ?? {},
  }
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  let start = from
  let end = to
  while (start < end && /\s/.test(text[start] as string)) start++
  while (end > start && /\s/.test(text[end - 1] as string)) end--
  // Half a surrogate pair cannot be stored.
  if (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length) end--
  return { start, end }
}
