// Pieces of evidence of a case: each has a claim and says whether it supports or refutes it.
import { createHash } from 'node:crypto'
import type { CaseEvidence } from '@veritrace/contract/casework/case-records'
import type { Actor, Citation } from '@veritrace/contract/casework/shapes'
import { shortened } from '@veritrace/platform/text'
import type { NewCaseEvidence } from './evidence-store.ts'

const SYSTEM: Actor = { kind: 'system', id: 'system', name: 'Veritrace' }

interface Piece extends Pick<CaseEvidence, 'kind' | 'relation' | 'claim' | 'strength' | 'title' | 'citation'> {
  artifact_ids: string[]
  text?: string
  highlights?: readonly (readonly number[])[]
  decision_id?: string
  added_by?: Actor
}

/** The id is a digest of the content, so the same piece has the same id in every run. */
export function pieceOf(piece: Piece): NewCaseEvidence {
  const { kind, relation, claim, strength, title, citation, artifact_ids, added_by = SYSTEM } = piece
  const { entry_id = null, evidence_id = null, document_id = null } = citation
  const place = [kind, relation, claim, entry_id, evidence_id, document_id, piece.decision_id, citation.locator.value]
  return {
    id: `cev_${createHash('sha256').update(JSON.stringify(place)).digest('hex').slice(0, 26)}`,
    ...{ kind, relation, strength, title, claim, artifact_ids, entry_id, evidence_id, document_id },
    decision_id: piece.decision_id ?? null,
    citation: { ...citation, n: 1 },
    snippet: {
      text: piece.text ?? citation.quote,
      highlights: (piece.highlights ?? []).map((span) => [...span]),
    },
    added_by,
  }
}

const MAX_QUOTE = 400
export const shorten = (text: string): string => shortened(text, MAX_QUOTE)
export const hashText = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/** A citation of something that comes from neither a list nor a document. */
export function citationOf(
  given: Pick<Citation, 'kind' | 'title' | 'locator' | 'as_of' | 'confidence'> & Partial<Citation>,
  quote: string,
): Citation {
  const short = shorten(quote)
  return { ...given, n: 1, quote: short, quote_hash: hashText(short) }
}
