// Stores the result of a parse: replaces the rows of the previous parse, supersedes older files and touches the estate.

import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { VerbOf } from '@veritrace/contract/event-types'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { cutText } from '@veritrace/platform/text'
import { dueGraphs } from '../cases/due-graphs.ts'
import type { Casework } from '../deps.ts'
import { addDocuments, type DocumentOwner } from '../documents/add-documents.ts'
import { deleteContent, insertContent } from '../estate/write-store.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import { estateContext } from '../model/graph-contexts.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'
import { lockProject, touchEstate } from '../projects/store.ts'
import { deleteSignatures, insertSignatures } from '../signatures/store.ts'
import type { Tables } from '../tables.ts'
import { ZERO_COUNTS } from './add-evidence.ts'
import type { Imported } from './import-content.ts'
import type { ParseOrder } from './parse-job.ts'
import type { Parsed } from './reading/parsed.ts'
import { isOpen, isRead, isReplaced, replacesOlder } from './rules.ts'
import { findEvidence, listOlder, lockEvidence, storableJson, supersede, updateEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'

export type ParseResult =
  | { status: 'overtaken' }
  | { status: 'quarantined' | 'rejected'; reason: string }
  | { status: 'read'; kind: EvidenceKind; parsed: Parsed; imported: Imported; redacted: boolean }

/** Increased when a parser starts to extract more. */
const PARSER_VERSION = 1

export async function storeResult(
  deps: Casework,
  scope: Scope,
  order: ParseOrder,
  pack: Pack,
  outcome: ParseResult,
): Promise<void> {
  if (outcome.status === 'overtaken') return
  await transact(deps.db, async (tx) => {
    const known = await findEvidence(tx, scope, order.id)
    if (!known) return
    // Lock the project first, like uploads and restoring a project do, to avoid deadlocks.
    await lockProject(tx, scope, known.project_id)
    const row = await lockEvidence(tx, scope, order.id)
    if (!row || row.reading !== order.reading || !isOpen(row.status)) return
    const place = { ...scope, projectId: row.project_id, evidenceId: row.id }
    await deleteContent(tx, place)
    await deleteSignatures(tx, place)
    if (outcome.status === 'read') {
      await insertContent(tx, place, outcome.parsed.content)
      await insertSignatures(tx, place, outcome.parsed.signatures)
    }
    const documents = outcome.status === 'read' ? outcome.imported.documents : []
    const documentIds = await addDocuments(tx, documentOwner(scope, row, pack), documents)
    const ended = await updateEvidence(tx, scope, row.id, {
      ...(outcome.status === 'read' ? readColumns(row, outcome) : failedColumns(outcome)),
      document_ids: documentIds,
    })
    if (isRead(ended.status)) await supersedeOlder(tx, scope, ended)
    await touchEstate(tx, scope, row.project_id)
    // A file that names its system may rename all objects, also in the graphs of cases.
    if (ended.system !== null) await dueGraphs(tx, scope, row.project_id, deps.clock.now())
    else await dueContext(tx, estateContext(scope.tenant, scope.workspace, row.project_id), deps.clock.now())
    await deps.events.record(tx, authorOf(ended), {
      action: `evidence.${VERBS[ended.status] ?? 'parsed'}`,
      resource: { type: 'evidence', id: row.id, label: row.label },
      ...(outcome.status === 'read' ? {} : { outcome: 'failed', reason: outcome.reason }),
      data: {
        project_id: row.project_id,
        kind: ended.kind,
        status: ended.status,
        counts: ended.counts,
        pack: pack.ref.id,
      },
    })
  })
}

const VERBS: Readonly<Partial<Record<EvidenceRow['status'], VerbOf<'evidence'>>>> = {
  needs_mapping: 'needs_mapping',
  rejected: 'rejected',
  quarantined: 'quarantined',
}

const failedColumns = ({ status, reason }: Extract<ParseResult, { reason: string }>) => ({
  status,
  status_reason: cutText(reason, 500),
  counts: JSON.stringify(ZERO_COUNTS),
  statements: 0,
})

function readColumns(row: EvidenceRow, { kind, parsed, imported, redacted }: Extract<ParseResult, { status: 'read' }>) {
  const { content, window, columns } = parsed
  const warnings = [...parsed.warnings, ...imported.warnings]
  const status = statusOf(parsed, warnings, imported)
  return {
    kind,
    status,
    status_reason: reasonOf(parsed, warnings),
    parser: JSON.stringify({ id: kind, version: PARSER_VERSION }),
    counts: JSON.stringify({
      objects: content.objects.length,
      references: content.uses.from.length,
      findings: content.findings.length,
      usages: parsed.usages,
      rows: parsed.rows,
      rows_rejected: parsed.rejectedTotal,
    }),
    rejected: storableJson(parsed.rejected),
    warnings: storableJson(warnings),
    columns: storableJson(columns ?? { found: [], mapping: {}, needed: [] }),
    usage_window: window && JSON.stringify(window),
    usage_types: parsed.usageTypes,
    system: row.system ?? parsed.system,
    check_variant: parsed.checkVariant,
    object_set_complete: parsed.objectSetComplete,
    collected_at: row.collected_at ?? (parsed.collectedAt ? new Date(parsed.collectedAt) : null),
    entry_id: imported.entryId,
    statements: content.objects.length * 3 + content.uses.from.length,
    authors_redacted: redacted,
  }
}

function statusOf(parsed: Parsed, warnings: readonly string[], imported: Imported): EvidenceRow['status'] {
  if (parsed.status === 'needs_mapping') return 'needs_mapping'
  if (imported.isRefused) return 'rejected'
  return parsed.rejectedTotal > 0 || warnings.length > 0 ? 'parsed_with_warnings' : 'parsed'
}

function reasonOf({ status, columns, rejectedTotal }: Parsed, warnings: readonly string[]): string {
  if (status === 'needs_mapping')
    return `No column found for ${columns?.needed.join(', ')}. Name the columns in mapping.`
  const reasons = [
    ...(rejectedTotal > 0 ? [`${rejectedTotal} ${rejectedTotal === 1 ? 'row was' : 'rows were'} rejected.`] : []),
    ...warnings,
  ]
  return cutText(reasons.join(' '), 500)
}

const documentOwner = (
  scope: Scope,
  { id, label, collected_at, uploaded_at }: EvidenceRow,
  pack: Pack,
): DocumentOwner => ({
  evidence_id: id,
  space: spaceOf(scope),
  pack: pack.ref.id,
  kind: 'evidence',
  source_id: 'evidence',
  license: { spdx: 'NOASSERTION', attribution: label, url: '', may_store_text: true, may_redistribute: false },
  as_of: collected_at ?? uploaded_at,
})

async function supersedeOlder(tx: Db<Tables>, scope: Scope, row: EvidenceRow): Promise<void> {
  const older = replacesOlder(row.kind) ? await listOlder(tx, row) : []
  const replaced = older.filter((one) => isReplaced(one, row.check_variant)).map(({ id }) => id)
  await supersede(tx, scope, [...replaced, ...(row.supersedes ? [row.supersedes] : [])], row.id)
}

/** The uploader is the author of the event. */
const authorOf = ({ tenant_id, workspace_id, customer_id, uploaded_by, id }: EvidenceRow): Caller => ({
  ...systemCaller(tenant_id, customer_id),
  workspace: workspace_id,
  actor: {
    type: uploaded_by.kind === 'agent' ? 'api_key' : uploaded_by.kind,
    id: uploaded_by.id,
    label: uploaded_by.name,
  },
  requestId: id,
})
