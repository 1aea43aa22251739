// The workflow of a trust request: stages, deadlines and transitions. Pure functions.
import type {
  Grant,
  NewTrustRequest,
  RequestItem,
  RequestKind,
  RequestStage,
  RequestStatus,
  StageAdvance,
  TrustRequest,
} from '@veritrace/contract/provenance/requests'

/** From each state to the states that may follow. A closed request stays closed. */
export const TRANSITIONS: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  open: ['in_progress', 'declined', 'canceled', 'expired'],
  in_progress: ['fulfilled', 'declined', 'canceled', 'expired'],
  fulfilled: [],
  declined: [],
  canceled: [],
  expired: [],
}
export const isClosed = (status: RequestStatus): boolean => TRANSITIONS[status].length === 0

type StageKey = RequestStage['key']
const STAGES: Readonly<Record<StageKey, { title: string; required: boolean }>> = {
  intake: { title: 'Intake', required: true },
  triage: { title: 'Triage', required: false },
  nda: { title: 'Non-disclosure agreement', required: true },
  approval: { title: 'Approval', required: true },
  delivery: { title: 'Delivery', required: true },
}
const PLAIN = ['intake', 'triage', 'approval', 'delivery'] as const
/** Stages by kind. Each request copies its stages, so that a change here does not affect existing requests. */
const TEMPLATES: Readonly<Record<RequestKind, readonly StageKey[]>> = {
  document_access: ['intake', 'triage', 'nda', 'approval', 'delivery'],
  questionnaire: PLAIN,
  dpa_signature: PLAIN,
  subprocessor_objection: PLAIN,
  security_question: PLAIN,
  vulnerability_report: PLAIN,
  correction: PLAIN,
  other: PLAIN,
}

/** Days until an answer is due, by kind. */
export const DAYS_TO_ANSWER: Readonly<Record<RequestKind, number>> = {
  document_access: 5,
  questionnaire: 10,
  dpa_signature: 10,
  subprocessor_objection: 10,
  security_question: 3,
  vulnerability_report: 2,
  correction: 7,
  other: 10,
}

const DAY_MS = 24 * 3_600_000
const AT_RISK_FROM = 0.75

/** When the answer is due, and when the request counts as at risk. */
export function deadlines(kind: RequestKind, created: Date): { at_risk_at: Date; due_at: Date } {
  const time = DAYS_TO_ANSWER[kind] * DAY_MS
  const after = (ms: number) => new Date(created.getTime() + ms)
  return { at_risk_at: after(time * AT_RISK_FROM), due_at: after(time) }
}

/** A closed request keeps the state it had when it closed. */
export function slaState(
  { at_risk_at, due_at, closed_at }: { at_risk_at: Date; due_at: Date; closed_at: Date | null },
  now: Date,
): TrustRequest['sla_state'] {
  const at = closed_at ?? now
  if (at >= due_at) return 'breached'
  return at >= at_risk_at ? 'at_risk' : 'on_track'
}

/** The stages of a new request, each with an equal share of the time. The NDA is optional if the page requires none. */
export function stagesFor(kind: RequestKind, page: { nda_required: boolean } | undefined, created: Date, due: Date) {
  const keys = TEMPLATES[kind]
  const share = (due.getTime() - created.getTime()) / keys.length
  return keys.map((key, position) => ({
    key,
    title: STAGES[key].title,
    position,
    required: key === 'nda' ? (page?.nda_required ?? true) : STAGES[key].required,
    status: position === 0 ? ('active' as const) : ('pending' as const),
    entered_at: position === 0 ? created : null,
    due_at: new Date(created.getTime() + share * (position + 1)),
  }))
}

export const numberText = (number: number): string => `TR-${String(number).padStart(4, '0')}`

type Asked = Pick<NewTrustRequest, 'kind' | 'direction' | 'vendor_id' | 'subject' | 'requested_items'>
/**
 * Keys that identify duplicates within one direction. Without items, requests of the same kind, vendor and subject are
 * duplicates. Inbound items match whatever the subject; outbound items also differ by vendor and subject, because a
 * tenant asks many vendors for the same document.
 */
export function itemKeys({ kind, direction, vendor_id, subject, requested_items: items = [] }: Asked): string[] {
  const about = `${vendor_id ?? ''}:${plain(subject)}`
  if (items.length === 0) return [`kind:${kind}:${about}`]
  const after = direction === 'outbound' ? `:${about}` : ''
  return items.map(({ evidence_id, disclosure_id, free_text }) => {
    if (evidence_id) return `evidence:${evidence_id}${after}`
    if (disclosure_id) return `disclosure:${disclosure_id}${after}`
    return `text:${plain(free_text!)}${after}`
  })
}

const plain = (words: string): string => words.trim().replaceAll(/\s+/g, ' ').toLowerCase()

type Outcome = StageAdvance['outcome']
const STATUS_AFTER = { complete: 'done', skip: 'skipped', reject: 'failed' } as const satisfies Record<Outcome, string>
type Stage = Pick<RequestStage, 'id' | 'key' | 'position' | 'status' | 'required'>

/** The reason why the stage may not advance with this outcome, if there is one. */
export function refusal(stage: Stage, outcome: Outcome, isNdaSigned: boolean) {
  if (stage.status !== 'active') return 'stage_not_active'
  if (outcome === 'skip' && stage.required) return 'stage_required'
  if (outcome === 'complete' && stage.key === 'nda' && !isNdaSigned) return 'nda_unsigned'
  return undefined
}

/** The new states of the stage and the request, and the stage that follows. */
export function stepFrom<S extends Stage>(stages: readonly S[], stage: S, outcome: Outcome) {
  const next = outcome === 'reject' ? undefined : stages.find(({ position }) => position === stage.position + 1)
  const status: RequestStatus = outcome === 'reject' ? 'declined' : next ? 'in_progress' : 'fulfilled'
  return { stageStatus: STATUS_AFTER[outcome], status, next }
}

type Decisions = NonNullable<StageAdvance['items']>
export const unknownItems = (items: readonly RequestItem[], decisions: Decisions = []): string[] =>
  decisions.map(({ id }) => id).filter((id) => !items.some((item) => item.id === id))

/** Applies the decisions of a step. When the request closes, undecided items are approved or declined with it. */
export function decideItems(
  items: readonly RequestItem[],
  decisions: Decisions | undefined,
  status: RequestStatus,
  now: Date,
): RequestItem[] {
  const asked = new Map(decisions?.map(({ id, decision }) => [id, decision]))
  const rest = status === 'fulfilled' ? 'approved' : isClosed(status) ? 'declined' : undefined
  return items.map((item) => {
    const decision = asked.get(item.id) ?? (item.decision === 'pending' ? rest : undefined)
    return decision ? { ...item, decision, decided_at: now.toISOString() } : item
  })
}

const GRANT_DAYS = 30
export const grantEnd = (days: number | null, now: Date): Date =>
  new Date(now.getTime() + (days ?? GRANT_DAYS) * DAY_MS)

/** Only inbound requests give access, and only if at least one item was approved or no items were listed. */
export const givesAccess = (direction: TrustRequest['direction'], items: readonly RequestItem[]): boolean =>
  direction === 'inbound' && (items.length === 0 || items.some((item) => item.decision === 'approved'))

/** What members may do with a grant; `expired` follows from the time alone. */
export const GRANT_TRANSITIONS: Readonly<Record<Grant['status'] | 'none', readonly Grant['status'][]>> = {
  none: [],
  active: ['revoked'],
  expired: [],
  revoked: [],
}

export function grantStatus(grant: { revoked_at: Date | null; expires_at: Date }, now: Date): Grant['status'] {
  if (grant.revoked_at) return 'revoked'
  return grant.expires_at <= now ? 'expired' : 'active'
}

export const LINK_HOURS = 24
/** When a replacement link expires: it does not outlive its grant. */
export const linkEnd = (grant: { expires_at: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_HOURS * 3_600_000, grant.expires_at.getTime()))

/** Formats a time for display: `2026-01-31 12:00 UTC`. */
export const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const LINK_FORGOTTEN_AFTER_DAYS = 30
/** Links that expired before this time are deleted; their addresses then answer like unknown ones. */
export const linkForgottenBefore = (now: Date): Date => new Date(now.getTime() - LINK_FORGOTTEN_AFTER_DAYS * DAY_MS)

const FORGOTTEN_AFTER_DAYS = 90
/** Requests that were due before this time and are still open expire. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS)
