// The trust score: a reproducible decision. The same rules and inputs give the same id on every installation.
import { hash } from 'node:crypto'
import type { ClaimFacts } from './facts.ts'
import { SCORE_RULES, SCORE_RULES_VERSION, type ScoreInput, type ScoreRule } from './score-rules.ts'

interface ScoreItem {
  rule_id: string
  outcome: 'met' | 'partly' | 'not_met' | 'not_read' | 'inconclusive'
  points: number
  max: number
  claim_ids: string[]
  explanation: string
}
export type RiskBand = 'low' | 'moderate' | 'elevated' | 'high'
export interface Decision {
  id: string
  rules_version: string
  inputs_hash: string
  items: ScoreItem[]
  /** Null if too little could be judged. */
  total: number | null
  band: RiskBand | 'unknown'
}

/** There is a score only if at least this share of the total weight was judged. */
const ENOUGH = 0.4
/** Limit of claims that an item lists: a list of 2,000 subprocessors proves no more than its first entries. */
const MOST_CLAIMS = 20
const BANDS: readonly [number, RiskBand][] = [
  [80, 'low'],
  [60, 'moderate'],
  [40, 'elevated'],
]

export function decideScore(slug: string, input: ScoreInput): Decision {
  const items = SCORE_RULES.map((rule) => itemOf(rule, input))
  const judged = items.filter(({ outcome }) => outcome !== 'inconclusive' && outcome !== 'not_read')
  const weight = sum(judged.map(({ max }) => max))
  const enough = weight >= ENOUGH * sum(items.map(({ max }) => max))
  const total = enough ? round((100 * sum(judged.map(({ points }) => points))) / weight) : null
  const inputs_hash = hash('sha256', JSON.stringify(canonical(input)))
  return {
    id: `dec_${hash('sha256', JSON.stringify([SCORE_RULES_VERSION, slug, inputs_hash])).slice(0, 32)}`,
    rules_version: SCORE_RULES_VERSION,
    inputs_hash,
    items,
    total,
    band: total === null ? 'unknown' : bandOf(total),
  }
}

export const bandOf = (total: number): RiskBand => BANDS.find(([least]) => total >= least)?.[1] ?? 'high'

function itemOf(rule: ScoreRule, input: ScoreInput): ScoreItem {
  const { share, claims = [], explanation, isUnread } = rule.find(input)
  return {
    rule_id: rule.id,
    outcome: share === undefined ? (isUnread ? 'not_read' : 'inconclusive') : outcomeOf(share),
    points: round(rule.weight * (share ?? 0)),
    max: rule.weight,
    claim_ids: claims
      .map(({ id }) => id)
      .toSorted()
      .slice(0, MOST_CLAIMS),
    explanation,
  }
}

const outcomeOf = (share: number) => (share === 1 ? 'met' : share > 0 ? 'partly' : 'not_met')

/** Without claim ids and row order, which differ between installations that read the same pages. */
const canonical = (input: ScoreInput) => ({
  claims: input.claims.map(contentOf).toSorted(),
  contradictions: input.contradictions.map(contentOf).toSorted(),
  read: [...input.read].toSorted(),
  unread: [...new Set(input.unread.map(({ kind, reason }) => `${kind} ${reason}`))].toSorted(),
  aiAct: [input.aiAct, input.isAiActDisputed],
  freshness: input.freshness,
  sourceStatus: input.sourceStatus,
})
const contentOf = ({ category, predicate, value, state, relation }: ClaimFacts): string =>
  JSON.stringify([category, predicate, value, state, relation])

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const round = (number: number): number => Math.round(number * 100) / 100
