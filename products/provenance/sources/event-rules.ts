// Change events for added, retired and replaced sources.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import type { SourceRow } from '../directory-tables.ts'

export const RETIRE_REASONS = ['replaced', 'robots', 'gone_410', 'operator', 'vendor_request'] as const
export type RetireReason = (typeof RETIRE_REASONS)[number]

/** Increase when the same findings may lead to other sources. */
const SOURCE_RULES_VERSION = '1'

type EventSource = Pick<SourceRow, 'id' | 'vendor_id' | 'kind' | 'url'>
type Severity = 'info' | 'minor'
type Cause = 'content' | 'operator'

export const discovered = (
  source: EventSource & Pick<SourceRow, 'discovery_method' | 'discovered_from_url'>,
  now: Date,
) =>
  eventOf('source.discovered', source, now, {
    severity: 'info',
    cause: source.discovery_method === 'operator' ? 'operator' : 'content',
    before: null,
    after: {
      ...shown(source),
      discovery_method: source.discovery_method,
      discovered_from_url: source.discovered_from_url,
    },
  })

/** A replaced source has a visible `source.repaired` event, so its retirement is hidden. */
export const retired = (source: EventSource, reason: RetireReason, now: Date) =>
  eventOf('source.retired', source, now, {
    severity: reason === 'robots' || reason === 'gone_410' ? 'minor' : 'info',
    cause: reason === 'operator' || reason === 'vendor_request' ? 'operator' : 'content',
    before: shown(source),
    after: { inactive_reason: reason },
    hidden: reason === 'replaced',
  })

export const repaired = (
  old: EventSource,
  source: EventSource & Pick<SourceRow, 'repair_method' | 'repair_reason'>,
  now: Date,
) =>
  eventOf('source.repaired', source, now, {
    severity: 'minor',
    cause: source.repair_method === 'operator' ? 'operator' : 'content',
    before: { ...shown(old), source_id: old.id },
    after: {
      ...shown(source),
      source_id: source.id,
      repair_method: source.repair_method,
      repair_reason: source.repair_reason,
    },
  })

const shown = ({ kind, url }: EventSource) => ({ kind, url })

interface EventContent {
  severity: Severity
  cause: Cause
  before: unknown
  after: unknown
  hidden?: boolean
}

function eventOf(type: EventType, source: EventSource, now: Date, { hidden = false, ...content }: EventContent) {
  return {
    vendor_id: source.vendor_id,
    source_id: source.id,
    event_type: type,
    severity: content.severity,
    cause: content.cause,
    hidden,
    payload: JSON.stringify({ schema: `${type}/1`, ...content, rule_version: SOURCE_RULES_VERSION }),
    source_url: source.url,
    observed_at: now,
  }
}
