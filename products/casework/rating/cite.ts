// Where a statement comes from: the record in the list, or the decision of a person.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { iso } from '@veritrace/platform/clock'
import { shortened } from '@veritrace/platform/text'
import type { DecisionRow, EntryRow, FactRow } from '../model/tables.ts'

const LONGEST_QUOTE = 400
/** A decision that nobody has reviewed yet is worth less than a record. */
const UNREVIEWED = 0.9

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
    title: `Decision of ${decision.by_name}`,
    locator: { type: 'text', value: decision.id },
    quote,
    quote_hash: hashOf(quote),
    as_of: decision.at.toISOString(),
    confidence: decision.reviewed ? 1 : UNREVIEWED,
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

/** What is shown of a text, with its hash. */
export const quoted = (text: string): Pick<Citation, 'quote' | 'quote_hash'> => {
  const quote = shorten(text)
  return { quote, quote_hash: hashOf(quote) }
}

const shorten = (text: string): string => shortened(text, LONGEST_QUOTE)

const hashOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`
