// Cases as they are shown: with what is counted, what is stale and which phase they are in, in one statement for all.
import type { CASE_PHASES, CASE_SORTS, STALE_REASONS } from '@veritrace/contract/casework/cases'
import type { JOB_STATES } from '@veritrace/contract/casework/shapes'
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { textArray } from '@veritrace/platform/db/text-array'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.ts'
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

/** What a result must rest on to be fresh: the rules as the workspace has them, the corpus that all share, and what holds now. */
export interface Fresh {
  now: Date
  corpusSpace: string
  rulesets: readonly { pack_id: string; pack_version: string; revision: string }[]
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

/** A list of the target has another version than the run has read, or has come or gone since. */
const CATALOG_CHANGED = (scope: Scope, corpusSpace: string) => sql`(
  exists (select from casework.entries e where e.id = any(f.catalog_entries) and not e.is_current)
  or exists (
    select from casework.entries e
    where e.is_current and e.pack_id = c.pack_id and e.list_id like any(f.list_patterns)
      and e.space in (${`${scope.tenant}/${scope.workspace}`}, ${corpusSpace}) and e.id <> all(f.catalog_entries)
      and not exists (select from casework.entries own where own.is_current and own.pack_id = e.pack_id
        and own.list_id = e.list_id and own.space = ${`${scope.tenant}/${scope.workspace}`} and own.id <> e.id)))`

/** A run that has not kept what it used is taken to use everything. */
const USES = sql`not exists (
  select from casework.case_run_results m where m.run_id = f.id and m.step = 'match' and m.body ? 'references'
    and not m.body -> 'references' ? (d.type || ':' || d.key))`
const IS_ABOUT = sql`exists (
  select from casework.case_run_results o where o.run_id = f.id and o.step = 'rate'
    and o.body -> 'objects' @> jsonb_build_array(jsonb_build_array(d.type || ':' || d.key)))`

/**
 * An overlay on something that the objects use has come or gone since the run began, or an exemption has ended: of the
 * case itself, or one that the run has found in force.
 */
const DECIDED_OTHERWISE = (scope: Scope, now: Date) => sql`exists (
  select from casework.decisions d
  cross join lateral (select least(d.revoked_at, d.expires_at) as at) ended
  where d.tenant_id = ${scope.tenant} and d.workspace_id = ${scope.workspace} and d.pack_id = c.pack_id
    and d.kind in ('overlay', 'exemption') and (d.project_id is null or d.project_id = c.project_id)
    and ((d.at > f.started_at and d.kind = 'overlay' and (ended.at is null or ended.at > ${now}) and ${USES})
      or (ended.at > f.started_at and ended.at <= ${now} and (
        (d.kind = 'exemption' and d.case_id = c.id)
        or (d.at <= f.started_at and (${USES} or (d.kind = 'exemption' and ${IS_ABOUT})))))))`

const STALE = (scope: Scope, { corpusSpace, now }: Fresh) => sql`
  case when f.id is null or c.status = 'closed' then '{}'::text[] else array_remove(array[
    case when f.scope_digest <> c.scope_digest then 'scope_changed' end,
    case when f.target <> c.target then 'target_changed' end,
    case when p.estate_revision is distinct from f.estate_revision then 'evidence_changed' end,
    case when ${CATALOG_CHANGED(scope, corpusSpace)} then 'catalog_changed' end,
    case when r.revision is distinct from f.pack_revision then 'ruleset_changed' end,
    case when ${DECIDED_OTHERWISE(scope, now)} then 'decisions_changed' end
  ], null) end`

/** The first of the five that is not complete. */
const PHASE = sql`case
  when f.id is null then 'corpus'
  when n.open > 0 then 'resolve'
  when not (f.steps @> '[{"id": "traverse", "state": "done"}]') then 'graph'
  when n.accepted > 0 and coalesce(plan.state, 'draft') in ('draft', 'changes_requested') then 'plan'
  else 'review' end`

const seen = (scope: Scope, fresh: Fresh) => sql`
  select ${COLUMNS}, ${PHASE} as phase, ${STALE(scope, fresh)} as stale_reasons,
    n.open as recommendations_open,
    (select count(*)::int from casework.case_evidence ev where ev.case_id = c.id) as evidence,
    m.plans, m.reviews_pending,
    (select count(*)::int from casework.plan_deliveries d
      where d.case_id = c.id and d.status in ('failed', 'dead_letter')) as deliveries_failed,
    l.state as run_state, coalesce(l.finished_at, l.started_at, l.queued_at) as run_at
  from casework.cases c
  left join casework.case_runs f on f.id = c.finished_run_id
  left join casework.case_runs l on l.id = c.latest_run_id
  left join casework.projects p on p.id = c.project_id
  left join unnest(${textArray(fresh.rulesets.map(({ pack_id }) => pack_id))}::text[],
    ${textArray(fresh.rulesets.map(({ pack_version }) => pack_version))}::text[],
    ${textArray(fresh.rulesets.map(({ revision }) => revision))}::text[]) as r(pack_id, version, revision)
    on r.pack_id = c.pack_id and r.version = c.pack_version
  cross join lateral (
    select count(*) filter (where status = 'proposed')::int as open,
      count(*) filter (where status in ('accepted', 'done'))::int as accepted
    from casework.recommendations rec where rec.case_id = c.id) n
  cross join lateral (
    select count(*)::int as plans, count(*) filter (where state = 'in_review')::int as reviews_pending
    from casework.case_plans cp where cp.case_id = c.id) m
  left join casework.case_plans plan on plan.id = c.current_plan_id
  where c.tenant_id = ${scope.tenant} and c.workspace_id = ${scope.workspace} and c.deleted_at is null`

function conditions(filter: CaseFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = []
  const add = (value: unknown, condition: () => RawBuilder<unknown>): void => {
    if (value !== undefined) all.push(condition())
  }
  add(filter.id, () => sql`id = ${filter.id}`)
  add(filter.status, () => sql`status = ${filter.status}`)
  add(filter.phase, () => sql`phase = ${filter.phase}`)
  add(filter.project_id, () => sql`project_id = ${filter.project_id}`)
  add(filter.owner, () => sql`owner ->> 'id' = ${filter.owner}`)
  add(filter.type_id, () => sql`type_id = ${filter.type_id}`)
  add(filter.code, () => sql`coalesce((rollup -> 'distribution' ->> ${filter.code}::text)::int, 0) > 0`)
  add(filter.stale, () => sql`(cardinality(stale_reasons) > 0) = ${filter.stale}`)
  add(filter.tag, () => sql`${filter.tag} = any(tags)`)
  add(
    filter.q,
    () =>
      sql`strpos(lower(concat_ws(' ', key, title, question_md, array_to_string(tags, ' '))), ${filter.q!.toLowerCase()}) > 0`,
  )
  add(filter.due_before, () => sql`due_at < ${new Date(filter.due_before!)}`)
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `)
}

export async function findSeen(db: Db<Tables>, scope: Scope, fresh: Fresh, id: string): Promise<SeenCase | undefined> {
  const { rows } = await sql<SeenCase>`
    select * from (${seen(scope, fresh)} and (c.id = ${id} or c.key = ${id})) as cases`.execute(db)
  return rows[0]
}

type Sort = (typeof CASE_SORTS)[number]
/** What each order compares, as text that sorts as it should; the id settles the rest. */
const SORTS: Record<Sort, { value: string; descending: boolean }> = {
  '-updated_at': { value: TIME('updated_at'), descending: true },
  updated_at: { value: TIME('updated_at'), descending: false },
  '-created_at': { value: TIME('created_at'), descending: true },
  created_at: { value: TIME('created_at'), descending: false },
  due_at: { value: TIME("coalesce(due_at, 'infinity'::timestamptz)"), descending: false },
  key: { value: "regexp_replace(key, '\\d+$', '') || lpad(substring(key from '\\d+$'), 12, '0')", descending: false },
}
function TIME(column: string): string {
  return `case when ${column} = 'infinity' then '~' else to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') end`
}

export async function listSeen(
  db: Db<Tables>,
  scope: Scope,
  fresh: Fresh,
  query: PageQuery & CaseFilter & { sort?: Sort },
): Promise<Page<SeenCase>> {
  const { value, descending } = SORTS[query.sort ?? '-updated_at']
  const sorted = sql.raw(value)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  type Sorted = SeenCase & { sorted: string }
  const page = await pageBy<Sorted>(
    `${scope.tenant} ${scope.workspace} cases ${query.sort ?? ''}`,
    query,
    (row) => [row.sorted, row.id],
    async ([after, id], count) => {
      const on = after === undefined ? sql`true` : sql`(${sorted} collate "C", id) ${beyond} (${after}, ${id})`
      const { rows } = await sql<Sorted>`
        select *, ${sorted} as sorted from (${seen(scope, fresh)}) as cases
        where ${conditions(query)} and ${on}
        order by ${sorted} collate "C" ${direction}, id ${direction} limit ${count}`.execute(db)
      return rows
    },
  )
  return page
}

const FACETS = ['status', 'phase', 'priority', 'type_id', 'project_id', 'stale'] as const
export type Facets = Record<(typeof FACETS)[number], Record<string, number>>

/** How many of those that fit are of each kind, and how many there are. */
export async function countSeen(
  db: Db<Tables>,
  scope: Scope,
  fresh: Fresh,
  filter: CaseFilter,
): Promise<{ total: number; facets: Facets }> {
  const { rows } = await sql<{ facet: (typeof FACETS)[number] | null; value: string; count: number }>`
    with fitting as materialized (
      select status, phase, priority, type_id, coalesce(project_id, '') as project_id,
        (cardinality(stale_reasons) > 0)::text as stale
      from (${seen(scope, fresh)}) as cases where ${conditions(filter)})
    select facet, value, count(*)::int as count from fitting cross join lateral (values
      ('status', status), ('phase', phase), ('priority', priority), ('type_id', type_id), ('project_id', project_id),
      ('stale', stale)) as f(facet, value)
    group by facet, value order by facet, value`.execute(db)
  const facets = Object.fromEntries(FACETS.map((name) => [name, {}])) as Facets
  for (const { facet, value, count } of rows) if (facet && value !== '') facets[facet][value] = count
  return { total: Object.values(facets.status).reduce((sum, count) => sum + count, 0), facets }
}

/** Which versions of packs the cases of a workspace have pinned. */
export const listPinned = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db
    .selectFrom('casework.cases')
    .select(['pack_id', 'pack_version'])
    .distinct()
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('deleted_at', 'is', null)
    .execute()
