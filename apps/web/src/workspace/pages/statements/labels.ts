// Labels for statements.
import type {
  SignerStatus,
  StatementEvent,
  StatementKind,
  StatementStatus,
} from '@veritrace/contract/provenance/statements'
import type { Tone } from '../../../ui/badge.tsx'

export const KINDS: Readonly<Record<StatementKind, string>> = {
  nda: 'Non-disclosure agreement',
  dpa: 'Data processing agreement',
  attestation: 'Attestation',
  ai_act_statement: 'AI Act statement',
  subprocessor_statement: 'Subprocessor statement',
}

export const STATUSES: Readonly<Record<StatementStatus, { label: string; tone: Tone }>> = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'info' },
  viewed: { label: 'Viewed', tone: 'info' },
  signed: { label: 'Signed', tone: 'positive' },
  declined: { label: 'Declined', tone: 'critical' },
  void: { label: 'Void', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'caution' },
}

export const SIGNER_STATUSES: Readonly<Record<SignerStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'Not opened', tone: 'neutral' },
  viewed: { label: 'Viewed', tone: 'info' },
  signed: { label: 'Signed', tone: 'positive' },
  declined: { label: 'Declined', tone: 'critical' },
}

export const EVENTS: Readonly<Record<StatementEvent['type'], string>> = {
  created: 'Created',
  sent: 'Link sent',
  viewed: 'Viewed',
  consent_given: 'Consent given',
  name_typed: 'Name typed',
  signed: 'Signed',
  seal_computed: 'Sealed',
  declined: 'Declined',
  voided: 'Voided',
}
