// Claims that are about to be stored, each with the key that matches it to the same claim in the next snapshot.
import { hash } from 'node:crypto'
import type { Claim, Extraction } from '../extract/types.ts'
import { plainName } from '../vendors/derive/names.ts'
import { CATEGORY, relationOf, subjectOf } from '../vendors/derive/vocabulary.ts'
import type { Draft } from './tables.ts'

/** The key contains no source: it is unique within one source, and a claim that moves to another page keeps its key. */
export function draftsOf({ claims }: Extraction): Draft[] {
  const seen = new Map<string, number>()
  return claims.map((claim) => {
    const about = JSON.stringify([claim.category, claim.predicate, subject(claim)])
    const place = seen.get(about) ?? 0
    seen.set(about, place + 1)
    const { start, end, ...rest } = claim
    const claim_key = keyOf(about, place)
    return { ...rest, relation: relationOf(claim), claim_key, snippet_start: start, snippet_end: end }
  })
}

/** The part that stays when details change: excludes the state of a certificate and the spelling of a company. */
function subject({ category, value }: Claim): string {
  if (category === CATEGORY.certification) return subjectOf(value)
  return category === CATEGORY.subprocessor ? plainName(value) : value
}

const keyOf = (about: string, place: number): string => hash('sha256', `${about} ${place}`).slice(0, 32)

/** Hash of the content of all claims, without position and confidence. Two fetches agree if it is equal. */
export const digestOf = (drafts: readonly Draft[]): string =>
  hash('sha256', JSON.stringify(drafts.map((draft) => contentOf(draft)).toSorted()))

export const textHash = (text: string): string => hash('sha256', text)

/** Excludes the linked vendor: we determine the link, the page does not state it. */
export const contentOf = ({ claim_key, value, state, relation, claim_text, details }: Draft): string => {
  const { vendor_id: _, vendor_slug: __, ...stated } = details
  return JSON.stringify([claim_key, value, state, relation, claim_text, sorted(stated)])
}

/** Sorts keys, because jsonb does not preserve their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]))
}

/** Text without spacing, case and punctuation. */
export const normalized = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
