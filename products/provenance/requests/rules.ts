// The way of a trust request: its stages, its clock, what may happen when. Pure: facts in, verdict out.
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

/** From, and where to. What is closed stays closed. */
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
/** The stages of each kind; copied when a request is made, so that a later edit here rewrites no history. */
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

/** How long an answer may take, by kind. */
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

/** When an answer is due, and from when on it is at risk to be late. */
export function deadlines(kind: RequestKind, created: Date): { at_risk_at: Date; due_at: Date } {
  const time = DAYS_TO_ANSWER[kind] * DAY_MS
  const after = (ms: number) => new Date(created.getTime() + ms)
  return { at_risk_at: after(time * AT_RISK_FROM), due_at: after(time) }
}

/** A closed request keeps the state in which it closed. */
export function slaState(
  { at_risk_at, due_at, closed_at }: { at_risk_at: Date; due_at: Date; closed_at: Date | null },
  now: Date,
): TrustRequest['sla_state'] {
  const at = closed_at ?? now
  if (at >= due_at) return 'breached'
  return at >= at_risk_at ? 'at_risk' : 'on_track'
}

/** The stages of a new request; each has its share of the time. A page that asks for no NDA lets that stage be skipped. */
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
 * What two requests of one direction are compared by. Without items, those of one kind, vendor and subject are the same.
 * An item that is asked of us is one item, in whatever words; we ask many vendors for the same, and one for many things.
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

/** Why the stage may not advance like this, if it may not. */
export function refusal(stage: Stage, outcome: Outcome, isNdaSigned: boolean) {
  if (stage.status !== 'active') return 'stage_not_active'
  if (outcome === 'skip' && stage.required) return 'stage_required'
  if (outcome === 'complete' && stage.key === 'nda' && !isNdaSigned) return 'nda_unsigned'
  return undefined
}

/** What the step makes of the stage and of the request, and which stage follows. */
export function stepFrom<S extends Stage>(stages: readonly S[], stage: S, outcome: Outcome) {
  const next = outcome === 'reject' ? undefined : stages.find(({ position }) => position === stage.position + 1)
  const status: RequestStatus = outcome === 'reject' ? 'declined' : next ? 'in_progress' : 'fulfilled'
  return { stageStatus: STATUS_AFTER[outcome], status, next }
}

type Decisions = NonNullable<StageAdvance['items']>
export const unknownItems = (items: readonly RequestItem[], decisions: Decisions = []): string[] =>
  decisions.map(({ id }) => id).filter((id) => !items.some((item) => item.id === id))

/** The decisions of a step; when the request ends, what was left open ends with it. */
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

/** Access is given where others asked for it, and something of what they asked for was not declined. */
export const givesAccess = (direction: TrustRequest['direction'], items: readonly RequestItem[]): boolean =>
  direction === 'inbound' && (items.length === 0 || items.some((item) => item.decision === 'approved'))

/** By people: the clock alone makes it `expired`. */
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
/** Of a link that was asked for again: it does not outlive what it opens. */
export const linkEnd = (grant: { expires_at: Date }, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_HOURS * 3_600_000, grant.expires_at.getTime()))

/** For people: `2026-01-31 12:00 UTC`. */
export const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const LINK_FORGOTTEN_AFTER_DAYS = 30
/** Links that ended before this moment are taken for unknown ones. */
export const linkForgottenBefore = (now: Date): Date => new Date(now.getTime() - LINK_FORGOTTEN_AFTER_DAYS * DAY_MS)

const FORGOTTEN_AFTER_DAYS = 90
/** Requests that were due before this moment and are still open are given up. */
export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY_MS)
