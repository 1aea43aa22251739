// Compares a proposal with the claims of the rules, which always take precedence. Pure.
import { matterOf } from '../vendors/derive/contradictions.ts'
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { relationOf, subjectOf } from '../vendors/derive/vocabulary.ts'
import type { ProposalRow, Verdict } from './tables.ts'

export type Proposal = Pick<ProposalRow, 'category' | 'predicate' | 'value' | 'details'>

/** A claim in this state decides nothing. */
const UNDECIDED = 'mention'

export function verdictOf(
  proposal: Proposal,
  evidence: readonly ClaimFacts[],
  others: readonly Proposal[] = [],
): Verdict {
  const matter = matterIn(proposal)
  const about = evidence.filter((claim) => matterOf(claim) === matter && claim.state !== UNDECIDED)
  const yes = about.filter((claim) => relationOf(claim) === 'supports')
  if (yes.some((claim) => includesProposal(claim, proposal))) return 'known'
  if (yes.length < about.length) return 'disputed'
  if (!isSingle(proposal)) return 'supports'
  const isOther = ({ value }: { value: string }): boolean => value !== proposal.value
  const rivals = others.filter((other) => matterIn(other) === matter)
  return yes.some(isOther) || rivals.some(isOther) ? 'disputed' : 'supports'
}

const matterIn = (proposal: Proposal): string => matterOf({ ...proposal, state: 'self_declared', relation: 'supports' })

/** "SOC 2 Type II" includes "SOC 2". */
function includesProposal(claim: ClaimFacts, { value, details }: Proposal): boolean {
  if (claim.category !== 'certification' && claim.category !== 'subprocessor') return claim.value === value
  return claim.category === 'subprocessor' || subjectOf(claim.value) === value || details.family === value
}

/** Terms have only one value. */
const isSingle = ({ category }: Proposal): boolean => category === 'dpa'
