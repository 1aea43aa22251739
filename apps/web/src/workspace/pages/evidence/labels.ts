// Labels for evidence.
import type { Evidence, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import { EyeOff, Globe, KeyRound, type LucideIcon } from 'lucide-react'
import type { Tone } from '../../../ui/badge.tsx'
import { day, plural } from '../../../ui/format.ts'

export const KINDS: Readonly<Record<Evidence['kind'], string>> = {
  soc2_report: 'SOC 2 report',
  iso_certificate: 'ISO certificate',
  pentest_summary: 'Penetration test summary',
  policy: 'Policy',
  dpa: 'Data processing agreement',
  insurance: 'Insurance',
  questionnaire: 'Questionnaire',
  architecture: 'Architecture',
  other: 'Other',
}

export const STATUS: Readonly<Record<ReviewStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'To review', tone: 'caution' },
  in_review: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'positive' },
  rejected: { label: 'Rejected', tone: 'critical' },
  changes_requested: { label: 'Changes requested', tone: 'caution' },
  expired: { label: 'Expired', tone: 'critical' },
  superseded: { label: 'Superseded', tone: 'neutral' },
}

interface Sight {
  label: string
  hint: string
  icon: LucideIcon
}
export const VISIBILITY: Readonly<Record<Evidence['visibility'], Sight>> = {
  hidden: { label: 'Hidden', hint: 'Only your company can see it', icon: EyeOff },
  gated: {
    label: 'On request',
    hint: 'Listed on your pages once approved; visitors can request access',
    icon: KeyRound,
  },
  public: {
    label: 'Public',
    hint: 'Listed on your pages once approved; visitors can ask for a copy',
    icon: Globe,
  },
}

const DAY_MS = 86_400_000
const SOON_DAYS = 30

/** Dates of evidence are calendar days, the same in every time zone. */
export const dateOf = (moment: string): string => day(moment.slice(0, 10))

type Dated = Pick<Evidence, 'valid_until' | 'review_status'>

const daysLeft = (until: string, now: number): number => (Date.parse(until) - now) / DAY_MS

/** True even if the server has not marked it as expired yet. */
export const isExpired = ({ valid_until, review_status }: Dated, now = Date.now()): boolean =>
  review_status === 'expired' ||
  (review_status === 'approved' && valid_until !== null && daysLeft(valid_until, now) <= 0)

export const isExpiring = ({ valid_until, review_status }: Dated, now = Date.now()): boolean => {
  if (!valid_until || review_status !== 'approved') return false
  const left = daysLeft(valid_until, now)
  return left > 0 && left <= SOON_DAYS
}

/** The remaining validity, with a stronger tone the nearer the end. */
export function validity(evidence: Dated, now = Date.now()): { text: string; tone: Tone } {
  const { valid_until: until } = evidence
  if (!until) return { text: 'No expiry', tone: 'neutral' }
  const left = daysLeft(until, now)
  if (isExpired(evidence, now)) {
    const since = Math.floor(-left)
    return { text: since < 1 ? 'Expired today' : `Expired ${plural(since, 'day')} ago`, tone: 'critical' }
  }
  if (isExpiring(evidence, now)) {
    const whole = Math.floor(left)
    return { text: whole < 1 ? 'Expires today' : `Expires in ${plural(whole, 'day')}`, tone: 'caution' }
  }
  return { text: `${left > 0 ? 'Valid until' : 'Expired'} ${dateOf(until)}`, tone: 'neutral' }
}
