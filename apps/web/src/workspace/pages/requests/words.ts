// Trust requests in words.
import type { Grant, RequestItem, RequestStage, TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Tone } from '../../../ui/badge.tsx'
import { day, plural } from '../../../ui/format.ts'

type Said<K extends string> = Readonly<Record<K, { label: string; tone: Tone }>>

export const KINDS: Readonly<Record<TrustRequest['kind'], string>> = {
  document_access: 'Access to documents',
  questionnaire: 'Questionnaire',
  dpa_signature: 'Signature of a DPA',
  subprocessor_objection: 'Objection to a subprocessor',
  security_question: 'Security question',
  vulnerability_report: 'Vulnerability report',
  correction: 'Correction',
  other: 'Other',
}

export const DIRECTIONS: Readonly<Record<TrustRequest['direction'], string>> = {
  inbound: 'Asked of us',
  outbound: 'Asked by us',
}

export const STATUS: Said<TrustRequest['status']> = {
  open: { label: 'Open', tone: 'caution' },
  in_progress: { label: 'In progress', tone: 'info' },
  fulfilled: { label: 'Fulfilled', tone: 'positive' },
  declined: { label: 'Declined', tone: 'critical' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

export const DECISIONS: Said<RequestItem['decision']> = {
  pending: { label: 'Not decided', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'positive' },
  declined: { label: 'Declined', tone: 'critical' },
}

export const GRANTS: Said<Grant['status']> = {
  active: { label: 'Active', tone: 'positive' },
  expired: { label: 'Ended', tone: 'neutral' },
  revoked: { label: 'Taken back', tone: 'critical' },
}

export const SOURCES: Readonly<Record<TrustRequest['source'], string>> = {
  app: 'Written down here',
  public_page: 'Trust page',
  email: 'E-mail',
  api: 'API',
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** `Overdue by 3 days`, `Due in 5 hours`. */
export function dueIn(due: string, now = Date.now()): { text: string; isLate: boolean } {
  const left = Date.parse(due) - now
  const size = Math.abs(left)
  const time =
    size >= DAY_MS ? plural(Math.floor(size / DAY_MS), 'day') : plural(Math.max(1, Math.floor(size / HOUR_MS)), 'hour')
  return left < 0 ? { text: `Overdue by ${time}`, isLate: true } : { text: `Due in ${time}`, isLate: false }
}

export const isOpen = ({ closed_at }: Pick<TrustRequest, 'closed_at'>): boolean => closed_at === null

type Timed = Pick<TrustRequest, 'closed_at' | 'due_at' | 'sla_state'>
/** How the time stands; what is closed has none to lose. */
export function dueOf({ closed_at, due_at, sla_state }: Timed, now = Date.now()): { text: string; tone: Tone } {
  if (closed_at) return { text: `Closed ${day(closed_at)}`, tone: 'neutral' }
  const { text, isLate } = dueIn(due_at, now)
  return { text, tone: isLate ? 'critical' : sla_state === 'at_risk' ? 'caution' : 'neutral' }
}

/** What the stage is for, for whoever sees it for the first time. */
export const STAGE_HINTS: Readonly<Record<RequestStage['key'], string>> = {
  intake: 'Read what is asked, and by whom.',
  triage: 'Decide who answers, and whether it needs more than usual.',
  nda: 'It is completed by itself when an NDA that was drafted for this request is signed.',
  approval: 'Decide what they get.',
  delivery: 'Hand over what was approved.',
}
