// Details that a page states about a certificate, such as number, issuer and period, with labels for readers.
import type { ClaimFacts } from './facts.ts'
import { CATEGORY } from './vocabulary.ts'

const PARTS: readonly (readonly [name: string, label: string])[] = [
  ['certificate_number', 'certificate'],
  ['issuer', 'issued by'],
  ['auditor', 'audited by'],
  ['period', 'period'],
  ['scope', 'scope'],
  ['valid_until', 'valid until'],
  ['stale_since', 'stale since'],
]

export interface CertificatePart {
  label: string
  value: string
}

type Detailed = Pick<ClaimFacts, 'category' | 'state' | 'details'>

export function certificateParts({ category, state, details }: Detailed): CertificatePart[] {
  if (category !== CATEGORY.certification) return []
  // The text of an expired certificate already contains the date.
  return PARTS.filter(([name]) => name !== 'valid_until' || state !== 'expired').flatMap(([name, label]) => {
    const value = details[name]
    return typeof value === 'string' && value !== '' ? [{ label, value }] : []
  })
}

/** The text of a claim, followed by the details of its certificate. */
export const wholeText = (claim: Detailed & { claim_text: string }): string =>
  [claim.claim_text, ...certificateParts(claim).map(({ label, value }) => `${label} ${value}`)].join('; ')
