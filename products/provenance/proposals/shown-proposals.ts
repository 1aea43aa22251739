// Proposals as readers see them: with low confidence, marked with the model, and never against claims of the rules.
import { STATES } from '../extract/confidence.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { verdictOf } from './settle.ts'
import type { CurrentProposal } from './store.ts'

/** Version of the prompts and checks. */
const VERSION = '1'
/** Below the confidence of every claim of the rules. */
const BASE = { supports: 0.3, disputed: 0.15 } as const
const STATE = { supports: 'self_declared', disputed: 'unclear' } as const

/** Leaves out proposals that the rules already confirm. */
export const shownProposals = (current: readonly CurrentProposal[], evidence: readonly ClaimFacts[]) =>
  current.flatMap((proposal) => {
    const verdict = verdictOf(proposal, evidence, current)
    return verdict === 'known' ? [] : [shown(proposal, verdict)]
  })

export function shown(proposal: CurrentProposal, verdict: 'supports' | 'disputed') {
  const { category, value, model, decision, details } = proposal
  const state = STATE[verdict]
  const confidence = BASE[verdict]
  return {
    ...proposal,
    state,
    relation: STATES[state].relation,
    value: category === CATEGORY.certification ? `${value}:${state}` : value,
    confidence,
    factors: { proposed: confidence },
    details: { ...details, proposed_by: model, ...(decision === 'confirmed' && { reviewed: true }) },
    rule_id: `model/${model}`,
    rule_version: VERSION,
    artifact_id: proposal.snapshot_id,
    valid_from: null,
  }
}
