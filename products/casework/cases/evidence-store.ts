// The SQL of the evidence of cases.
import type { CaseEvidence } from '@veritrace/contract/casework/case-records'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { CaseEvidenceRow, Scope } from './tables.ts'

export type NewCaseEvidence = Omit<CaseEvidenceRow, 'case_id' | 'tenant_id' | 'workspace_id' | 'run_id' | 'at'>

/** A piece that the case already has stays unchanged. */
export async function insertCaseEvidence(
  tx: Db<Tables>,
  scope: Scope,
  { caseId, runId, now }: { caseId: string; runId: string | null; now: Date },
  rows: readonly NewCaseEvidence[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into casework.case_evidence (case_id, id, tenant_id, workspace_id, run_id, kind, relation, strength, title, claim,
      artifact_ids, entry_id, evidence_id, document_id, decision_id, citation, snippet, added_by, at)
    select ${caseId}, x.id, ${scope.tenant}, ${scope.workspace}, ${runId}, x.kind, x.relation, x.strength, x.title, x.claim,
      x.artifact_ids, x.entry_id, x.evidence_id, x.document_id, x.decision_id, x.citation, x.snippet, x.added_by,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id text, kind text, relation text, strength text, title text,
      claim text, artifact_ids text[], entry_id text, evidence_id text, document_id text, decision_id text, citation jsonb,
      snippet jsonb, added_by jsonb)
    on conflict (case_id, id) do nothing`.execute(tx)
}

/** A run replaces what earlier runs found; evidence from decisions remains. */
export const deleteFound = (tx: Db<Tables>, scope: Scope, caseId: string) =>
  tx
    .deleteFrom('casework.case_evidence')
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('case_id', '=', caseId)
    .where('run_id', 'is not', null)
    .execute()

export const copyCaseEvidence = (tx: Db<Tables>, scope: Scope, from: string, to: string) =>
  sql`insert into casework.case_evidence (case_id, id, tenant_id, workspace_id, run_id, kind, relation, strength, title,
      claim, artifact_ids, entry_id, evidence_id, document_id, decision_id, citation, snippet, added_by, at)
    select ${to}, id, tenant_id, workspace_id, run_id, kind, relation, strength, title, claim, artifact_ids, entry_id,
      evidence_id, document_id, decision_id, citation, snippet, added_by, at
    from casework.case_evidence
    where case_id = ${from} and tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace}
      and kind <> 'decision'`.execute(tx)

export type SeenEvidence = CaseEvidenceRow & { stale: boolean }

export interface CaseEvidenceQuery extends PageQuery {
  relation?: CaseEvidence['relation']
  kind?: CaseEvidence['kind']
  /** The ids of one artifact, current and former. */
  artifact_ids?: readonly string[]
  stale?: boolean
}

const COLUMNS = [
  ...(['ev.case_id', 'ev.id', 'ev.tenant_id', 'ev.workspace_id', 'ev.run_id', 'ev.kind', 'ev.relation'] as const),
  ...(['ev.strength', 'ev.title', 'ev.claim', 'ev.artifact_ids', 'ev.entry_id', 'ev.evidence_id'] as const),
  ...(['ev.document_id', 'ev.decision_id', 'ev.citation', 'ev.snippet', 'ev.added_by', 'ev.at'] as const),
] as const

/** Its source was superseded or revoked, or has expired. */
const STALE = (now: Date) => sql<boolean>`coalesce(
  (select not e.is_current from casework.entries e
    where (e.tenant_id is null or e.tenant_id = ev.tenant_id) and e.id = ev.entry_id), false)
  or coalesce((select e.status = 'superseded' from casework.evidence e
    where e.tenant_id = ev.tenant_id and e.id = ev.evidence_id), false)
  or coalesce((select d.revoked_at is not null or d.expires_at <= ${now} from casework.decisions d
    where d.tenant_id = ev.tenant_id and d.id = ev.decision_id), false)`

export async function listCaseEvidence(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  caseId: string,
  query: CaseEvidenceQuery,
  now: Date,
): Promise<Counted<SeenEvidence>> {
  const asked = db
    .selectFrom('casework.case_evidence as ev')
    .where('ev.tenant_id', '=', tenant)
    .where('ev.workspace_id', '=', workspace)
    .where('ev.case_id', '=', caseId)
    .$if(query.relation !== undefined, (rows) => rows.where('ev.relation', '=', query.relation!))
    .$if(query.kind !== undefined, (rows) => rows.where('ev.kind', '=', query.kind!))
    .$if(query.artifact_ids !== undefined, (rows) =>
      rows.where(sql<boolean>`ev.marks && platform.scoped(${caseId}, ${textArray(query.artifact_ids!)}::text[])
        and ev.artifact_ids && ${textArray(query.artifact_ids!)}::text[]`),
    )
    .$if(query.stale !== undefined, (rows) => rows.where(STALE(now), '=', query.stale!))
  const page = await pageBy<SeenEvidence>(
    `${caseId} evidence`,
    query,
    (row) => [row.id],
    ([after], count) =>
      asked
        .select(COLUMNS)
        .select(STALE(now).as('stale'))
        .$if(after !== undefined, (rows) => rows.where('ev.id', '>', after as string))
        .orderBy('ev.id')
        .limit(count)
        .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

/** The files with these ids: those of the estate and those attached to the case. */
export async function listFilesOf(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  ids: readonly string[],
): Promise<{ id: string; label: string; filename: string; kind: string; sha256: string; at: Date; usage: boolean }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('casework.evidence')
    .select(['id', 'label', 'filename', 'kind', 'sha256'])
    .select([
      sql<Date>`coalesce(collected_at, uploaded_at)`.as('at'),
      sql<boolean>`usage_window is not null`.as('usage'),
    ])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}
