// Labels of the states of an agreement, in display order.
import type { AgreementCounts, AgreementState } from '@veritrace/contract/casework/agreement'
import type { Tone } from '../../../../ui/badge.tsx'

export const STATES: Record<AgreementState, { label: string; tone: Tone }> = {
  agreed: { label: 'Agreed', tone: 'positive' },
  rated_otherwise: { label: 'Rated differently', tone: 'caution' },
  only_atc: { label: 'Only in ATC', tone: 'critical' },
  only_ours: { label: 'Only in Veritrace', tone: 'info' },
  not_comparable: { label: 'Not comparable', tone: 'neutral' },
}
export const STATE_IDS = Object.keys(STATES) as AgreementState[]

export const disagreedIn = ({ rated_otherwise, only_atc, only_ours }: AgreementCounts): number =>
  rated_otherwise + only_atc + only_ours
