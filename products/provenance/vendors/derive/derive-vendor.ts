// Derives all computed columns of a vendor from its facts at a moment. The same facts always give the same result.
import type { AiAct, ConfidenceBand, Freshness, Readiness, VendorSourceStatus } from '../../directory-tables.ts'
import { type AiActVerdict, aiActReadiness, isOnlyDisputed } from './ai-act.ts'
import { decayed } from './clock.ts'
import { completeness } from './completeness.ts'
import { contradictions, undisputed } from './contradictions.ts'
import type { VendorFacts } from './facts.ts'
import { foldClaims } from './fold-claims.ts'
import { sourceFreshness, vendorFreshness, vendorSourceStatus } from './freshness.ts'
import { confidenceBand, qualityOf, readinessOf, warningsOf } from './quality.ts'
import { type Decision, decideScore } from './score.ts'
import { unreadPages } from './unread.ts'

interface Derived {
  ai_act: AiAct
  evidence_count: number
  source_count: number
  claim_count: number
  observation_count: number
  completeness: number
  source_freshness: Freshness
  source_status: VendorSourceStatus
  confidence_band: ConfidenceBand
  readiness: Readiness
  warnings: string[]
  decision_id: string
  score: number | null
  risk_band: string | null
  quality: number
}
export interface Derivation {
  columns: Derived
  aiAct: AiActVerdict
  decision: Decision
}

export function deriveVendor(facts: VendorFacts, now: Date): Derivation {
  const { sources, claims } = facts
  const aiAct = aiActReadiness(facts, now)
  const freshness = vendorFreshness(sources, now)
  const status = vendorSourceStatus(sources, now)
  const evidence = undisputed(claims)
  const band = confidenceBand(decayed(evidence, sources, now))
  const complete = completeness(facts, now)
  const readiness = readinessOf(facts, freshness, now)
  const current = sources.filter((source) => ['fresh', 'recent'].includes(sourceFreshness(source, now)))
  const decision = decideScore(facts.vendor.slug, {
    claims: evidence,
    read: new Set(current.map(({ kind }) => kind)),
    unread: unreadPages(sources, now),
    aiAct: aiAct.verdict,
    isAiActDisputed: isOnlyDisputed(aiAct),
    freshness,
    sourceStatus: status,
    contradictions: contradictions(claims),
  })
  const columns: Derived = {
    ai_act: aiAct.verdict,
    evidence_count: new Set(claims.map(({ snapshot_id }) => snapshot_id)).size,
    source_count: sources.filter((source) => source.status !== 'inactive').length,
    claim_count: foldClaims(claims).length,
    observation_count: facts.observations,
    completeness: complete,
    source_freshness: freshness,
    source_status: status,
    confidence_band: band,
    readiness,
    warnings: warningsOf(facts, freshness, now),
    decision_id: decision.id,
    score: decision.total,
    risk_band: decision.band === 'unknown' ? null : decision.band,
    quality: qualityOf(readiness, complete, band),
  }
  return { columns, aiAct, decision }
}
