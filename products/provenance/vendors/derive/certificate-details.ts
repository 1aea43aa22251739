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
]

export interface CertificatePart {
  words: string
  value: string
}

export const certificateParts = ({ category, details }: Pick<ClaimFacts, 'category' | 'details'>): CertificatePart[] =>
  category === CATEGORY.certification
    ? PARTS.flatMap(([name, words]) => {
        const value = details[name]
        return typeof value === 'string' && value !== '' ? [{ words, value }] : []
      })
    : []

/** The text of a claim with all that its page says of a certificate. */
export const wholeText = (claim: Pick<ClaimFacts, 'category' | 'details'> & { claim_text: string }): string =>
  [claim.claim_text, ...certificateParts(claim).map(({ words, value }) => `${words} ${value}`)].join('; ')
