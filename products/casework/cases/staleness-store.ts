// Computes why the results of a case are stale. No other code decides this.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './tables.ts'

/** The current inputs that results are compared with: time, shared corpus, and the rulesets of the workspace. */
export interface Fresh {
  now: Date
  corpusSpace: string
  rulesets: readonly Ruleset[]
}
export interface Ruleset {
  pack_id: string
  pack_version: string
  revision: string
}

/** A list of the target has a newer version than the one the run read, or was added or removed since. */
const CATALOG_CHANGED = (scope: Scope, corpusSpace: string) => sql`(
  exists (select from casework.entries e where (e.tenant_id is null or e.tenant_id = c.tenant_id)
    and e.id = any(f.catalog_entries) and not e.is_current)
  or exists (
    select from casework.entries e
    where e.is_current and e.pack_id = c.pack_id and e.list_id like any(f.list_patterns)
      and e.space in (${`${scope.tenant}/${scope.workspace}`}, ${corpusSpace}) and e.id <> all(f.catalog_entries)
      and not exists (select from casework.entries own where own.is_current and own.pack_id = e.pack_id
        and own.list_id = e.list_id and own.space = ${`${scope.tenant}/${scope.workspace}`} and own.id <> e.id)))`

/** A run that did not store the references it used is assumed to use everything. */
const USES = sql`not exists (
  select from casework.case_run_results m where m.tenant_id = f.tenant_id and m.run_id = f.id and m.step = 'match'
    and m.body ? 'references' and not m.body -> 'references' ? (d.type || ':' || d.key))`
const IS_ABOUT = sql`exists (
  select from casework.case_run_results o where o.tenant_id = f.tenant_id and o.run_id = f.id and o.step = 'rate'
    and o.body -> 'objects' @> jsonb_build_array(jsonb_build_array(d.type || ':' || d.key)))`

/**
 * Since the run began, an overlay on something that the objects use was added or ended, or an exemption ended that
 * belongs to the case or was in force when the run began.
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

/** Over a case `c`, its finished run `f`, its project `p` and its ruleset `r`, as `restingOn` joins them. */
export const staleReasons = (scope: Scope, { corpusSpace, now }: Fresh): RawBuilder<unknown> => sql`
  case when f.id is null or c.status = 'closed' then '{}'::text[] else array_remove(array[
    case when f.scope_digest <> c.scope_digest then 'scope_changed' end,
    case when f.target <> c.target then 'target_changed' end,
    case when p.estate_revision is distinct from f.estate_revision then 'evidence_changed' end,
    case when ${CATALOG_CHANGED(scope, corpusSpace)} then 'catalog_changed' end,
    case when r.revision is distinct from f.pack_revision then 'ruleset_changed' end,
    case when ${DECIDED_OTHERWISE(scope, now)} then 'decisions_changed' end
  ], null) end`

export const restingOn = ({ rulesets }: Fresh): RawBuilder<unknown> => sql`
  left join casework.case_runs f on f.tenant_id = c.tenant_id and f.id = c.finished_run_id
  left join casework.projects p on p.tenant_id = c.tenant_id and p.id = c.project_id
  left join jsonb_to_recordset(${JSON.stringify(rulesets)}::jsonb) as r(pack_id text, pack_version text, revision text)
    on r.pack_id = c.pack_id and r.pack_version = c.pack_version`
