// All that one resolution rests on in a single statement: things of a name, what comes after them, and what people decided.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { DecisionRow, FactRow, SuccessorRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

export interface ReachQuery {
  tenant: string
  workspace: string
  pack: string
  /** In lower case. */
  names: readonly string[]
  /** A thing that is asked for by type and name, whether a list has it or not. */
  exact: { type: string; name: string } | undefined
  /** Every list that may be read. */
  entries: readonly string[]
  /** Those of the target: successors are followed in these. */
  targetEntries: readonly string[]
  maxHops: number
  now: Date
}

export interface Reached {
  type: string
  key: string
  hop: number
  facts: readonly FactRow[]
  edges: readonly SuccessorRow[]
  decisions: readonly DecisionRow[]
}

interface Row {
  type: string
  key: string
  hop: number
  facts: unknown[][] | null
  edges: unknown[][] | null
  decisions:
    | (Omit<DecisionRow, 'at' | 'expires_at' | 'revoked_at'> & { at: string; expires_at: string | null })[]
    | null
}

// Begins with `select`, so that it goes over the connections that reads share.
export async function reach(db: Db<Tables>, query: ReachQuery): Promise<Reached[]> {
  const entries = textArray(query.entries)
  const { rows } = await sql<Row>`
    select r.type, r.key, r.hop, f.facts, s.edges, d.decisions from (
      with recursive reach (type, key, hop) as (
        (select f.type, f.key, 0 from casework.facts f
          where lower(f.key) = any(${textArray(query.names)}::text[]) and f.entry_id = any(${entries}::text[])
          union
          select ${query.exact?.type ?? null}::text, ${query.exact?.name ?? null}::text, 0)
        union
        select s.successor_type, s.successor_key, r.hop + 1 from reach r
          join casework.successors s on s.key = r.key and s.type = r.type
            and s.entry_id = any(${textArray(query.targetEntries)}::text[])
          where r.hop < ${query.maxHops}
      )
      select type, key, min(hop) as hop from reach where key is not null group by type, key
    ) r
    left join lateral (
      select json_agg(json_build_array(f.entry_id, f.role, f.state, f.successor_kind, f.concept, f.labels, f.container_type,
        f.container_name, f.software_component, f.component, f.pointer, f.attributes)) as facts
      from casework.facts f where f.key = r.key and f.type = r.type and f.entry_id = any(${entries}::text[])
    ) f on true
    left join lateral (
      select json_agg(json_build_array(s.entry_id, s.place, s.successor_type, s.successor_key)) as edges
      from casework.successors s where s.key = r.key and s.type = r.type and s.entry_id = any(${entries}::text[])
    ) s on true
    left join lateral (
      select json_agg(json_build_object('id', d.id, 'tenant_id', d.tenant_id, 'workspace_id', d.workspace_id,
        'pack_id', d.pack_id, 'kind', d.kind, 'type', d.type, 'key', d.key, 'project_id', d.project_id,
        'case_id', d.case_id, 'value', d.value, 'rationale', d.rationale, 'reviewed', d.reviewed, 'by_id', d.by_id,
        'by_name', d.by_name, 'at', d.at, 'expires_at', d.expires_at) order by d.at, d.id) as decisions
      from casework.decisions d
      where d.tenant_id = ${query.tenant} and d.workspace_id = ${query.workspace} and d.pack_id = ${query.pack}
        and d.key = r.key and d.type = r.type and d.revoked_at is null
        and (d.expires_at is null or d.expires_at > ${query.now})
    ) d on true
    order by r.hop, r.key, r.type`.execute(db)
  return rows.map(reachedOf)
}

const reachedOf = ({ type, key, hop, facts, edges, decisions }: Row): Reached => ({
  type,
  key,
  hop,
  facts: (facts ?? []).map((fact) => factOf(type, key, fact)),
  edges: (edges ?? []).map(([entry_id, place, successor_type, successor_key]) => {
    const edge = { entry_id, type, key, place, successor_type, successor_key }
    return edge as SuccessorRow
  }),
  decisions: (decisions ?? []).map((decision) => ({
    ...decision,
    at: new Date(decision.at),
    expires_at: decision.expires_at === null ? null : new Date(decision.expires_at),
    revoked_at: null,
  })),
})

function factOf(type: string, key: string, values: unknown[]): FactRow {
  const [entry_id, role, state, successor_kind, concept, labels, ...rest] = values
  const [container_type, container_name, software_component, component, pointer, attributes] = rest
  return {
    entry_id,
    type,
    key,
    role,
    state,
    successor_kind,
    concept,
    labels,
    container_type,
    container_name,
    software_component,
    component,
    pointer,
    attributes,
  } as FactRow
}

/** Things whose name is one of these, in lower case. */
export async function findNamed(
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly string[],
  limit: number,
): Promise<readonly { type: string; key: string }[]> {
  const { rows } = await sql<{ type: string; key: string }>`
    select distinct f.type, f.key from casework.facts f
    where lower(f.key) = any(${textArray(names)}::text[]) and f.entry_id = any(${textArray(entries)}::text[])
    order by f.key, f.type limit ${limit}`.execute(db)
  return rows
}

const AT_ONCE = 4_000

/** The same for thousands of names. */
export async function findAllNamed(
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly string[],
): Promise<readonly { type: string; key: string }[]> {
  const found: { type: string; key: string }[] = []
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const { rows } = await sql<{ type: string; key: string }>`
      select distinct f.type, f.key from unnest(${textArray(names.slice(from, from + AT_ONCE))}::text[]) as n(name)
      join casework.facts f on lower(f.key) = n.name
      where f.entry_id = any(${textArray(entries)}::text[])`.execute(db)
    for (const row of rows) found.push(row)
  }
  return found
}
