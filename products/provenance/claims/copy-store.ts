// Inserts many rows with COPY if the database supports it, because parsing them as JSON is slower.
import { canCopy, copyRows } from '@veritrace/platform/db/copy'
import { type Columns, copyBytes } from '@veritrace/platform/db/copy-bytes'
import type { Db } from '@veritrace/platform/db/db'
import type { ClaimRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

/** For fewer rows the extra round trip costs more than it saves. */
const MANY = 50

export const takesCopy = (tx: Db<Tables>, rows: readonly unknown[]): boolean => rows.length >= MANY && canCopy(tx)

const CLAIM: Columns<ClaimRow> = [
  ['id', 'text'],
  ['vendor_id', 'text'],
  ['source_id', 'text'],
  ['snapshot_id', 'text'],
  ['claim_key', 'text'],
  ['category', 'text'],
  ['predicate', 'text'],
  ['value', 'text'],
  ['state', 'text'],
  ['relation', 'text'],
  ['claim_text', 'text'],
  ['snippet', 'text'],
  ['snippet_start', 'integer'],
  ['snippet_end', 'integer'],
  ['prefix', 'text'],
  ['suffix', 'text'],
  ['confidence', 'real'],
  ['factors', 'jsonb'],
  ['details', 'jsonb'],
  ['rule_id', 'text'],
  ['rule_version', 'text'],
  ['valid_from', 'timestamptz'],
  ['last_seen_at', 'timestamptz'],
  ['recorded_at', 'timestamptz'],
]

export const copyClaims = (tx: Db<Tables>, rows: readonly ClaimRow[]): Promise<void> =>
  copyRows(tx, `provenance.evidence_claims (${CLAIM.map(([name]) => name)})`, copyBytes(CLAIM, rows))
