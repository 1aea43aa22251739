// Exports a plan to a file; it becomes the latest plan of the project.
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import { withDisplayNumbers } from '@veritrace/contract/casework/wave-numbers'
import type { Body } from '@veritrace/contract/endpoint'
import type { Caller } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { listItems } from '../case-plans/item-store.ts'
import { findPlanOfProject, getBody } from '../case-plans/store.ts'
import { getCase } from '../cases/get-case.ts'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import type { Scope } from '../model/space.ts'
import { findVersion, newestOfProject } from '../planning/store.ts'
import type { PlanBody } from '../planning/tables.ts'
import { viewVersion } from '../planning/view.ts'
import { getProject } from '../projects/get-project.ts'
import { PLAN_FILES } from './files/plan-file.ts'
import { type ObjectsOf, planRows } from './files/plan-rows.ts'
import { latestOfKind } from './store.ts'
import { storeAsset } from './store-asset.ts'
import { viewAsset } from './view.ts'

type Asked = Body<typeof assets.migrationPlan>

export async function writePlan(deps: Casework, caller: Caller, projectId: string, asked: Asked): Promise<Asset> {
  const scope = scopeOf(caller)
  const project = await getProject(deps.db, scope, projectId)
  const { plan, objectsOf } = await planFor(deps, scope, projectId, asked)
  const { ending, mediaType, write } = PLAN_FILES[asked.format]
  // Programs that read JSON expect the wave numbers of the API; people expect those of the app.
  const shown = asked.format === 'json' ? plan : withDisplayNumbers(plan)
  const written = await write(shown, planRows(shown, asked.granularity, objectsOf))
  return storeAsset(deps, caller, {
    projectId,
    kind: 'migration_plan',
    format: asked.format,
    title: `${project.name}: ${plan.title}`,
    filename: `plan-${plan.plan_key}-${plan.version}.${ending}`,
    mediaType,
    bytes: typeof written === 'string' ? Buffer.from(written) : written,
    params: { ...asked },
    source: {
      ...(asked.plan_ids ? { plan_id: plan.id } : { plan_version_id: plan.id }),
      inputs_digest: plan.inputs_digest,
    },
  })
}

interface WholePlan {
  plan: PlanVersion
  objectsOf: ObjectsOf
}

/** The requested plan, or the newest quick plan of the project. */
async function planFor(deps: Casework, scope: Scope, projectId: string, asked: Asked): Promise<WholePlan> {
  if (asked.plan_ids && asked.plan_version_id !== undefined)
    fail('invalid_body', 'Name a quick plan or a plan of a case, not both.', {
      errors: [{ path: 'plan_ids', message: 'does not go with plan_version_id' }],
    })
  const [planId] = asked.plan_ids ?? []
  if (planId) {
    const found = await planOfCase(deps, scope, projectId, planId)
    // Exports of a case remain after it is deleted, but no new ones are made: this call fails.
    await getCase(deps.db, scope, found.plan.plan_key)
    return found
  }
  const id = asked.plan_version_id ?? (await newestOfProject(deps.db, scope, projectId))?.id
  const found = id ? await quickPlan(deps, scope, id) : fail('no_plan_yet')
  // The plan must belong to this project or to none, because the export becomes the project's latest plan.
  const { project_id = projectId } = found.plan.scope
  return project_id === projectId ? found : notFound('plan_version', found.plan.id)
}

async function quickPlan({ db }: Casework, scope: Scope, id: string): Promise<WholePlan> {
  const row = (await findVersion(db, scope, id)) ?? notFound('plan_version', id)
  return { plan: viewVersion(row, row.body), objectsOf: objectsIn(row.body) }
}

const objectsIn = ({ details }: PlanBody): ObjectsOf =>
  Object.fromEntries(Object.entries(details).map(([id, { objects }]) => [id, objects]))

/** A case plan, with the current states of its items. */
async function planOfCase({ db }: Casework, scope: Scope, projectId: string, id: string): Promise<WholePlan> {
  const row = (await findPlanOfProject(db, scope, projectId, id)) ?? notFound('case_plan', id)
  const body = await getBody(db, scope, id)
  const { details: _, items, ...drafted } = body
  const states = new Map((await listItems(db, scope, [id])).map(({ item_id, state }) => [item_id, state]))
  const plan = {
    ...drafted,
    ...{ id, plan_key: row.case_id, version: row.number, title: row.title, target: row.target, totals: row.totals },
    ...{ inputs_digest: row.inputs_digest, is_current: row.superseded_by === null, created_by: row.author },
    created_at: row.created_at.toISOString(),
    items: items.map((item) => ({ ...item, state: states.get(item.id) ?? item.state })),
  }
  return { plan, objectsOf: objectsIn(body) }
}

export async function latestPlan(deps: Casework, scope: Scope, projectId: string) {
  await getProject(deps.db, scope, projectId)
  const asset = (await latestOfKind(deps.db, scope, projectId, 'migration_plan')) ?? fail('no_plan_yet')
  const { plan_version_id, plan_id } = asset.source as { plan_version_id?: string; plan_id?: string }
  const { plan } = plan_id
    ? await planOfCase(deps, scope, projectId, plan_id)
    : await quickPlan(deps, scope, plan_version_id!)
  return { asset: viewAsset(asset), plan }
}
