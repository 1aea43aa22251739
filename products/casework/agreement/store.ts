// The SQL of agreement with ATC: its findings about each object from the newest run, and the evidence of a page.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'

export interface RunRow {
  id: string
  kind: string
  label: string
  check_variant: string | null
  at: Date | null
}

/** All evidence that counts, oldest first. */
export async function listCounting(db: Db<Tables>, scope: Scope, projectId: string): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id, kind, label, check_variant, collected_at as at from casework.evidence
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and project_id = ${projectId}
      and status in ('parsed', 'parsed_with_warnings')
    order by coalesce(collected_at, uploaded_at), id`.execute(db)
  return rows
}

export interface AtcRow {
  evidence_id: string
  place: number
  object_type: string
  object_name: string
  check_id: string
  check_title: string
  message_id: string
  /** Only of a finding that names nothing: it may tell a technique. */
  message: string | null
  priority: number
  reference_type: string | null
  reference_name: string | null
  exempted: boolean
}

/** Objects that runs cover, each with the newest that does. */
export async function listCovered(
  db: Db<Tables>,
  scope: Scope,
  projectId: string,
): Promise<{ type: string; name: string; evidence_id: string }[]> {
  const { rows } = await sql<{ type: string; name: string; evidence_id: string }>`
    select distinct on (o.type, o.name) o.type, o.name, o.evidence_id
    from casework.estate_objects o join casework.evidence e on e.tenant_id = o.tenant_id and e.id = o.evidence_id
    where o.tenant_id = ${scope.tenant} and o.workspace_id = ${scope.workspace} and o.project_id = ${projectId}
      and o.has_atc and e.status in ('parsed', 'parsed_with_warnings')
    order by o.type, o.name, coalesce(e.collected_at, e.uploaded_at) desc, e.id desc`.execute(db)
  return rows
}

export async function listAtc(db: Db<Tables>, scope: Scope, ids: readonly string[]): Promise<AtcRow[]> {
  const { rows } = await sql<AtcRow>`
    select evidence_id, place, object_type, object_name, check_id, check_title, message_id,
      case when reference_name is null then message end as message, priority, reference_type, reference_name, exempted
    from casework.estate_findings
    where tenant_id = ${scope.tenant} and workspace_id = ${scope.workspace} and evidence_id = any(${textArray(ids)}::text[])
    order by evidence_id, place`.execute(db)
  return rows
}

export interface Told {
  evidence_id: string
  place: number
  message: string
  line: number | null
}

/** The words of these findings. */
export async function listTold(
  db: Db<Tables>,
  scope: Scope,
  wanted: readonly { evidence_id: string; place: number }[],
): Promise<Told[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<Told>`
    select f.evidence_id, f.place, f.message, f.line
    from unnest(${textArray(wanted.map(({ evidence_id }) => evidence_id))}::text[],
      ${`{${wanted.map(({ place }) => place).join()}}`}::int[]) as wanted (evidence_id, place)
    join casework.estate_findings f on f.evidence_id = wanted.evidence_id and f.place = wanted.place
    where f.tenant_id = ${scope.tenant} and f.workspace_id = ${scope.workspace}`.execute(db)
  return rows
}

export interface UsePlace {
  evidence_id: string
  from_place: number
  to_place: number
  access: number
  line: number
  file: string
}

/** The first place of each use. */
export async function listUsePlaces(
  db: Db<Tables>,
  scope: Scope,
  wanted: readonly { evidence_id: string; from: number; to: number; access: number }[],
): Promise<UsePlace[]> {
  if (wanted.length === 0) return []
  const numbers = (of: (one: (typeof wanted)[number]) => number): string => `{${wanted.map(of).join()}}`
  const { rows } = await sql<UsePlace>`
    select u.evidence_id, u.from_place, u.to_place, u.access, u.line, coalesce(nullif(u.file, ''), o.file) as file
    from unnest(${textArray(wanted.map(({ evidence_id }) => evidence_id))}::text[], ${numbers(({ from }) => from)}::int[],
      ${numbers(({ to }) => to)}::int[], ${numbers(({ access }) => access)}::smallint[])
      as wanted (evidence_id, from_place, to_place, access)
    join casework.estate_uses u on u.evidence_id = wanted.evidence_id and u.from_place = wanted.from_place
      and u.to_place = wanted.to_place and u.access = wanted.access
    join casework.estate_objects o on o.evidence_id = u.evidence_id and o.place = u.from_place
    where u.tenant_id = ${scope.tenant} and u.workspace_id = ${scope.workspace} and o.tenant_id = ${scope.tenant}`.execute(
    db,
  )
  return rows
}
