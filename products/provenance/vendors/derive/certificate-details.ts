// What a page says of a certificate besides that it is held: the parts that a reader checks, in words.
import type { ClaimFacts } from './facts.ts'
import { CATEGORY } from './vocabulary.ts'

const PARTS: readonly (readonly [name: string, words: string])[] = [
  ['certificate_number', 'certificate'],
  ['issuer', 'issued by'],
  ['auditor', 'audited by'],
  ['period', 'period'],
  ['scope', 'scope'],
  ['valid_until', 'valid until'],
  ['stale_since', 'stale since'],
]

export interface CertificatePart {
  words: string
  value: string
}

type Detailed = Pick<ClaimFacts, 'category' | 'state' | 'details'>

export function certificateParts({ category, state, details }: Detailed): CertificatePart[] {
  if (category !== CATEGORY.certification) return []
  // An expired one says so with the day.
  return PARTS.filter(([name]) => name !== 'valid_until' || state !== 'expired').flatMap(([name, words]) => {
    const value = details[name]
    return typeof value === 'string' && value !== '' ? [{ words, value }] : []
  })
}

/** The text of a claim with all that its page says of a certificate. */
export const wholeText = (claim: Detailed & { claim_text: string }): string =>
  [claim.claim_text, ...certificateParts(claim).map(({ words, value }) => `${words} ${value}`)].join('; ')
