// Runs retention policies: daily all that are enabled, and single ones on request.

import { type Caller, systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { findCustomer } from '../pages/store.ts'
import { listEnabledPolicies } from '../retention/policy-store.ts'
import { planPurges } from '../retention/purge-store.ts'
import type { PolicyRow, RunRow } from '../retention/tables.ts'
import { applyPolicy } from './apply-policy.ts'
import { countEvidence, listMatches, type Match } from './match-store.ts'
import { type Outcome, sumUp } from './rules.ts'
import {
  findPolicy,
  findRun,
  findScheduledRun,
  insertRun,
  listTenantsWithPolicies,
  updatePolicyRow,
  updateRun,
} from './store.ts'

export const RUN_RETENTION = 'run-retention'

/** Empty for a scheduled run. */
export interface RetentionTask {
  tenant?: string
  run_id?: string
}

export async function runRetention(deps: Provenance, { tenant, run_id }: RetentionTask): Promise<void> {
  if (tenant && run_id) return runRequested(deps, tenant, run_id)
  for (const { id, customer_id } of await listTenantsWithPolicies(deps.db)) {
    const caller = systemCaller(id, customer_id)
    const policies = await listEnabledPolicies(deps.db, id)
    for (const policy of policies) {
      const run = await scheduledRun(deps, caller, policy)
      if (run.finished_at === null) await runUnlessChanged(deps, caller, policy, run)
    }
    await transact(deps.db, (tx) => planPurges(tx, id, policies))
  }
}

async function runRequested(deps: Provenance, tenant: string, runId: string): Promise<void> {
  const run = await findRun(deps.db, tenant, runId)
  if (!run || run.finished_at !== null) return
  const policy = await findPolicy(deps.db, tenant, run.policy_id)
  const customer = await findCustomer(deps.db, tenant)
  const caller = systemCaller(tenant, customer?.customer_id ?? '')
  return runUnlessChanged(deps, caller, policy, run)
}

/** Cancels the run if the policy was disabled or edited since: neither the old nor the new version was requested. */
async function runUnlessChanged(
  deps: Provenance,
  caller: Caller,
  policy: PolicyRow | undefined,
  run: RunRow,
): Promise<void> {
  if (policy?.enabled && (run.policy_version ?? policy.version) === policy.version)
    return runPolicy(deps, caller, policy, run)
  await updateRun(deps.db, run.tenant_id, run.id, { status: 'canceled', finished_at: deps.clock.now() })
}

/** One run per policy and day, even if the job is retried. */
async function scheduledRun({ db, clock }: Provenance, { tenant, actor }: Caller, policy: PolicyRow): Promise<RunRow> {
  const now = clock.now()
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const known = await findScheduledRun(db, tenant, policy.id, midnight)
  if (known) return known
  const id = newId('run')
  await insertRun(db, {
    id,
    tenant_id: tenant,
    policy_id: policy.id,
    policy_version: policy.version,
    trigger: 'schedule',
    dry_run: policy.dry_run,
    actor: actor.id,
    created_at: now,
  })
  return (await findRun(db, tenant, id))!
}

async function runPolicy(deps: Provenance, caller: Caller, policy: PolicyRow, run: RunRow): Promise<void> {
  const { db, clock, events } = deps
  const { tenant } = caller
  await updateRun(db, tenant, run.id, { status: 'running', started_at: run.started_at ?? clock.now() })
  const scanned = await countEvidence(db, tenant)
  const outcomes: Outcome[] = []
  let isStopped = false
  for (const match of await listOwnMatches(deps, policy)) {
    isStopped = !(await isUnchanged(deps, policy))
    if (isStopped) break
    outcomes.push(await handle(deps, caller, policy, run, match))
  }
  const { errors, ...sums } = sumUp(policy.action, outcomes)
  const figures = { ...sums, ...(isStopped && { status: 'canceled' as const }) }
  await transact(db, async (tx) => {
    await updateRun(tx, tenant, run.id, {
      ...figures,
      scanned,
      errors: JSON.stringify(errors),
      finished_at: clock.now(),
    })
    await updatePolicyRow(tx, tenant, policy.id, { last_run_id: run.id, matched_count: outcomes.length })
    await events.record(tx, caller, {
      action: 'retention.run',
      resource: { type: 'retention_policy', id: policy.id, label: policy.name },
      outcome: figures.status === 'failed' ? 'failed' : 'success',
      data: { run_id: run.id, dry_run: run.dry_run, ...figures },
    })
  })
}

/** False if the policy was disabled or edited during the run, which then stops. */
async function isUnchanged({ db }: Pick<Provenance, 'db'>, { tenant_id, id, version }: PolicyRow): Promise<boolean> {
  const policy = await findPolicy(db, tenant_id, id)
  return policy?.enabled === true && policy.version === version
}

/** The policy's matches without those of policies with higher priority. Dry runs claim no matches. */
export async function listOwnMatches({ db, clock }: Pick<Provenance, 'db' | 'clock'>, policy: PolicyRow) {
  const policies = await listEnabledPolicies(db, policy.tenant_id)
  const place = policies.findIndex(({ id }) => id === policy.id)
  const taken = new Set<string>()
  for (const other of policies.slice(0, Math.max(place, 0)))
    if (!other.dry_run) for (const { id } of await listMatches(db, policy.tenant_id, other, clock.now())) taken.add(id)
  const matches = await listMatches(db, policy.tenant_id, policy, clock.now())
  return matches.filter(({ id }) => !taken.has(id))
}

/** A failure on one row does not stop the run. */
async function handle(
  deps: Provenance,
  caller: Caller,
  policy: PolicyRow,
  run: RunRow,
  match: Match,
): Promise<Outcome> {
  const piece = { evidence_id: match.id, size_bytes: match.size_bytes }
  if (match.legal_hold) return { ...piece, result: 'held' }
  if (run.dry_run) return { ...piece, result: 'done' }
  try {
    const done = await applyPolicy(deps, caller, policy, match)
    return { ...piece, result: done ? 'done' : 'held' }
  } catch (error) {
    deps.log.error({ err: error, evidence: match.id, policy: policy.id }, 'retention policy not applied')
    return { ...piece, result: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}
