import type { KINDS, Status } from '@veritrace/contract/provenance/disclosures'
import type { Tone } from '../../../../ui/badge.tsx'

type Kind = (typeof KINDS)[number]

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  security_overview: 'Security overview',
  compliance: 'Compliance',
  subprocessor_change: 'Change of subprocessors',
  incident: 'Incident',
  vulnerability: 'Vulnerability',
  ai_transparency: 'AI transparency',
  data_processing: 'Data processing',
  availability: 'Availability',
  privacy: 'Privacy',
  other: 'Other',
}

export const STATES: Readonly<Record<Status, readonly [word: string, tone: Tone, meaning: string]>> = {
  draft: ['Draft', 'neutral', 'Its words can change. Submit it when they are final.'],
  in_review: ['In review', 'info', 'Somebody who did not write it approves it or sends it back.'],
  approved: ['Approved', 'caution', 'Its words are final. Readers do not see it yet.'],
  published: ['Published', 'positive', 'Readers see it. New words begin a draft that replaces it.'],
  superseded: ['Superseded', 'neutral', 'Another disclosure has taken its place.'],
  withdrawn: ['Withdrawn', 'neutral', 'Readers do not see it any more.'],
}
