// Labels of case states and phases, and the next action of a case.
import { PHASES, type Phase } from '@veritrace/contract/casework/app-routes'
import type { Case, CaseStatus, STALE_REASONS } from '@veritrace/contract/casework/cases'
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import type { RecommendationStatus } from '@veritrace/contract/casework/recommendations'
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import type { Tone } from '../../../ui/badge.tsx'
import { plural } from '../../../ui/format.ts'

export const STATUS: Readonly<Record<CaseStatus, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'neutral' },
  investigating: { label: 'Investigating', tone: 'info' },
  awaiting_decision: { label: 'Awaiting decision', tone: 'caution' },
  ready_to_close: { label: 'Ready to close', tone: 'positive' },
  planned: { label: 'Planned', tone: 'info' },
  in_delivery: { label: 'In delivery', tone: 'info' },
  verified: { label: 'Verified', tone: 'positive' },
  closed: { label: 'Closed', tone: 'neutral' },
}

export const DECISION: Readonly<Record<RecommendationStatus, { label: string; tone: Tone }>> = {
  proposed: { label: 'To decide', tone: 'info' },
  accepted: { label: 'Accepted', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'critical' },
  deferred: { label: 'Deferred', tone: 'caution' },
  superseded: { label: 'Superseded', tone: 'neutral' },
  done: { label: 'Done', tone: 'positive' },
}

/** States of runs and other jobs. */
export const WORK_TONES: Readonly<Record<CaseJob['state'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  succeeded: 'positive',
  partial: 'caution',
  failed: 'critical',
  cancelled: 'neutral',
}

export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  corpus: 'Corpus',
  resolve: 'Resolve',
  graph: 'Graph',
  plan: 'Plan',
  review: 'Review',
}

const STALE: Readonly<Record<(typeof STALE_REASONS)[number], string>> = {
  scope_changed: 'the scope changed',
  target_changed: 'the target changed',
  evidence_changed: 'new evidence arrived',
  catalog_changed: 'a list of the target changed',
  ruleset_changed: 'the rules changed',
  decisions_changed: 'an exemption or overlay was added or ended',
}

/** `new evidence arrived and the rules changed`. */
export const staleReasons = ({ stale }: Pick<Case, 'stale'>): string =>
  new Intl.ListFormat('en').format(stale.reasons.map((reason) => STALE[reason]))

/** Number of objects that are acceptable before the plan starts. */
export const acceptableOf = ({ totals, target }: Pick<PlanVersion, 'totals' | 'target'>): number =>
  target.policy.acceptable.reduce((sum, code) => sum + (totals.before[code] ?? 0), 0)

export interface PhaseState {
  phase: Phase
  state: 'done' | 'current' | 'open' | 'blocked'
  /** Why it is blocked, or its progress. */
  note: string
}

export function phasesOf(theCase: Case): PhaseState[] {
  const reached = PHASES.indexOf(theCase.phase)
  const isClosed = theCase.status === 'closed'
  return PHASES.map((phase, i) => {
    const blocked = i > reached ? missingFor(phase, theCase) : undefined
    if (blocked) return { phase, state: 'blocked', note: blocked }
    return {
      phase,
      state: isClosed || i < reached ? 'done' : i === reached ? 'current' : 'open',
      note: noteOf(phase, theCase),
    }
  })
}

function missingFor(phase: Phase, { latest_run, counters }: Case): string | undefined {
  if (phase === 'corpus') return undefined
  if (phase === 'review') return counters.plans > 0 ? undefined : 'needs a plan'
  return latest_run ? undefined : 'needs a run'
}

function noteOf(phase: Phase, { counters }: Case): string {
  const notes: Record<Phase, string> = {
    corpus: `${counters.evidence}`,
    resolve: counters.recommendations_open > 0 ? `${counters.recommendations_open} open` : '',
    graph: '',
    plan: counters.plans > 0 ? `${counters.plans}` : '',
    review: counters.reviews_pending > 0 ? `${counters.reviews_pending} pending` : '',
  }
  return notes[phase]
}

/** The most important next action of a case, and the phase for it. */
export function nextAction(theCase: Case): { label: string; phase: Phase } {
  const { status, counters, stale } = theCase
  if (status === 'closed') return { label: 'None: the case is closed', phase: 'review' }
  if (stale.is && theCase.latest_run) return { label: 'Investigate again', phase: 'corpus' }
  switch (status) {
    case 'open':
      return { label: 'Investigate', phase: 'corpus' }
    case 'investigating':
      return { label: 'Wait for the run', phase: 'resolve' }
    case 'awaiting_decision':
      return counters.recommendations_open > 0
        ? { label: `Decide ${plural(counters.recommendations_open, 'recommendation')}`, phase: 'resolve' }
        : { label: 'Generate plan', phase: 'plan' }
    case 'planned':
      return counters.reviews_pending > 0
        ? { label: 'Review the plan', phase: 'review' }
        : { label: 'Continue the review', phase: 'review' }
    case 'in_delivery':
      return counters.deliveries_failed > 0
        ? {
            label: `View ${plural(counters.deliveries_failed, 'failed delivery', 'failed deliveries')}`,
            phase: 'review',
          }
        : { label: 'Deliver the plan', phase: 'plan' }
    default:
      return { label: 'Close', phase: 'review' }
  }
}

/** `needs_decision` as `needs decision`. */
export const wordsOf = (code: string): string => code.replaceAll('_', ' ')
export const sentenceOf = (code: string): string => {
  const words = wordsOf(code)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
