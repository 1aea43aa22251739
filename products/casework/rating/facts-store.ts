// What the lists say about named things: few statements, however many names.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

interface Key {
  type: string
  name: string
}

/** More names than this are asked for in parts: a statement's parameters stay small. */
const AT_ONCE = 4_000

export const listFacts = (
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly Key[],
): Promise<readonly FactRow[]> =>
  inParts(names, async (part) => {
    const { rows } = await sql<FactRow>`
      select f.entry_id, f.type, f.key, f.role, f.state, f.successor_kind, f.concept, f.labels, f.container_type,
        f.container_name, f.software_component, f.component, f.pointer, f.attributes
      from ${unnest(part)} join casework.facts f on f.key = n.key and f.type = n.type
      where f.entry_id = any(${textArray(entries)}::text[])`.execute(db)
    return rows
  })

export const listSuccessors = (
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly Key[],
): Promise<readonly SuccessorRow[]> =>
  inParts(names, async (part) => {
    const { rows } = await sql<SuccessorRow>`
      select s.entry_id, s.type, s.key, s.place, s.successor_type, s.successor_key
      from ${unnest(part)} join casework.successors s on s.key = n.key and s.type = n.type
      where s.entry_id = any(${textArray(entries)}::text[])`.execute(db)
    return rows
  })

/** All of these entries: successors are few, and chains are followed in memory. */
export async function listEdges(db: Db<Tables>, entries: readonly string[]): Promise<readonly SuccessorRow[]> {
  const { rows } = await sql<SuccessorRow>`
    select entry_id, type, key, place, successor_type, successor_key from casework.successors
    where entry_id = any(${textArray(entries)}::text[]) order by entry_id, key, type, place`.execute(db)
  return rows
}

/** The same by names in lower case, whatever their types. */
export const listFactsNamed = (
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly string[],
): Promise<readonly FactRow[]> =>
  inParts(names, async (part) => {
    const { rows } = await sql<FactRow>`
      select f.entry_id, f.type, f.key, f.role, f.state, f.successor_kind, f.concept, f.labels, f.container_type,
        f.container_name, f.software_component, f.component, f.pointer, f.attributes
      from casework.facts f
      where lower(f.key) = any(${textArray(part)}::text[]) and f.entry_id = any(${textArray(entries)}::text[])`.execute(
      db,
    )
    return rows
  })

export const listDecisionsNamed = (
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  names: readonly string[],
  now: Date,
): Promise<readonly DecisionRow[]> =>
  inParts(names, async (part) => {
    const { rows } = await sql<DecisionRow>`
      select d.id, d.tenant_id, d.workspace_id, d.pack_id, d.kind, d.type, d.key, d.project_id, d.case_id, d.value,
        d.rationale, d.reviewed, d.by_id, d.by_name, d.at, d.expires_at, d.revoked_at
      from casework.decisions d
      where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack}
        and lower(d.key) = any(${textArray(part)}::text[])
        and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})
      order by d.at, d.id`.execute(db)
    return rows
  })

/** Those that stand: not revoked, not expired. */
export const listDecisions = (
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  names: readonly Key[],
  now: Date,
): Promise<readonly DecisionRow[]> =>
  inParts(names, async (part) => {
    const { rows } = await sql<DecisionRow>`
      select d.id, d.tenant_id, d.workspace_id, d.pack_id, d.kind, d.type, d.key, d.project_id, d.case_id, d.value,
        d.rationale, d.reviewed, d.by_id, d.by_name, d.at, d.expires_at, d.revoked_at
      from ${unnest(part)} join casework.decisions d on d.key = n.key and d.type = n.type
      where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack}
        and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})
      order by d.at, d.id`.execute(db)
    return rows
  })

/** The types of things that each list knows: jumps from one to the next, so a long list costs as little as a short one. */
export async function listTypes(
  db: Db<Tables>,
  entries: readonly string[],
): Promise<readonly { entry_id: string; type: string }[]> {
  const { rows } = await sql<{ entry_id: string; type: string }>`
    with recursive jump (entry_id, type) as (
      select e.id, (select min(f.type) from casework.facts f where f.entry_id = e.id)
      from unnest(${textArray(entries)}::text[]) as e(id)
      union all
      select j.entry_id, (select min(f.type) from casework.facts f where f.entry_id = j.entry_id and f.type > j.type)
      from jump j where j.type is not null
    )
    select entry_id, type from jump where type is not null`.execute(db)
  return rows
}

const unnest = (names: readonly Key[]) =>
  sql`unnest(${textArray(names.map(({ type }) => type))}::text[], ${textArray(names.map(({ name }) => name))}::text[]) as n(type, key)`

async function inParts<Name, Row>(
  names: readonly Name[],
  read: (part: readonly Name[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (names.length <= AT_ONCE) return names.length === 0 ? [] : read(names)
  const rows: Row[] = []
  for (let from = 0; from < names.length; from += AT_ONCE)
    for (const row of await read(names.slice(from, from + AT_ONCE))) rows.push(row)
  return rows
}
