// Makes a quick plan. Its version is stored once and never changed; a preview is not stored.
import type { PlanRequest, PlanVersion } from '@veritrace/contract/casework/plan'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { digestOf } from '../model/digest.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { viewTarget } from '../packs/packs.ts'
import { listsOf } from '../rating/lists.ts'
import { findDecisionsRevision } from '../readiness/store.ts'
import { isFreeze } from './engine/calendar.ts'
import type { Calibration } from './engine/calibrate.ts'
import { diffPlans } from './engine/diff.ts'
import type { Constraints, Draft } from './engine/input.ts'
import { readCalibration } from './read-calibration.ts'
import { type PlanSubject, readScope } from './read-scope.ts'
import { findVersion, insertVersion, takeNumber } from './store.ts'
import type { PlanBody, PlanInputs } from './tables.ts'
import type { Planners } from './threads/planners.ts'
import { viewVersion } from './view.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs' | 'events'> & { planners: Planners }

const DEFAULTS = { capacity_fte: 3, days_per_week: 5, sprint_days: 10 }

export async function makePlan(
  deps: Deps,
  caller: Caller,
  asked: PlanRequest,
  { preview }: { preview: boolean },
  signal: AbortSignal,
): Promise<PlanVersion> {
  const scope = scopeOf(caller)
  const subject = await readScope(deps, scope, asked)
  const constraints = constraintsOf(asked, subject, deps.clock.now())
  const calibration = await readCalibration(deps.db, scope)
  const inputs = await inputsOf(deps, scope, asked, subject, { constraints, calibration })
  const { objective, granularity, seed } = asked
  const asking = { tenant: scope.tenant, signal }
  const draft = await deps.planners.draft(
    { ...subject, constraints, objective, granularity, seed, calibration },
    asking,
  )
  const id = newId('plv')
  const body = {
    ...bodyOf(asked, subject, constraints, draft),
    ...(await diffFrom(deps, scope, asked.base_version_id, { id, items: draft.items, totals: draft.totals, inputs })),
  }
  const unnumbered = {
    ...{ id, tenant_id: scope.tenant, workspace_id: scope.workspace, plan_key: asked.key },
    title: asked.title ?? `Plan ${asked.key} for ${subject.target.label}`,
    pack_id: subject.active.pack.ref.id,
    project_id: asked.scope.project_id ?? null,
    inputs_digest: digestOf(inputs),
    created_at: deps.clock.now(),
  }
  const target = viewTarget(subject.active, subject.target)
  const parts = { target, totals: draft.totals, inputs, created_by: actorOf(caller) }
  if (preview) return viewVersion({ ...unnumbered, version: 0, ...parts, newest: -1 }, body)
  const text = JSON.stringify(body)
  return transact(deps.db, async (tx) => {
    const version = await takeNumber(tx, scope, asked.key)
    const row = { ...unnumbered, version }
    await insertVersion(tx, { ...row, ...written(parts) }, text)
    await deps.events.record(tx, caller, {
      action: 'plan.create',
      resource: { type: 'plan_version', id, label: row.title },
      data: { key: asked.key, version, inputs_digest: row.inputs_digest },
    })
    return viewVersion({ ...row, ...parts, newest: version }, body)
  })
}

/** Fills in all defaults, and adds the freeze periods of the project. */
export function constraintsOf(
  { constraints = DEFAULTS }: PlanRequest,
  { freezes }: PlanSubject,
  now: Date,
): Constraints {
  requireFreezes(constraints.calendar ?? [])
  const calendar = [...new Set([...(constraints.calendar ?? []), ...freezes])]
  return {
    ...constraints,
    start_date: constraints.start_date ?? now.toISOString().slice(0, 10),
    ...(calendar.length > 0 && { calendar }),
  }
}

function requireFreezes(calendar: readonly string[]): void {
  const place = calendar.findIndex((period) => !isFreeze(period))
  if (place < 0) return
  const error = { path: `constraints.calendar.${place}`, message: 'must not end before it starts' }
  fail('invalid_body', `${error.path} ${error.message}.`, { errors: [error] })
}

/** Digests of everything that the plan depends on: equal inputs give equal plans. */
export async function inputsOf(
  deps: Omit<Deps, 'planners'>,
  scope: Scope,
  asked: PlanRequest,
  { active, target, evidence }: PlanSubject,
  { constraints, calibration }: { constraints: Constraints; calibration: Calibration },
): Promise<PlanInputs> {
  const { objective, granularity, seed } = asked
  const decisions = await findDecisionsRevision(deps.db, scope, deps.clock.now())
  return {
    catalog: (await listsOf(deps, scope, active, target)).digest,
    evidence,
    ruleset: active.revision,
    decisions: calibration.actual_items > 0 ? digestOf({ decisions, calibration }) : decisions,
    constraints: digestOf({ target: target.profile_id, scope: asked.scope, constraints, objective, granularity, seed }),
  }
}

export function bodyOf(asked: PlanRequest, { active }: PlanSubject, constraints: Constraints, draft: Draft): PlanBody {
  const { totals: _, ...rest } = draft
  const { scope, objective, granularity, seed } = asked
  return { ...rest, pack: active.pack.ref, scope, constraints, objective, granularity, seed }
}

async function diffFrom(
  { db }: Deps,
  scope: Scope,
  base: string | undefined,
  made: Parameters<typeof diffPlans>[1],
): Promise<Pick<PlanVersion, 'diff_from'>> {
  if (base === undefined) return {}
  const found = (await findVersion(db, scope, base)) ?? notFound('plan_version', base)
  const before = { id: found.id, items: found.body.items, totals: found.totals, inputs: found.inputs }
  return { diff_from: diffPlans(before, made) }
}

/** JSON columns are written as text. */
export const written = <T extends object>(parts: T): { [K in keyof T]: string } =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, JSON.stringify(value)])) as {
    [K in keyof T]: string
  }
