// Citations of a statement's source: the record in the list, or a person's decision.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { iso } from '@veritrace/platform/clock'
import { shortened } from '@veritrace/platform/text'
import type { DecisionRow, EntryRow, FactRow } from '../model/tables.ts'

const MAX_QUOTE = 400
/** Confidence of a decision without a review; a record has 1. */
const UNREVIEWED_CONFIDENCE = 0.9

export function citeFact(n: number, fact: FactRow, entry: EntryRow, successors: readonly string[]): Citation {
  const quote = quoteOf(fact, successors)
  return {
    n,
    kind: 'record',
    title: entry.title,
    entry_id: entry.id,
    locator: { type: 'json_pointer', value: fact.pointer },
    quote,
    quote_hash: hashOf(quote),
    ...(/^https?:/.test(entry.uri) && { url: entry.uri }),
    license: entry.license.spdx,
    as_of: iso(entry.as_of),
    confidence: 1,
  }
}

export function citeDecision(n: number, decision: DecisionRow): Citation {
  const quote = shorten(decision.rationale || JSON.stringify(decision.value))
  return {
    n,
    kind: 'decision',
    title: `Decision by ${decision.by_name}`,
    locator: { type: 'text', value: decision.id },
    quote,
    quote_hash: hashOf(quote),
    as_of: decision.at.toISOString(),
    confidence: decision.reviewed ? 1 : UNREVIEWED_CONFIDENCE,
  }
}

/** The record in one line: `TABL VBAK: notToBeReleased, oneObject: CDS_STOB:I_SALESDOCUMENT`. */
function quoteOf(fact: FactRow, successors: readonly string[]): string {
  const after = fact.concept ? [fact.concept] : successors
  const parts = [
    `${fact.type} ${fact.key}: ${fact.state}`,
    ...(fact.successor_kind ? [`${fact.successor_kind}${after.length > 0 ? `: ${after.join(', ')}` : ''}`] : after),
    ...(fact.labels.length > 0 ? [`labels ${fact.labels.join(', ')}`] : []),
    ...(fact.component ? [`component ${fact.component}`] : []),
  ]
  return shorten(parts.join('; '))
}

/** A quote of a text, shortened, with the hash of the quote. */
export const quoted = (text: string): Pick<Citation, 'quote' | 'quote_hash'> => {
  const quote = shorten(text)
  return { quote, quote_hash: hashOf(quote) }
}

const shorten = (text: string): string => shortened(text, MAX_QUOTE)

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
