// The numbered citations of a plan, without duplicates. Pure.
import { createHash } from 'node:crypto'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { PlanInput } from './input.ts'
import type { Parcel } from './parcels.ts'

export interface Cited {
  /** The citation numbers of an item. */
  of(parcel: Parcel): number[]
  all: readonly Citation[]
}

const MAX_EACH = 10
const MAX_EVIDENCE = 20

export function openCitations({ estate }: PlanInput): Cited {
  const all: Citation[] = []
  const numbers = new Map<string, number>()
  const numberOf = (citation: Citation): number => {
    const { kind, entry_id = '', evidence_id = '', document_id = '', locator, quote_hash } = citation
    const key = [kind, entry_id, evidence_id, document_id, locator.value, quote_hash].join('\n')
    const known = numbers.get(key)
    if (known !== undefined) return known
    const n = all.push({ ...citation, n: all.length + 1 })
    numbers.set(key, n)
    return n
  }
  const evidence = estate.evidence_ids.slice(0, MAX_EVIDENCE).map(citeEvidence)
  return {
    all,
    of: ({ parts }) => {
      const records = parts.flatMap(({ fix: { about } }) =>
        about.kind === 'pattern' ? (about.known?.citations ?? []).slice(0, MAX_EACH) : [],
      )
      return [...new Set((records.length > 0 ? records : evidence).slice(0, MAX_EACH).map(numberOf))]
    },
  }
}

/** Artifacts that no list covers were found in the estate itself, so they cite its evidence. */
export const citeEvidence = (id: string): Citation => ({
  n: 0,
  kind: 'evidence',
  title: 'Evidence of the project',
  evidence_id: id,
  locator: { type: 'text', value: id },
  quote: '',
  quote_hash: EMPTY_HASH,
  as_of: null,
  confidence: 1,
})
const EMPTY_HASH = `sha256:${createHash('sha256').update('').digest('hex')}`
