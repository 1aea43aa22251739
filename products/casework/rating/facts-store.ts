// SQL for what lists say about named things: few statements, however many names.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { type RawBuilder, sql } from 'kysely'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

interface Key {
  type: string
  name: string
}

/** Names per statement, so that its parameters stay small. */
const AT_ONCE = 2_500

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

/** All successors in these entries: there are few, and chains are followed in memory. */
export async function listEdges(db: Db<Tables>, entries: readonly string[]): Promise<readonly SuccessorRow[]> {
  const { rows } = await sql<SuccessorRow>`
    select entry_id, type, key, place, successor_type, successor_key from casework.successors
    where entry_id = any(${textArray(entries)}::text[]) order by entry_id, key, type, place`.execute(db)
  return rows
}

/** What lists and people say about names in lower case, whatever their types. */
export interface FactsAndDecisions {
  facts: readonly FactRow[]
  decisions: readonly DecisionRow[]
}
type DecisionJson = Omit<DecisionRow, 'at' | 'expires_at' | 'revoked_at'> & { at: string; expires_at: string | null }

/** Reads both in one statement. */
export async function listFactsAndDecisions(
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  entries: readonly string[],
  names: readonly string[],
  now: Date,
): Promise<FactsAndDecisions> {
  const rows = await inParts(names, async (part) => {
    const wanted = amongNames(part)
    const { rows } = await sql<FactRow & { decision: DecisionJson | null }>`
      select f.entry_id, f.type, f.key, f.role, f.state, f.successor_kind, f.concept, f.labels, f.container_type,
        f.container_name, f.software_component, f.component, f.pointer, f.attributes, null::json as decision
      from casework.facts f
      where lower(f.key) ${wanted} and f.entry_id = any(${textArray(entries)}::text[])
      union all
      select '', d.type, d.key, '', '', '', '', '{}', '', '', '', '', '', null, ${decisionJson}
      from casework.decisions d
      where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack} and lower(d.key) ${wanted}
        and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})`.execute(db)
    return rows
  })
  const facts: FactRow[] = []
  const decisions: DecisionRow[] = []
  for (const row of rows)
    if (row.decision === null) facts.push(row)
    else decisions.push(decisionOf(row.decision))
  return { facts, decisions: inOrder(decisions) }
}

/** If there are more, only decisions about the names are read. */
const FEW_DECISIONS = 500

/** Current decisions. If there are few, all of them, which avoids sending thousands of names to the database. */
export async function listCurrentDecisions(
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  names: () => readonly string[],
  now: Date,
): Promise<readonly DecisionRow[]> {
  const current = sql`from casework.decisions d
    where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack}
      and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})`
  const few = await sql<{ decision: DecisionJson }>`
    select ${decisionJson} as decision ${current} limit ${FEW_DECISIONS + 1}`.execute(db)
  if (few.rows.length <= FEW_DECISIONS) return inOrder(few.rows.map(({ decision }) => decisionOf(decision)))
  const rows = await inParts(names(), async (part) => {
    const about = await sql<{ decision: DecisionJson }>`
      select ${decisionJson} as decision ${current} and lower(d.key) ${amongNames(part)}`.execute(db)
    return about.rows
  })
  return inOrder(rows.map(({ decision }) => decisionOf(decision)))
}

const decisionJson = sql`json_build_object('id', d.id,
  'tenant_id', d.tenant_id, 'workspace_id', d.workspace_id, 'pack_id', d.pack_id, 'kind', d.kind, 'type', d.type,
  'key', d.key, 'project_id', d.project_id, 'case_id', d.case_id, 'value', d.value, 'rationale', d.rationale,
  'reviewed', d.reviewed, 'by_id', d.by_id, 'by_name', d.by_name, 'at', d.at, 'expires_at', d.expires_at)`

/** Sorts the oldest first. */
const inOrder = (decisions: DecisionRow[]): DecisionRow[] =>
  decisions.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))

/** Just enough to notice a new decision or review. */
export async function listDecisionMarks(
  db: Db<Tables>,
  { tenant, workspace }: { tenant: string; workspace: string },
  pack: string,
  names: readonly string[],
  now: Date,
): Promise<readonly { id: string; reviewed: boolean }[]> {
  const { rows } = await sql<{ id: string; reviewed: boolean }>`
    select d.id, d.reviewed from casework.decisions d
    where d.tenant_id = ${tenant} and d.workspace_id = ${workspace} and d.pack_id = ${pack}
      and lower(d.key) ${amongNames(names)}
      and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})`.execute(db)
  return rows
}

const decisionOf = (row: DecisionJson): DecisionRow => ({
  ...row,
  at: new Date(row.at),
  expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  revoked_at: null,
})

const MAX_SCALARS = 32

/**
 * A few names are listed one by one, their number rounded up to a power of two: PostgreSQL then knows how many there are, and
 * can reuse a plan.
 */
function amongNames(names: readonly string[]): RawBuilder<unknown> {
  if (names.length > MAX_SCALARS) return sql`= any(${textArray(names)}::text[])`
  let size = 1
  while (size < names.length) size *= 2
  const padded = [...names, ...Array.from({ length: size - names.length }, () => names[0])]
  return size === 1 ? sql`= ${padded[0]}` : sql`in (${sql.join(padded)})`
}

/** Current decisions: not revoked, not expired. */
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

/** The types of things in each list. Jumps from one type to the next, so a long list is as fast as a short one. */
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

/** Two parts at a time: the database reads the second while the first is processed. */
async function inParts<Name, Row>(
  names: readonly Name[],
  read: (part: readonly Name[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (names.length <= AT_ONCE) return names.length === 0 ? [] : read(names)
  const rows: Row[] = []
  for (let from = 0; from < names.length; from += 2 * AT_ONCE) {
    const middle = from + AT_ONCE
    const parts = [names.slice(from, middle), names.slice(middle, middle + AT_ONCE)].filter((part) => part.length > 0)
    for (const part of await Promise.all(parts.map(read))) for (const row of part) rows.push(row)
  }
  return rows
}
