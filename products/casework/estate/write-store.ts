// The SQL that stores the content of a file: by column, several thousand rows per statement.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { FileContent, FileFinding, FileObject, Scope } from './tables.ts'

export interface Place extends Scope {
  projectId: string
  evidenceId: string
}

const ROWS = 20_000

export async function deleteContent(tx: Db<Tables>, place: Place): Promise<void> {
  for (const table of ['estate_uses', 'estate_references', 'estate_objects', 'estate_findings'])
    await sql`delete from ${sql.table(`casework.${table}`)}
      where tenant_id = ${place.tenant} and workspace_id = ${place.workspace} and evidence_id = ${place.evidenceId}`.execute(
      tx,
    )
}

export async function insertContent(tx: Db<Tables>, place: Place, content: FileContent): Promise<void> {
  for (const [first, rows] of parts(content.objects)) await insertObjects(tx, place, first, rows)
  for (const [first, rows] of parts(content.references))
    await sql`
      insert into casework.estate_references (${HEAD}, place, type, name)
      select ${head(place)}, ${first} + row - 1, type, name
      from unnest(${textArray(rows.map(({ type }) => type))}::text[], ${textArray(rows.map(({ name }) => name))}::text[])
        with ordinality as new (type, name, row)`.execute(tx)
  for (let at = 0; at < content.uses.from.length; at += ROWS) await insertUses(tx, place, content.uses, at)
  for (const [first, rows] of parts(content.findings)) await insertFindings(tx, place, first, rows)
}

const HEAD = sql.raw('tenant_id, workspace_id, project_id, evidence_id')
const head = ({ tenant, workspace, projectId, evidenceId }: Place) =>
  sql`${tenant}::text, ${workspace}::text, ${projectId}::text, ${evidenceId}::text`

function* parts<T>(rows: readonly T[]): Generator<[number, readonly T[]]> {
  for (let at = 0; at < rows.length; at += ROWS) yield [at, rows.slice(at, at + ROWS)]
}
/** PostgreSQL syntax for an array of numbers or booleans. */
const plainArray = (values: readonly (number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`

const insertObjects = (tx: Db<Tables>, place: Place, first: number, rows: readonly FileObject[]) => {
  const texts = (of: (row: FileObject) => string | null) => textArray(rows.map(of))
  const numbers = (of: (row: FileObject) => number | boolean | null) => plainArray(rows.map(of))
  return sql`
    insert into casework.estate_objects (${HEAD}, place, type, name, package, owner, component, lines, parsed_ratio,
      dynamic_calls, has_dependencies, has_atc, executions, last_used, findings, technologies, members, file)
    select ${head(place)}, ${first} + row - 1, type, name, package, owner, component, lines, parsed_ratio,
      dynamic_calls, has_dependencies, has_atc, executions, last_used, array[p1, p2, p3, p4], technologies, members, file
    from unnest(
      ${texts((row) => row.type)}::text[], ${texts((row) => row.name)}::text[], ${texts((row) => row.package)}::text[],
      ${texts((row) => row.owner)}::text[], ${texts((row) => row.component)}::text[],
      ${numbers((row) => row.lines)}::int[], ${numbers((row) => row.parsed_ratio)}::real[],
      ${numbers((row) => row.dynamic_calls)}::int[], ${numbers((row) => row.has_dependencies)}::bool[],
      ${numbers((row) => row.has_atc)}::bool[], ${numbers((row) => row.executions)}::bigint[],
      ${texts((row) => row.last_used)}::text[],
      ${numbers((row) => row.findings[0])}::int[], ${numbers((row) => row.findings[1])}::int[],
      ${numbers((row) => row.findings[2])}::int[], ${numbers((row) => row.findings[3])}::int[],
      ${texts((row) => (row.technologies.length > 0 ? JSON.stringify(row.technologies) : ''))}::text[],
      ${texts((row) => row.members.join(' '))}::text[], ${texts((row) => row.file)}::text[]
    ) with ordinality as new (type, name, package, owner, component, lines, parsed_ratio, dynamic_calls, has_dependencies,
      has_atc, executions, last_used, p1, p2, p3, p4, technologies, members, file, row)`.execute(tx)
}

const insertUses = (tx: Db<Tables>, place: Place, uses: FileContent['uses'], at: number) => {
  const part = (column: Exclude<keyof FileContent['uses'], 'file'>) => plainArray(uses[column].slice(at, at + ROWS))
  return sql`
    insert into casework.estate_uses (${HEAD}, from_place, to_place, access, sites, line, file, basis)
    select ${head(place)}, new.* from unnest(${part('from')}::int[], ${part('to')}::int[], ${part('access')}::smallint[],
      ${part('sites')}::int[], ${part('line')}::int[], ${textArray(uses.file.slice(at, at + ROWS))}::text[],
      ${part('basis')}::smallint[]) as new`.execute(tx)
}

const insertFindings = (tx: Db<Tables>, place: Place, first: number, rows: readonly FileFinding[]) => {
  const texts = (of: (row: FileFinding) => string | null) => textArray(rows.map(of))
  return sql`
    insert into casework.estate_findings (${HEAD}, place, object_type, object_name, check_id, check_title, message_id, message,
      priority, reference_type, reference_name, line, exempted, quickfix)
    select ${head(place)}, ${first} + row - 1, object_type, object_name, check_id, check_title, message_id, message,
      priority, reference_type, reference_name, line, exempted, quickfix
    from unnest(
      ${texts((row) => row.object.type)}::text[], ${texts((row) => row.object.name)}::text[],
      ${texts((row) => row.check_id)}::text[], ${texts((row) => row.check_title)}::text[],
      ${texts((row) => row.message_id)}::text[], ${texts((row) => row.message)}::text[],
      ${plainArray(rows.map((row) => row.priority))}::smallint[],
      ${texts((row) => row.reference?.type ?? null)}::text[], ${texts((row) => row.reference?.name ?? null)}::text[],
      ${plainArray(rows.map((row) => row.line))}::int[], ${plainArray(rows.map((row) => row.exempted))}::bool[],
      ${plainArray(rows.map((row) => row.quickfix))}::bool[]
    ) with ordinality as new (object_type, object_name, check_id, check_title, message_id, message, priority,
      reference_type, reference_name, line, exempted, quickfix, row)`.execute(tx)
}
