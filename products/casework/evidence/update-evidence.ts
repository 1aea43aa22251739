// Changes to uploaded evidence. A new kind or a new column mapping orders a new parse.
import {
  type ColumnMapping,
  type EvidenceItem,
  type EvidencePatch,
  MOST_MAPPED,
} from '@veritrace/contract/casework/evidence'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, forbiddenTransition, notFound, staleVersion } from '@veritrace/platform/errors'
import { mergePatch } from '@veritrace/platform/merge-patch'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { getProject, lockActiveProject } from '../projects/get-project.ts'
import type { Tables } from '../tables.ts'
import { addParseJob } from './parse-job.ts'
import { lockEvidence, reopenUnfinished, updateEvidence } from './store.ts'
import type { EvidenceRow } from './tables.ts'
import { viewEvidence } from './view.ts'

/** The result of the previous parse stays in the estate until the new parse replaces it. */
export async function reparse(
  deps: Casework,
  tx: Db<Tables>,
  caller: Caller,
  row: EvidenceRow,
  { kind, mapping }: Pick<EvidencePatch, 'kind'> & { mapping?: ColumnMapping | null },
): Promise<EvidenceRow> {
  // A quarantined file stays quarantined, whatever kind the caller names.
  if (row.status === 'quarantined' || row.status === 'superseded')
    forbiddenTransition('file', row.status, 'received', [])
  const again = await updateEvidence(tx, scopeOf(caller), row.id, {
    status: 'received',
    status_reason: '',
    reading: row.reading + 1,
    ...(kind && { asked_kind: kind, kind }),
    ...(mapping !== undefined && { mapping: mapping && JSON.stringify(mapping) }),
  })
  await addParseJob(deps, tx, again)
  await deps.events.record(tx, caller, {
    action: 'evidence.reread',
    resource: { type: 'evidence', id: row.id, label: row.label },
    data: { project_id: row.project_id, kind: again.kind, mapping: mapping ?? null },
  })
  return again
}

/** Files of a deleted project are not parsed. When the project is restored, this orders a parse of the unfinished ones. */
export async function reparseUnfinished(
  deps: Pick<Casework, 'jobs'>,
  tx: Db<Tables>,
  scope: Scope,
  projectId: string,
): Promise<void> {
  for (const row of await reopenUnfinished(tx, scope, projectId)) await addParseJob(deps, tx, row)
}

export async function updateItem(
  deps: Casework,
  caller: Caller,
  { id, evidenceId }: { id: string; evidenceId: string },
  patch: EvidencePatch,
  ifVersion: number | undefined,
): Promise<EvidenceItem> {
  const scope = scopeOf(caller)
  await getProject(deps.db, scope, id)
  const needsReparse = patch.kind !== undefined || patch.mapping !== undefined
  return transact(deps.db, async (tx) => {
    // The same lock and the same check as an upload.
    if (needsReparse) await lockActiveProject(tx, scope, id)
    const row = await lockEvidence(tx, scope, evidenceId)
    if (row?.project_id !== id) return notFound('evidence', evidenceId)
    if (ifVersion !== undefined && ifVersion !== row.version) staleVersion('file', row.version)
    const named = patch.label ? await updateEvidence(tx, scope, row.id, { label: patch.label }) : row
    const mapping = mappingAfter(row, patch.mapping)
    if (needsReparse) return viewEvidence(await reparse(deps, tx, caller, named, { ...patch, mapping }))
    await deps.events.record(tx, caller, {
      action: 'evidence.update',
      resource: { type: 'evidence', id: row.id, label: named.label },
      changes: [{ field: 'label', from: row.label, to: named.label }],
    })
    return viewEvidence(named)
  })
}

/** The mapping with the patch applied. Columns without an entry are detected by their names. */
function mappingAfter(row: EvidenceRow, patch: EvidencePatch['mapping']): ColumnMapping | null | undefined {
  if (!patch) return patch
  const mapping = mergePatch<ColumnMapping>(row.mapping, patch)
  if (Object.keys(mapping).length <= MOST_MAPPED) return mapping
  const error = { path: 'mapping', message: `would have more than ${MOST_MAPPED} columns` }
  return fail('invalid_body', `${error.path} ${error.message}.`, { errors: [error] })
}
