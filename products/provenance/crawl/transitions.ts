// Events of a source, from its state before and after a fetch. Pure.
import type { EventType } from '@veritrace/contract/provenance/change-events'
import { FAILING_AFTER, MOVED, type SourceColumns } from './source-state.ts'

type State = Pick<SourceColumns, 'status' | 'status_reason' | 'failures' | 'soft_404' | 'inactive_reason' | 'moved_to'>

export interface Happened {
  event_type: EventType
  severity: 'info' | 'minor' | 'major'
  before: unknown
  after: unknown
}

/** The page exists, but we cannot read it, which says nothing about the vendor. */
const SAYS_NOTHING = new Set(['challenge_page', 'needs_browser', 'browser_crashed'])

export function transitions(before: State, after: State, seen: { isNewContent: boolean }): Happened[] {
  const happened: Happened[] = []
  const report = (event_type: EventType, severity: Happened['severity'], from: unknown, to: unknown): void =>
    void happened.push({ event_type, severity, before: from, after: to })

  const wasBlocked = before.inactive_reason === 'robots'
  const isBlocked = after.inactive_reason === 'robots'
  if (isBlocked && !wasBlocked) report('source.robots_blocked', 'minor', before.status, after.status)

  const wasLost = before.failures >= FAILING_AFTER
  const isLost = after.failures >= FAILING_AFTER
  if (isLost && !wasLost && !after.soft_404 && !SAYS_NOTHING.has(after.status_reason))
    report('source.unreachable', 'minor', before.status, after.status_reason)

  if (after.soft_404 && !before.soft_404) report('source.soft_404', 'minor', before.status, after.status_reason)

  const wasTold = wasLost && !SAYS_NOTHING.has(before.status_reason)
  if (after.status === 'ok' && (wasTold || wasBlocked || before.soft_404))
    report('source.recovered', 'info', before.status_reason || before.status, after.status)

  if (after.status_reason === MOVED && before.status_reason !== MOVED)
    report('source.moved', 'minor', null, after.moved_to)
  if (seen.isNewContent) report('source.content_changed', 'info', null, null)
  return happened
}
