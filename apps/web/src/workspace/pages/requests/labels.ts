// Labels for trust requests.
import type { Grant, RequestItem, RequestStage, TrustRequest } from '@veritrace/contract/provenance/requests'
import type { Tone } from '../../../ui/badge.tsx'
import { day, plural } from '../../../ui/format.ts'

type Said<K extends string> = Readonly<Record<K, { label: string; tone: Tone }>>

export const KINDS: Readonly<Record<TrustRequest['kind'], string>> = {
  document_access: 'Document access',
  questionnaire: 'Questionnaire',
  dpa_signature: 'DPA signature',
  subprocessor_objection: 'Subprocessor objection',
  security_question: 'Security question',
  vulnerability_report: 'Vulnerability report',
  correction: 'Correction',
  other: 'Other',
}

export const DIRECTIONS: Readonly<Record<TrustRequest['direction'], string>> = {
  inbound: 'Received',
  outbound: 'Sent',
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
  pending: { label: 'Undecided', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'positive' },
  declined: { label: 'Declined', tone: 'critical' },
}

export const GRANTS: Said<Grant['status']> = {
  active: { label: 'Active', tone: 'positive' },
  expired: { label: 'Expired', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'critical' },
}

export const SOURCES: Readonly<Record<TrustRequest['source'], string>> = {
  app: 'Created here',
  public_page: 'Trust page',
  email: 'Email',
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
/** The time left. Closed requests show when they closed. */
export function dueOf({ closed_at, due_at, sla_state }: Timed, now = Date.now()): { text: string; tone: Tone } {
  if (closed_at) return { text: `Closed ${day(closed_at)}`, tone: 'neutral' }
  const { text, isLate } = dueIn(due_at, now)
  return { text, tone: isLate ? 'critical' : sla_state === 'at_risk' ? 'caution' : 'neutral' }
}

/** Explains each stage. */
export const STAGE_HINTS: Readonly<Record<RequestStage['key'], string>> = {
  intake: 'Read what is requested, and by whom.',
  triage: 'Decide who answers, and whether anything unusual is needed.',
  nda: 'Completes automatically when an NDA drafted for this request is signed.',
  approval: 'Decide what to share.',
  delivery: 'Share what was approved.',
}
