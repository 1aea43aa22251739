// Cases as lists show them. Counts, phase and stale reasons are columns of the case itself.
import type { CASE_PHASES, CASE_SORTS, STALE_REASONS } from '@veritrace/contract/casework/cases'
import type { JOB_STATES } from '@veritrace/contract/casework/shapes'
import { MOST_COUNTED } from '@veritrace/contract/counts'
import { cappedCount } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { type RawBuilder, sql } from 'kysely'
import { spaceOf } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { freshen } from './freshen-store.ts'
import { type Fresh, restingOn, staleReasons } from './staleness-store.ts'
import type { CaseRow, Scope } from './tables.ts'

export interface SeenCase extends CaseRow {
  phase: (typeof CASE_PHASES)[number]
  stale_reasons: (typeof STALE_REASONS)[number][]
  recommendations_open: number
  evidence: number
  plans: number
  reviews_pending: number
  deliveries_failed: number
  run_state: (typeof JOB_STATES)[number] | null
  run_at: Date | null
}

export interface CaseFilter {
  id?: string
  status?: string
  phase?: string
  project_id?: string
  owner?: string
  type_id?: string
  code?: string
  stale?: boolean
  tag?: string
  q?: string
  due_before?: string
}

const COLUMNS = sql.raw(
  [
    'id, tenant_id, workspace_id, customer_id, key, project_id, pack_id, pack_version, pack_digest, type_id, title',
    'question_md, status, priority, owner, participants, artifact_ids, selector, resolved_count, scope_digest, target',
    'evidence_ids, tags, due_at, rollup, latest_run_id, finished_run_id, current_plan_id, duplicated_from, origin',
    'closed, event_seq, audit_seq, audit_head, version, created_by, created_at, updated_at, deleted_at',
  ]
    .join(', ')
    .split(', ')
    .map((name) => `c.${name}`)
    .join(', '),
)

const DUE = sql`coalesce(c.due_at, 'infinity')`
const LATEST_RUN = sql`left join casework.case_runs l on l.tenant_id = c.tenant_id and l.id = c.latest_run_id`
const SHOWN = sql`${COLUMNS}, c.phase, c.recommendations_open, c.evidence_count as evidence, c.plans_count as plans,
  c.reviews_pending, c.deliveries_failed, l.state as run_state, coalesce(l.finished_at, l.started_at, l.queued_at) as run_at`

/** One case. Its stale reasons are computed here, which also works inside the transaction that changed it. */
export async function findSeen(db: Db<Tables>, scope: Scope, fresh: Fresh, id: string): Promise<SeenCase | undefined> {
  const { rows } = await sql<SeenCase>`
    select ${SHOWN}, ${staleReasons(scope, fresh)} as stale_reasons
    from casework.cases c ${LATEST_RUN} ${restingOn(fresh)} where ${isThere(scope)} and (c.id = ${id} or c.key = ${id})`.execute(
    db,
  )
  return rows[0]
}

const isThere = ({ tenant, workspace }: Scope) =>
  sql`c.tenant_id = ${tenant} and c.workspace_id = ${workspace} and c.deleted_at is null`

function conditions(scope: Scope, filter: CaseFilter): RawBuilder<unknown> {
  const space = spaceOf(scope)
  const all: RawBuilder<unknown>[] = []
  const add = (value: unknown, condition: () => RawBuilder<unknown>): void => {
    if (value !== undefined) all.push(condition())
  }
  add(filter.id, () => sql`c.id = ${filter.id}`)
  add(filter.status, () => sql`c.status = ${filter.status}`)
  add(filter.phase, () => sql`c.phase = ${filter.phase}`)
  add(filter.project_id, () => sql`c.project_id = ${filter.project_id}`)
  add(filter.owner, () => sql`c.owner ->> 'id' = ${filter.owner}`)
  add(filter.type_id, () => sql`c.type_id = ${filter.type_id}`)
  // `marks` is an index over hashed labels, which can collide, so the value itself is compared too.
  const isMarked = (mark: string) => sql`c.marks @> platform.scoped(${space}, array[${mark}]::text[])`
  add(filter.code, () => sql`${isMarked(`code ${filter.code}`)} and ${filter.code} = any(casework.codes_of(c.rollup))`)
  add(filter.stale, () => sql`c.is_stale = ${filter.stale}`)
  add(filter.tag, () => sql`${isMarked(`tag ${filter.tag}`)} and ${filter.tag} = any(c.tags)`)
  add(
    filter.q,
    () => sql`c.grams @> platform.grams_asked(${space}, ${filter.q})
      and strpos(casework.text_of(c.key, c.title, c.question_md, c.tags), lower(${filter.q})) > 0`,
  )
  add(filter.due_before, () => sql`c.due_at < ${new Date(filter.due_before!)}`)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

type Sort = (typeof CASE_SORTS)[number]
type Order = readonly [value: RawBuilder<unknown>, asText: RawBuilder<unknown>, descending: boolean, type: string]
/** Sorts by an indexed column, with the id as the tiebreaker. A cursor contains the value as text. */
const byTime = (value: RawBuilder<unknown>, descending: boolean): Order => [
  value,
  // A JavaScript Date would lose the microseconds.
  sql`extract(epoch from ${value})::text`,
  descending,
  'time',
]
const SORTS: Record<Sort, Order> = {
  '-updated_at': byTime(sql`c.updated_at`, true),
  updated_at: byTime(sql`c.updated_at`, false),
  '-created_at': byTime(sql`c.created_at`, true),
  created_at: byTime(sql`c.created_at`, false),
  due_at: byTime(DUE, false),
  key: [sql`c.key_order`, sql`c.key_order`, false, 'text'],
}

/** Call outside a transaction. */
export async function listSeen(
  db: Db<Tables>,
  scope: Scope,
  fresh: Fresh,
  query: PageQuery & CaseFilter & { sort?: Sort },
): Promise<Page<SeenCase>> {
  await freshen(db, scope, fresh)
  const [value, asText, descending, type] = SORTS[query.sort ?? '-updated_at']
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  type Sorted = SeenCase & { sorted: string }
  return pageBy<Sorted>(
    `${scope.tenant} ${scope.workspace} cases ${query.sort ?? ''}`,
    query,
    (row) => [row.sorted, row.id],
    async ([after, id], count) => {
      const from = type === 'time' ? sql`to_timestamp(${after}::float8)` : sql`${after}::text`
      const on =
        after === undefined
          ? sql`true`
          : sql`${value} ${beyond}= ${from} and (${value}, c.id) ${beyond} (${from}, ${id})`
      const { rows } = await sql<Sorted>`
        select ${SHOWN}, coalesce(c.stale_reasons, '{}') as stale_reasons, ${asText} as sorted
        from casework.cases c ${LATEST_RUN} where ${isThere(scope)} and ${conditions(scope, query)} and ${on}
        order by ${value} ${direction}, c.id ${direction} limit ${count}`.execute(db)
      return rows
    },
  )
}

const FACETS = ['status', 'phase', 'priority', 'type_id', 'project_id', 'stale'] as const
export type Facets = Record<(typeof FACETS)[number], Record<string, number>>

/**
 * The number of matching cases per facet value, and in total. Above MOST_COUNTED the total is null and only the most
 * recently changed cases are counted, so the facet counts are lower bounds.
 */
export async function countSeen(
  db: Db<Tables>,
  scope: Scope,
  filter: CaseFilter,
): Promise<{ total: number | null; facets: Facets }> {
  const { rows } = await sql<{ facet: (typeof FACETS)[number] | null; value: string; count: number }>`
    with fitting as materialized (
      select c.status, c.phase, c.priority, c.type_id, coalesce(c.project_id, '') as project_id,
        coalesce(c.is_stale, false)::text as stale
      from casework.cases c where ${isThere(scope)} and ${conditions(scope, filter)}
      order by c.updated_at desc, c.id desc limit ${MOST_COUNTED + 1})
    select facet, value, count(*)::int as count from fitting cross join lateral (values
      ('status', status), ('phase', phase), ('priority', priority), ('type_id', type_id), ('project_id', project_id),
      ('stale', stale)) as f(facet, value)
    group by facet, value order by facet, value`.execute(db)
  const facets = Object.fromEntries(FACETS.map((name) => [name, {}])) as Facets
  for (const { facet, value, count } of rows) if (facet && value !== '') facets[facet][value] = count
  return { total: cappedCount(Object.values(facets.status).reduce((sum, count) => sum + count, 0)), facets }
}

/** The pack versions that the cases of a workspace have pinned, found by skipping through the index. */
export async function listPinned(db: Db<Tables>, scope: Scope): Promise<{ pack_id: string; pack_version: string }[]> {
  const next = (beyond: RawBuilder<unknown>) => sql`
    select c.pack_id, c.pack_version from casework.cases c where ${isThere(scope)} and ${beyond}
    order by c.pack_id, c.pack_version limit 1`
  const { rows } = await sql<{ pack_id: string; pack_version: string }>`
    with recursive pinned as (
      (${next(sql`true`)})
      union all
      select n.pack_id, n.pack_version from pinned cross join lateral (
        ${next(sql`(c.pack_id, c.pack_version) > (pinned.pack_id, pinned.pack_version)`)}) n)
    select pack_id, pack_version from pinned`.execute(db)
  return rows
}
