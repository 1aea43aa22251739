// A plan as a file; it becomes the latest plan of the project.
import type { Asset, assets } from '@veritrace/contract/casework/assets'
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import type { Body } from '@veritrace/contract/endpoint'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Casework } from '../deps.ts'
import { type Scope, scopeOf } from '../model/scope.ts'
import { findVersion, newestOfProject } from '../planning/store.ts'
import { viewVersion } from '../planning/view.ts'
import { getProject } from '../projects/get-project.ts'
import { PLAN_FILES } from './files/plan-file.ts'
import { keepAsset } from './keep-asset.ts'
import { latestOfKind } from './store.ts'
import { viewAsset } from './view.ts'

type Asked = Body<typeof assets.migrationPlan>

export async function writePlan(deps: Casework, caller: Caller, projectId: string, asked: Asked): Promise<Asset> {
  const scope = scopeOf(caller)
  const project = await getProject(deps.db, scope, projectId)
  const plan = await planFor(deps, scope, projectId, asked)
  const { ending, mediaType, write } = PLAN_FILES[asked.format]
  const written = await write(plan, asked.granularity)
  return keepAsset(deps, caller, {
    projectId,
    kind: 'migration_plan',
    format: asked.format,
    title: `${project.name}: ${plan.title}`,
    filename: `plan-${plan.plan_key}-${plan.version}.${ending}`,
    mediaType,
    bytes: typeof written === 'string' ? Buffer.from(written) : written,
    params: { ...asked },
    source: { plan_version_id: plan.id, inputs_digest: plan.inputs_digest },
  })
}

/** The one that is named, or the newest of the project. */
async function planFor({ db }: Casework, scope: Scope, projectId: string, asked: Asked): Promise<PlanVersion> {
  const id = asked.plan_version_id ?? asked.plan_ids?.[0] ?? (await newestOfProject(db, scope, projectId))?.id
  if (!id) return fail('no_plan_yet')
  const row = (await findVersion(db, scope, id)) ?? notFound('plan_version', id)
  return viewVersion(row, row.body)
}

export async function latestPlan({ db }: Casework, scope: Scope, projectId: string) {
  await getProject(db, scope, projectId)
  const asset = (await latestOfKind(db, scope, projectId, 'migration_plan')) ?? fail('no_plan_yet')
  const row = (await findVersion(db, scope, String(asset.source.plan_version_id))) ?? fail('no_plan_yet')
  return { asset: viewAsset(asset), plan: viewVersion(row, row.body) }
}
