// Agreements a vendor offers its customers (DPA, BAA). One made with suppliers is not one offered, and the agreement itself
// denies nothing.
import type { Asking } from './asking.ts'
import type { Page } from './page.ts'
import { type Decision, decided } from './said.ts'

const SILENT = new Set(['training', 'definition', 'question', 'former'])

export function decideContract(asking: Asking, { isAgreement }: Page): Decision {
  const { clause, mention } = asking
  const { hits, sentence } = clause
  if (isAgreement) return decided('mention', 'agreement')
  const others = hits
    .all('other', sentence.start, sentence.end)
    .some((hit) => hit.end <= mention.start || hit.start >= mention.end)
  if (others) return decided('third_party', 'contract-with-others')
  if (asking.isNegated) {
    const isRefused = clause.holder === 'vendor' && asking.has('offer') && !SILENT.has(clause.modality)
    return isRefused ? decided('negated', 'contract-negated') : decided('mention', 'contract-reference')
  }
  if (SILENT.has(clause.modality)) return decided('mention', 'contract-reference')
  if (clause.modality === 'plan') return decided('in_progress', 'contract-planned')
  // "Download our DPA template and adapt it": a form for others, if nobody is to sign it with us.
  if (hits.has('template', sentence.start, sentence.end) && !hits.has('in_place', sentence.start, sentence.end))
    return decided('mention', 'contract-template')
  const isOffered = hits.has('offer', sentence.start, sentence.end)
  const isInPlace =
    hits.has('in_place', sentence.start, sentence.end) &&
    (clause.namesVendor ||
      hits.has('customer', sentence.start, sentence.end) ||
      hits.has('own', sentence.start, sentence.end))
  return isOffered || isInPlace ? decided('affirmed', 'contract-offered') : decided('mention', 'contract-reference')
}
