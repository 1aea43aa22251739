// Takes a step of an artifact: checks it, records it, and freezes the target on publication.
import { hash } from 'node:crypto'
import type { Artifact, ArtifactAction } from '@veritrace/contract/graph/workflow'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { sharedPrincipals } from '@veritrace/platform/identity/keys/separation-of-duties'
import { placeOf } from '../catalog/create-dataset.ts'
import { lockDataset } from '../catalog/store.ts'
import { bareOf, urnOf } from '../catalog/urn.ts'
import type { Graph } from '../deps.ts'
import type { Scope } from '../scope/scope.ts'
import type { Tables } from '../tables.ts'
import { unknown } from './create-artifact.ts'
import { allowedFrom, canonicalJson, isAlone, nextStatus, refusal } from './rules.ts'
import { findArtifact, findPeople, insertSnapshot, insertStep, listSteps, moveArtifact } from './store.ts'
import type { ArtifactRow } from './tables.ts'
import { READ_TARGET } from './targets.ts'
import { viewArtifact } from './view.ts'

export interface StepRequest {
  action: ArtifactAction
  comment?: string | undefined
  replacedBy?: string | undefined
  ifVersion?: number | undefined
}

export function takeStep(
  deps: Graph,
  caller: Caller,
  scope: Scope,
  name: string,
  asked: StepRequest,
): Promise<Artifact> {
  const { action, comment, ifVersion } = asked
  return transact(deps.db, async (tx) => {
    const before = await get(tx, scope, name)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('artifact', before.version)
    const to = nextStatus(before.status, action) ?? refuse(before, action)
    const submitters =
      action === 'publish' && before.submitted_by ? await sharedPrincipals(tx, caller, [before.submitted_by]) : []
    if (submitters.length > 0 && !isAlone(await findPeople(tx, scope, submitters)))
      fail('self_approval', 'You cannot publish an artifact that you submitted.')
    const replaced_by = asked.replacedBy === undefined ? null : await replacementOf(tx, scope, before, asked.replacedBy)
    // Without its target the artifact could never be published.
    if (action === 'submit') await readTarget({ ...deps, db: tx }, before)
    const now = deps.clock.now()
    const isMoved = await moveArtifact(tx, before, {
      status: to,
      updated_at: now,
      ...(action === 'submit' && { submitted_by: caller.actor.id }),
      ...(replaced_by && { replaced_by }),
    })
    if (!isMoved) overtaken(await get(tx, scope, name), action)
    await insertStep(tx, {
      ...keyOf(before),
      version: before.version + 1,
      from_status: before.status,
      to_status: to,
      action,
      actor: caller.actor.id,
      at: now,
      comment: comment ?? null,
    })
    if (action === 'publish') await freeze({ ...deps, db: tx }, caller, before, now)
    const after = (await findArtifact(tx, placeOf(scope), before.id))!
    const steps = await listSteps(tx, after)
    await deps.events.record(tx, caller, {
      action: `artifact.${action}`,
      resource: { type: 'artifact', id: urnOf('artifact', before.id), label: before.title },
      changes: [{ field: 'status', from: before.status, to }],
      ...(comment !== undefined && { reason: comment }),
      data: { kind: before.kind, status: to },
    })
    return viewArtifact(after, steps)
  })
}

const get = async (tx: Db<Tables>, scope: Scope, name: string): Promise<ArtifactRow> =>
  (await findArtifact(tx, placeOf(scope), bareOf('artifact', name))) ?? notFound('artifact', name)

const keyOf = ({ tenant_id, workspace_id, id }: ArtifactRow) => ({ tenant_id, workspace_id, artifact_id: id })

const refuse = ({ status }: ArtifactRow, action: ArtifactAction): never =>
  fail('forbidden_transition', refusal(status, action), { from: status, action, allowed: allowedFrom(status) })

/** Another caller took a step between our read and our write. */
function overtaken(now: ArtifactRow, action: ArtifactAction): never {
  return nextStatus(now.status, action) ? staleVersion('artifact', now.version) : refuse(now, action)
}

async function replacementOf(tx: Db<Tables>, scope: Scope, before: ArtifactRow, name: string): Promise<string> {
  const id = bareOf('artifact', name)
  const found = id === before.id ? undefined : await findArtifact(tx, placeOf(scope), id)
  return found?.kind === before.kind ? id : unknown('replacedBy', `must be another artifact of the kind ${before.kind}`)
}

/** Stores a snapshot, which stays readable whatever happens to the target. */
async function freeze(deps: Graph, caller: Caller, artifact: ArtifactRow, now: Date): Promise<void> {
  const { tenant_id: tenant, workspace_id: workspace, context, kind, target_id } = artifact
  // Callers that delete files of the dataset wait for this lock, and then see the publication.
  if (kind === 'dataset') await lockDataset(deps.db, { tenant, workspace, context }, target_id)
  const content = canonicalJson(await readTarget(deps, artifact))
  await insertSnapshot(deps.db, {
    ...keyOf(artifact),
    version: artifact.version + 1,
    content,
    digest: `sha256:${hash('sha256', content)}`,
    created_at: now,
    created_by: caller.actor.id,
  })
}

async function readTarget(deps: Graph, artifact: ArtifactRow): Promise<object> {
  const { tenant_id: tenant, workspace_id: workspace, context, kind, target_id } = artifact
  const target = await READ_TARGET[kind](deps, { tenant, workspace, context }, target_id)
  return target ?? fail('target_gone', `The ${kind} of this artifact has been deleted.`)
}
