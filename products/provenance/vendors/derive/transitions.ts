// The change events to report when the derived columns of a vendor change.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import type { AiAct } from '../../directory-tables.ts'
import { aiActReadiness } from './ai-act.ts'
import type { Derivation } from './derive-vendor.ts'
import type { VendorFacts } from './facts.ts'

/** The derived columns before; `derived_at` is null if there were none. */
export interface Before {
  ai_act: AiAct
  risk_band: string | null
  decision_id: string | null
  derived_at: Date | null
}
export interface Transition {
  event_type: EventType
  severity: 'info' | 'minor' | 'major'
  cause: 'content' | 'rule_date'
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export function transitionsOf(before: Before, after: Derivation, facts: VendorFacts, now: Date): Transition[] {
  if (!before.derived_at) return []
  const { columns } = after
  const found: Transition[] = []
  if (before.ai_act !== columns.ai_act)
    found.push({
      event_type: 'ai_act.readiness_changed',
      severity: severityOf(AI_ACT_RISK[before.ai_act], AI_ACT_RISK[columns.ai_act]),
      // With the duties that applied then, the same facts still give the old verdict: only a date has passed.
      cause: aiActReadiness(facts, now, before.derived_at).verdict === before.ai_act ? 'rule_date' : 'content',
      before: { readiness: before.ai_act },
      after: { readiness: columns.ai_act, note: after.aiAct.note },
    })
  if (before.risk_band !== columns.risk_band)
    found.push({
      event_type: 'score.band_changed',
      severity: severityOf(BAND_RISK[before.risk_band ?? ''], BAND_RISK[columns.risk_band ?? '']),
      cause: 'content',
      before: { band: before.risk_band, decision_id: before.decision_id },
      after: { band: columns.risk_band, decision_id: columns.decision_id },
    })
  return found
}

/** A change from or to unknown is only informational. */
const AI_ACT_RISK: Record<AiAct, number | undefined> = { green: 0, amber: 1, red: 2, unknown: undefined }
const BAND_RISK: Readonly<Record<string, number>> = { low: 0, moderate: 1, elevated: 2, high: 3 }

function severityOf(from: number | undefined, to: number | undefined): Transition['severity'] {
  if (from === undefined || to === undefined) return 'info'
  return to > from ? 'major' : 'minor'
}
