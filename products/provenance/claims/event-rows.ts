// Builds rows of change events.
import { newId } from '@veritrace/platform/ids'
import type { Insertable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Change } from './change.ts'
import type { Contradiction } from './contradictions.ts'
import type { Statement } from './tables.ts'

export type EventRow = Insertable<Tables['provenance.change_events']>

export interface Observed {
  vendorId: string
  source: { id: string; url: string }
  snapshot: { id: string; sha256: string }
  /** The snapshot that was current before; null for the first. */
  before: string | null
  version: string
  now: Date
}

export const changeRow = (change: Change, at: Observed): EventRow =>
  row(at, change.event_type, change.severity, {
    before: viewOf(change.before),
    after: viewOf(change.after),
    snippet_before: change.before?.snippet ?? null,
    snippet_after: change.after?.snippet ?? null,
    snapshot_before: at.before,
    snapshot_after: at.snapshot.id,
  })

/** `before` is what the other page says, `after` what this page says. */
export const contradictionRow = ({ here, there }: Contradiction, at: Observed): EventRow =>
  row(at, 'claim.contradicted', 'minor', {
    before: { ...viewOf(there), source_url: there.url },
    after: { ...viewOf(here), source_url: at.source.url },
    snippet_before: there.snippet,
    snippet_after: here.snippet,
    snapshot_before: there.snapshot_id,
    snapshot_after: at.snapshot.id,
  })

/** Hidden from readers, because nothing has changed at the vendor. */
export const upgradeRow = (at: Observed, from: string | null, counts: Record<string, number>): EventRow => ({
  ...row(
    at,
    'extractor.upgraded',
    'info',
    {
      before: { version: from },
      after: { version: at.version, ...counts },
      snippet_before: null,
      snippet_after: null,
      snapshot_before: at.before,
      snapshot_after: at.snapshot.id,
    },
    'extractor',
  ),
  hidden: true,
})

function row(
  at: Observed,
  event_type: string,
  severity: Change['severity'],
  content: Record<string, unknown>,
  cause: 'content' | 'extractor' = 'content',
): EventRow {
  return {
    id: newId('evt'),
    vendor_id: at.vendorId,
    source_id: at.source.id,
    event_type,
    severity,
    cause,
    payload: JSON.stringify({ schema: `${event_type}/1`, severity, ...content, rule_version: at.version, cause }),
    source_url: at.source.url,
    content_hash: at.snapshot.sha256,
    observed_at: at.now,
  }
}

const viewOf = (statement: Statement | null) =>
  statement && {
    category: statement.category,
    predicate: statement.predicate,
    value: statement.value,
    state: statement.state,
    ...statement.details,
  }
