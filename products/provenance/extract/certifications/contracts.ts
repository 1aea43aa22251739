// Agreements that a vendor offers to customers (DPA, BAA). An agreement with suppliers is not on offer, and the text of an
// agreement denies nothing.
import type { MentionContext } from './mention-context.ts'
import type { Page } from './page.ts'
import { type Decision, decided } from './said.ts'

const SILENT = new Set(['training', 'definition', 'question', 'former'])

export function decideContract(context: MentionContext, { isAgreement }: Page): Decision {
  const { clause, mention } = context
  const { hits, sentence } = clause
  if (isAgreement) return decided('mention', 'agreement')
  const others = hits
    .all('other', sentence.start, sentence.end)
    .some((hit) => hit.end <= mention.start || hit.start >= mention.end)
  if (others) return decided('third_party', 'contract-with-others')
  if (context.isNegated) {
    const isRefused = clause.holder === 'vendor' && context.has('offer') && !SILENT.has(clause.modality)
    return isRefused ? decided('negated', 'contract-negated') : decided('mention', 'contract-reference')
  }
  if (SILENT.has(clause.modality)) return decided('mention', 'contract-reference')
  if (clause.modality === 'plan') return decided('in_progress', 'contract-planned')
  // "Download our DPA template and adapt it" is a form for others, unless it is meant to be signed with the vendor.
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
