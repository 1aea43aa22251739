// What a reading has come to: its rows replace those of the reading before, older files give way, the estate is counted.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { type Caller, systemCaller } from '@veritrace/platform/identity/caller'
import { cutText } from '@veritrace/platform/text'
import type { Casework } from '../deps.ts'
import { addDocuments, type DocumentOwner } from '../documents/add-documents.ts'
import { estateContext } from '../estate/projection.ts'
import { deleteContent, insertContent } from '../estate/write-store.ts'
import { dueContext } from '../knowledge/outbox-store.ts'
import { type Scope, spaceOf } from '../model/space.ts'
import type { Pack } from '../packs/pack.ts'
import { dueGraphs } from '../projects/due-graphs.ts'
import { lockProject, touchEstate } from '../projects/store.ts'
import { deleteSignatures, insertSignatures } from '../signatures/store.ts'
import type { Tables } from '../tables.ts'
import { NO_COUNTS } from './add-evidence.ts'
import type { Elsewhere } from './keep-elsewhere.ts'
import type { ParseOrder } from './parse-order.ts'
import type { Parsed } from './reading/parsed.ts'
import { isOpen, isRead, isReplaced, replacesOlder } from './rules.ts'
import { findEvidence, jsonKept, listOlder, lockEvidence, supersede, updateEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'

export type Outcome =
  | { status: 'overtaken' }
  | { status: 'quarantined' | 'rejected'; reason: string }
  | { status: 'read'; kind: EvidenceKind; parsed: Parsed; elsewhere: Elsewhere; redacted: boolean }

/** Grows when a parser reads more than before. */
const PARSER_VERSION = 1

export async function endReading(
  deps: Casework,
  scope: Scope,
  order: ParseOrder,
  pack: Pack,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status === 'overtaken') return
  await transact(deps.db, async (tx) => {
    const known = await findEvidence(tx, scope, order.id)
    if (!known) return
    // The project first, as where it is brought back or gets a file: else the two would wait for each other.
    await lockProject(tx, scope, known.project_id)
    const row = await lockEvidence(tx, scope, order.id)
    if (!row || row.reading !== order.reading || !isOpen(row.status)) return
    const place = { ...scope, projectId: row.project_id, evidenceId: row.id }
    await deleteContent(tx, place)
    await deleteSignatures(tx, place)
    if (outcome.status === 'read') {
      await insertContent(tx, place, outcome.parsed.said)
      await insertSignatures(tx, place, outcome.parsed.signatures)
    }
    const documents = outcome.status === 'read' ? outcome.elsewhere.documents : []
    const documentIds = await addDocuments(tx, documentOwner(scope, row, pack), documents)
    const ended = await updateEvidence(tx, scope, row.id, {
      ...(outcome.status === 'read' ? readColumns(row, outcome) : failedColumns(outcome)),
      document_ids: documentIds,
    })
    if (isRead(ended.status)) await giveWay(tx, scope, ended)
    await touchEstate(tx, scope, row.project_id)
    // One that names a system may have given all objects another name.
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

const failedColumns = ({ status, reason }: Extract<Outcome, { reason: string }>) => ({
  status,
  status_reason: cutText(reason, 500),
  counts: JSON.stringify(NO_COUNTS),
  statements: 0,
})

function readColumns(row: EvidenceRow, { kind, parsed, elsewhere, redacted }: Extract<Outcome, { status: 'read' }>) {
  const { said, window, columns } = parsed
  const warnings = [...parsed.warnings, ...elsewhere.warnings]
  const status = statusOf(parsed, warnings, elsewhere)
  return {
    kind,
    status,
    status_reason: reasonOf(parsed, warnings),
    parser: JSON.stringify({ id: kind, version: PARSER_VERSION }),
    counts: JSON.stringify({
      objects: said.objects.length,
      references: said.uses.from.length,
      findings: said.findings.length,
      usages: parsed.usages,
      rows: parsed.rows,
      rows_rejected: parsed.rejectedTotal,
    }),
    rejected: jsonKept(parsed.rejected),
    warnings: jsonKept(warnings),
    columns: jsonKept(columns ?? { found: [], mapping: {}, needed: [] }),
    usage_window: window && JSON.stringify(window),
    usage_types: parsed.usageTypes,
    system: row.system ?? parsed.system,
    check_variant: parsed.checkVariant,
    object_set_complete: parsed.objectSetComplete,
    collected_at: row.collected_at ?? (parsed.collectedAt ? new Date(parsed.collectedAt) : null),
    entry_id: elsewhere.entryId,
    statements: said.objects.length * 3 + said.uses.from.length,
    authors_redacted: redacted,
  }
}

function statusOf(parsed: Parsed, warnings: readonly string[], elsewhere: Elsewhere): EvidenceRow['status'] {
  if (parsed.status === 'needs_mapping') return 'needs_mapping'
  if (elsewhere.isRefused) return 'rejected'
  return parsed.rejectedTotal > 0 || warnings.length > 0 ? 'parsed_with_warnings' : 'parsed'
}

function reasonOf({ status, columns, rejectedTotal }: Parsed, warnings: readonly string[]): string {
  if (status === 'needs_mapping') return `No column is known for ${columns?.needed.join(', ')}. Say which with mapping.`
  const said = [
    ...(rejectedTotal > 0 ? [`${rejectedTotal} ${rejectedTotal === 1 ? 'row' : 'rows'} could not be taken.`] : []),
    ...warnings,
  ]
  return cutText(said.join(' '), 500)
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

async function giveWay(tx: Db<Tables>, scope: Scope, row: EvidenceRow): Promise<void> {
  const older = replacesOlder(row.kind) ? await listOlder(tx, row) : []
  const replaced = older.filter((one) => isReplaced(one, row.check_variant)).map(({ id }) => id)
  await supersede(tx, scope, [...replaced, ...(row.supersedes ? [row.supersedes] : [])], row.id)
}

/** In the name of who handed it over. */
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
