import type { KINDS, Status } from '@veritrace/contract/provenance/disclosures'
import type { Tone } from '../../../../ui/badge.tsx'

type Kind = (typeof KINDS)[number]

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  security_overview: 'Security overview',
  compliance: 'Compliance',
  subprocessor_change: 'Subprocessor change',
  incident: 'Incident',
  vulnerability: 'Vulnerability',
  ai_transparency: 'AI transparency',
  data_processing: 'Data processing',
  availability: 'Availability',
  privacy: 'Privacy',
  other: 'Other',
}

export const STATES: Readonly<Record<Status, readonly [word: string, tone: Tone, meaning: string]>> = {
  draft: ['Draft', 'neutral', 'You can edit the text. Submit it for review when it is ready.'],
  in_review: ['In review', 'info', 'Someone other than the author approves it or requests changes.'],
  approved: ['Approved', 'caution', 'The text is final. Readers cannot see it yet.'],
  published: ['Published', 'positive', 'Readers can see it. Editing creates a draft that replaces it.'],
  superseded: ['Superseded', 'neutral', 'Another disclosure has replaced it.'],
  withdrawn: ['Withdrawn', 'neutral', 'Readers can no longer see it.'],
}
