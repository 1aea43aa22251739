// Claims as they are about to be stored: each with the key under which the next snapshot says the same.
import { hash } from 'node:crypto'
import type { Claim, Extraction } from '../extract/types.ts'
import { plainName } from '../vendors/derive/names.ts'
import { CATEGORY, relationOf, subjectOf } from '../vendors/derive/vocabulary.ts'
import type { Draft } from './tables.ts'

/** The key has no source in it: it is unique within one, and a claim that moves to another page keeps it. */
export function draftsOf({ claims }: Extraction): Draft[] {
  const seen = new Map<string, number>()
  return claims.map((claim) => {
    const about = JSON.stringify([claim.category, claim.predicate, subject(claim)])
    const place = seen.get(about) ?? 0
    seen.set(about, place + 1)
    const { start, end, ...said } = claim
    const claim_key = keyOf(about, place)
    return { ...said, relation: relationOf(claim), claim_key, snippet_start: start, snippet_end: end }
  })
}

/** What stays when state and details change: a certificate's state is no part of it, nor how a firm's name is written. */
function subject({ category, value }: Claim): string {
  if (category === CATEGORY.certification) return subjectOf(value)
  return category === CATEGORY.subprocessor ? plainName(value) : value
}

const keyOf = (about: string, place: number): string => hash('sha256', `${about} ${place}`).slice(0, 32)

/** Of what is claimed, not of where it stands or how sure it is: what two fetches must agree on. */
export const digestOf = (drafts: readonly Draft[]): string =>
  hash('sha256', JSON.stringify(drafts.map((draft) => contentOf(draft)).toSorted()))

export const textHash = (text: string): string => hash('sha256', text)

/** Whom a name links to is found out by us, and is not said by the page. */
export const contentOf = ({ claim_key, value, state, relation, claim_text, details }: Draft): string => {
  const { vendor_id: _, vendor_slug: __, ...said } = details
  return JSON.stringify([claim_key, value, state, relation, claim_text, sorted(said)])
}

/** jsonb forgets the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]))
}

/** The words of a text: spaces, case and punctuation are form. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
