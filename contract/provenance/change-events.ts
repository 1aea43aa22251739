// Changes at vendors: their types, severities, and schema.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { DateTime, named, nullable } from '../wire.ts'

export const SEVERITIES = ['info', 'minor', 'major'] as const

export type EventType = (typeof EVENT_TYPES)[number]
export const EVENT_TYPES = [
  'source.discovered',
  'source.content_changed',
  'source.unreachable',
  'source.recovered',
  'source.moved',
  'source.repaired',
  'source.soft_404',
  'source.robots_blocked',
  'source.retired',
  'claim.added',
  'claim.removed',
  'claim.changed',
  'claim.contradicted',
  'certification.added',
  'certification.removed',
  'certification.expired',
  'certification.status_changed',
  'subprocessor.added',
  'subprocessor.removed',
  'subprocessor.changed',
  'policy.effective_date_changed',
  'policy.clause_changed',
  'ai_act.readiness_changed',
  'status.incident_started',
  'status.incident_resolved',
  'score.band_changed',
  'vendor.verified',
  'vendor.unverified',
  'extractor.upgraded',
] as const

export type ChangeEvent = Static<typeof ChangeEvent>
export const ChangeEvent = named(
  'ChangeEvent',
  t.Object({
    id: t.String(),
    event_type: t.String({ description: `One of ${EVENT_TYPES.join(', ')}` }),
    payload: t.Record(t.String(), t.Unknown(), {
      description: 'schema, severity, cause and, if available, before, after and their snippets',
    }),
    source_url: nullable(t.String()),
    content_hash: nullable(t.String()),
    observed_at: DateTime,
  }),
)
