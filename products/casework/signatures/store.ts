// The SQL of signatures and field mappings, which are looked up by name.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Place } from '../estate/write-store.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import type { FieldMapping, Signature, Signatures } from './tables.ts'

const ROWS = 5_000
/** There are fewer views of one table, and fewer files that describe one function module. */
const MOST = 200

export async function deleteSignatures(tx: Db<Tables>, { tenant, workspace, evidenceId }: Place): Promise<void> {
  for (const table of ['signatures', 'field_mappings'])
    await sql`delete from ${sql.table(`casework.${table}`)}
      where tenant_id = ${tenant} and workspace_id = ${workspace} and evidence_id = ${evidenceId}`.execute(tx)
}

export async function insertSignatures(tx: Db<Tables>, place: Place, read: Signatures): Promise<void> {
  const head = sql`${place.tenant}::text, ${place.workspace}::text, ${place.projectId}::text, ${place.evidenceId}::text`
  for (let at = 0; at < read.signatures.length; at += ROWS) {
    const rows = read.signatures.slice(at, at + ROWS)
    await sql`
      insert into casework.signatures (tenant_id, workspace_id, project_id, evidence_id, kind, name, content)
      select ${head}, new.* from unnest(${textArray(rows.map(({ kind }) => kind))}::text[],
        ${textArray(rows.map(({ name }) => cleanName(name)))}::text[],
        ${textArray(rows.map((row) => JSON.stringify(row)))}::text[]) as new
      on conflict do nothing`.execute(tx)
  }
  for (let at = 0; at < read.mappings.length; at += ROWS) {
    const rows = read.mappings.slice(at, at + ROWS)
    await sql`
      insert into casework.field_mappings (tenant_id, workspace_id, project_id, evidence_id, place, table_name, entity, content)
      select ${head}, ${at} + row - 1, table_name, entity, content
      from unnest(${textArray(rows.map(({ table }) => cleanName(table)))}::text[],
        ${textArray(rows.map(({ entity }) => cleanName(entity)))}::text[],
        ${textArray(rows.map((row) => JSON.stringify(row)))}::text[])
        with ordinality as new (table_name, entity, content, row)`.execute(tx)
  }
}

const cleanName = (name: string): string => name.replaceAll('\0', '').toWellFormed()

/** With the name of the file it comes from. */
export interface Sourced<T> {
  value: T
  source: string
}

/** Those of the project before those of the rest of the workspace, then the newest first. */
const ORDER = (projectId: string | undefined) =>
  sql`(evidence.project_id = ${projectId ?? ''}) desc, evidence.uploaded_at desc, evidence.id`
const COUNTS = sql`evidence.status in ('parsed', 'parsed_with_warnings') and projects.deleted_at is null`

export async function findSignatures(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  names: readonly string[],
  projectId?: string,
): Promise<Sourced<Signature>[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ content: string; filename: string }>`
    select signatures.content, evidence.filename
    from casework.signatures
    join casework.evidence on evidence.id = signatures.evidence_id and evidence.tenant_id = signatures.tenant_id
    join casework.projects on projects.id = evidence.project_id and projects.tenant_id = evidence.tenant_id
    where signatures.tenant_id = ${tenant} and signatures.workspace_id = ${workspace}
      and signatures.name = any(${textArray(names)}::text[]) and ${COUNTS}
    order by ${ORDER(projectId)}, signatures.kind, signatures.name
    limit ${MOST}`.execute(db)
  return rows.map(({ content, filename }) => ({ value: JSON.parse(content) as Signature, source: filename }))
}

export async function findMappings(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  table: string,
  projectId?: string,
): Promise<Sourced<FieldMapping>[]> {
  const { rows } = await sql<{ content: string; filename: string }>`
    select field_mappings.content, evidence.filename
    from casework.field_mappings
    join casework.evidence on evidence.id = field_mappings.evidence_id and evidence.tenant_id = field_mappings.tenant_id
    join casework.projects on projects.id = evidence.project_id and projects.tenant_id = evidence.tenant_id
    where field_mappings.tenant_id = ${tenant} and field_mappings.workspace_id = ${workspace}
      and field_mappings.table_name = ${table} and ${COUNTS}
    order by ${ORDER(projectId)}, field_mappings.place
    limit ${MOST}`.execute(db)
  return rows.map(({ content, filename }) => ({ value: JSON.parse(content) as FieldMapping, source: filename }))
}
