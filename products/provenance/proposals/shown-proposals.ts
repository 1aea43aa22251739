// Proposals as readers see them: with little confidence, marked with the model, and never against what the rules say.
import { STATES } from '../extract/confidence.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import { verdictOf } from './settle.ts'
import type { StandingProposal } from './store.ts'

/** Of how a model reads, and of the checks. */
const VERSION = '1'
/** Below every statement that a rule has read. */
const BASE = { supports: 0.3, disputed: 0.15 } as const
const STATE = { supports: 'self_declared', disputed: 'unclear' } as const

/** What the rules say as well is theirs and is left out. */
export const shownProposals = (standing: readonly StandingProposal[], evidence: readonly ClaimFacts[]) =>
  standing.flatMap((proposal) => {
    const verdict = verdictOf(proposal, evidence, standing)
    return verdict === 'known' ? [] : [shown(proposal, verdict)]
  })

export function shown(proposal: StandingProposal, verdict: 'supports' | 'disputed') {
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
