// Creates and changes retention policies, and starts runs on request.
import type {
  CleanupRun,
  NewCleanupRun,
  NewRetentionPolicy,
  RetentionPolicy,
  RetentionPolicyPatch,
} from '@veritrace/contract/provenance/storage'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { requireEntitlement } from '../pages/entitled.ts'
import { listEnabledPolicies } from '../retention/policy-store.ts'
import { planPurges } from '../retention/purge-store.ts'
import { filtersAfter, filtersOf, onlyStops } from './rules.ts'
import { listOwnMatches, type RetentionTask, RUN_RETENTION } from './run-retention.ts'
import { findPolicy, findRun, insertPolicy, insertRun, lockPolicy, updatePolicyRow } from './store.ts'
import { viewPolicy, viewRun } from './view.ts'

export function createPolicy(deps: Provenance, caller: Caller, body: NewRetentionPolicy): Promise<RetentionPolicy> {
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    await requireEntitlement(inside, caller, 'retention_policies')
    const { applies_to, ...fields } = body
    const id = newId('pol')
    const now = deps.clock.now()
    await insertPolicy(tx, {
      ...fields,
      ...filtersOf(applies_to),
      id,
      tenant_id: caller.tenant,
      created_at: now,
      updated_at: now,
    })
    const policy = await estimate(inside, caller, id)
    await deps.events.record(tx, caller, {
      action: 'retention.create',
      resource: { type: 'retention_policy', id, label: body.name },
      data: { ...body },
    })
    return viewPolicy(policy, now)
  })
}

export function updatePolicy(
  deps: Provenance,
  caller: Caller,
  id: string,
  patch: RetentionPolicyPatch,
  ifVersion?: number,
): Promise<RetentionPolicy> {
  return transact(deps.db, async (tx) => {
    const inside = { ...deps, db: tx }
    if (!onlyStops(patch)) await requireEntitlement(inside, caller, 'retention_policies')
    const before = (await lockPolicy(tx, caller.tenant, id)) ?? notFound('policy', id)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('policy', before.version)
    const { applies_to, ...fields } = patch
    const now = deps.clock.now()
    await updatePolicyRow(tx, caller.tenant, id, {
      ...fields,
      ...filtersAfter(applies_to),
      version: before.version + 1,
      updated_at: now,
    })
    const after = viewPolicy(await estimate(inside, caller, id), now)
    await deps.events.record(tx, caller, {
      action: 'retention.update',
      resource: { type: 'retention_policy', id, label: after.name },
      changes: changesOf(viewPolicy(before, now), after, patch),
    })
    return after
  })
}

/** Updates how many rows the policy matches, and the planned deletions of all policies. */
async function estimate({ db: tx, clock }: Provenance, { tenant }: Caller, id: string) {
  const policy = (await findPolicy(tx, tenant, id))!
  const matched_count = (await listOwnMatches({ db: tx, clock }, policy)).length
  await updatePolicyRow(tx, tenant, id, { matched_count })
  await planPurges(tx, tenant, await listEnabledPolicies(tx, tenant))
  return { ...policy, matched_count }
}

export function startRun(deps: Provenance, caller: Caller, body: NewCleanupRun): Promise<CleanupRun> {
  return transact(deps.db, async (tx) => {
    await requireEntitlement({ ...deps, db: tx }, caller, 'retention_policies')
    const policy = (await lockPolicy(tx, caller.tenant, body.policy_id)) ?? notFound('policy', body.policy_id)
    if (!policy.enabled) fail('policy_disabled')
    const id = newId('run')
    const dry_run = body.dry_run ?? policy.dry_run
    await insertRun(tx, {
      id,
      tenant_id: caller.tenant,
      policy_id: policy.id,
      policy_version: policy.version,
      trigger: caller.sessionId ? 'manual' : 'api',
      dry_run,
      actor: caller.actor.id,
      created_at: deps.clock.now(),
    })
    await deps.jobs.add(tx, RUN_RETENTION, { tenant: caller.tenant, run_id: id } satisfies RetentionTask)
    await deps.events.record(tx, caller, {
      action: 'retention.start',
      resource: { type: 'retention_policy', id: policy.id, label: policy.name },
      data: { run_id: id, dry_run },
    })
    return viewRun((await findRun(tx, caller.tenant, id))!)
  })
}
