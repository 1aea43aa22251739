// The date from which a policy applies, as the policy states it: a claim, so that a change can be reported.
import type { Finding } from '../claim.ts'
import { dayOf, pageDates } from '../dates.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'

const POLICIES = /dpa|privacy|terms|legal|policy|sub-?processor|sla|agreement|acceptable/

export function policyDateFindings(document: ReadDocument, { kind }: DocumentContext): Finding[] {
  if (!POLICIES.test(kind)) return []
  return pageDates(document.text).map(({ key, text, start, end }) => ({
    category: 'policy',
    predicate: key === 'effective' ? 'effective_date' : 'last_updated',
    value: dayOf(text) ?? text,
    state: 'affirmed',
    text: key === 'effective' ? `In force since ${text}` : `Last updated ${text}`,
    block: document.blocks.find((block) => block.start <= start && start < block.end) ?? (document.blocks[0] as Block),
    start,
    end,
    rule: 'policy/date',
  }))
}
