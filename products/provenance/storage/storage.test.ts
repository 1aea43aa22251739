// Retention through HTTP, on a server without a virus scanner.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { disclosures } from '@veritrace/contract/provenance/disclosures'
import { type NewRetentionPolicy, type RetentionPolicyPatch, storage } from '@veritrace/contract/provenance/storage'
import { fakeClock } from '@veritrace/platform/clock'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { restoreEvidence } from '../evidence/restore-evidence.ts'
import { openCustomer } from '../evidence/testing.ts'
import { openProvenance, type Provenance, provenance, provenanceMigrations } from '../index.ts'
import { runRetention } from './run-retention.ts'

const DAY = 24 * 3_600_000
let app: TestApp
let deps: Provenance
const clock = fakeClock(new Date())

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = openProvenance(platform)
    return provenance(platform)
  })
})
after(async () => {
  await deps.extractors.close()
  await app.close()
})

const refused = (code: string) => (error: { code: string }) => error.code === code

async function workspace(plan: 'free' | 'pro' = 'pro') {
  const customer = await openCustomer(app, plan)
  const { tenant } = customer
  const at = (role: 'viewer' | 'member' | 'admin') => app.client(storage, tenant, role)
  const policy = (details: Partial<NewRetentionPolicy> = {}) =>
    at('admin').createPolicy({
      body: { name: 'Old', action: 'delete', after_days: 30, basis: 'created_at', dry_run: false, ...details },
    })
  /** Runs the requested run as a worker would. */
  const run = async (policy_id: string, dry_run?: boolean) => {
    const { id } = await at('admin').startRun({ body: { policy_id, ...(dry_run !== undefined && { dry_run }) } })
    await runRetention(deps, { tenant: tenant.id, run_id: id })
    return (await at('viewer').listRuns({})).items.find((item) => item.id === id)!
  }
  const listIds = async () => (await customer.as('viewer').list({})).items.map(({ id }) => id)
  return { ...customer, at, policy, run, listIds }
}

test('a policy deletes old evidence and leaves a tombstone; without a scanner the scan is skipped', async () => {
  const { tenant, as, at, register, policy, run, listIds } = await workspace()
  const old = await register('old file')
  assert.deepEqual([old.scan_status, old.scan_detail], ['skipped', 'This server has no virus scanner.'])
  const link = await as('viewer').url({ params: { id: old.id } })
  clock.advance(31 * DAY)
  const fresh = await register('fresh file')
  const { id, matched_count, respect_legal_hold } = await policy()
  assert.deepEqual([matched_count, respect_legal_hold], [1, true])

  const dry = await run(id, true)
  assert.deepEqual([dry.status, dry.dry_run, dry.scanned, dry.matched, dry.deleted], ['succeeded', true, 2, 1, 1])
  assert.equal((await listIds()).length, 2)

  const real = await run(id)
  assert.deepEqual([real.trigger, real.deleted, real.bytes_deleted], ['api', 1, 8])
  assert.deepEqual(await listIds(), [fresh.id])
  assert.equal((await fetch(link.storage_tier === 'hot' ? link.url : '')).status, 403)
  await assert.rejects(as('viewer').url({ params: { id: old.id } }), (error: { status: number; problem: object }) => {
    const { code, detail, sha256, policy_id } = error.problem as Record<string, string>
    assert.deepEqual([error.status, code, sha256, policy_id], [410, 'evidence_removed', old.sha256, id])
    assert.match(detail!, /retention policy removed it/)
    return true
  })
  const citing = { kind: 'compliance' as const, title: 'Cites it', evidence_ids: [old.id] }
  const { evidence_ids } = await app.client(disclosures, tenant, 'member').create({ body: citing })
  assert.deepEqual(evidence_ids, [old.id], 'removed evidence can still be cited')
  const stored: string[] = []
  for await (const { key } of deps.blobs.list(`evidence/${tenant.id}/`)) stored.push(key)
  assert.equal(stored.length, 1)
  assert.ok((await app.audit(tenant)).some((entry) => entry.reason === 'removed by policy'))
  assert.equal((await at('viewer').listPolicies({})).items[0]!.last_run_id, real.id)
})

test('no policy deletes evidence under legal hold', async () => {
  const { as, register, policy, run, listIds } = await workspace()
  const { id } = await register('held')
  await as('admin').update({ params: { id }, body: { legal_hold: true } })
  clock.advance(31 * DAY)
  for (const action of ['delete', 'tier_to_cold', 'anonymise'] as const) {
    const made = await policy({ action })
    const { status, matched, skipped_hold, deleted, tiered, anonymised } = await run(made.id)
    assert.deepEqual([status, matched, skipped_hold, deleted + tiered + anonymised], ['succeeded', 1, 1, 0], action)
    await disable(made.id)
  }
  assert.deepEqual(await listIds(), [id])
})
const disable = (id: string) =>
  deps.db.updateTable('provenance.retention_policies').set({ enabled: false }).where('id', '=', id).execute()

test('a policy selects by kind, status, tag and size, and keeps the latest versions', async () => {
  const { register, approve, policy } = await workspace()
  const first = await register('first version', { kind: 'dpa', tags: ['eu'] })
  await approve(first.id)
  const second = await register('second', { kind: 'dpa', supersedes_id: first.id })
  await approve(second.id)
  await register('x', { kind: 'policy' })
  clock.advance(31 * DAY)
  const cases: [Partial<NewRetentionPolicy>, number][] = [
    [{}, 3],
    [{ applies_to: { kinds: ['dpa', 'insurance'] } }, 2],
    [{ applies_to: { review_status: ['superseded'] } }, 1],
    [{ applies_to: { tags: ['eu', 'us'] } }, 1],
    [{ applies_to: { min_size_bytes: 2 } }, 2],
    [{ keep_last_versions: 1 }, 1],
    [{ keep_last_versions: 2 }, 0],
    [{ basis: 'superseded_at' }, 1],
    [{ basis: 'last_accessed_at' }, 0],
    [{ after_days: 32 }, 0],
  ]
  for (const [details, count] of cases) {
    const { matched_count } = await policy({ dry_run: true, ...details })
    assert.equal(matched_count, count, JSON.stringify(details))
  }
})

test('an unapproved replacement does not count as a newer version', async () => {
  const { register, approve, review, policy, run, listIds } = await workspace()
  const oldest = await register('oldest')
  await approve(oldest.id)
  const refusedOnce = await register('refused before', { supersedes_id: oldest.id })
  await review(refusedOnce.id, 'in_review')
  await review(refusedOnce.id, 'rejected')
  const current = await register('current', { supersedes_id: oldest.id })
  await approve(current.id)
  const waiting = await register('waiting', { supersedes_id: current.id })
  clock.advance(31 * DAY)
  assert.equal((await run((await policy({ keep_last_versions: 1 })).id)).deleted, 2)
  assert.deepEqual(await listIds(), [waiting.id, current.id])
})

test('evidence that matches two policies belongs to the first, and shows its deletion date', async () => {
  const { as, register, policy, run } = await workspace()
  const { id, created_at } = await register('wanted twice')
  const cold = await policy({ action: 'tier_to_cold', after_days: 10, priority: 1 })
  const gone = await policy({ after_days: 20, priority: 2 })
  const [planned] = (await as('viewer').list({})).items
  const due = new Date(Date.parse(created_at) + 20 * DAY).toISOString()
  assert.deepEqual([planned!.retention_policy_id, planned!.purge_after], [gone.id, due])
  clock.advance(21 * DAY)
  assert.equal((await run(gone.id)).matched, 0)
  assert.equal((await run(cold.id)).tiered, 1)
  assert.equal((await run(gone.id)).deleted, 1)
  await assert.rejects(as('viewer').url({ params: { id } }), refused('evidence_removed'))
})

test('a cold file is described, restored on request, and downloaded unchanged', async () => {
  const { tenant, as, at, register, policy, run } = await workspace()
  const { id, sha256 } = await register('to the cold')
  clock.advance(31 * DAY)
  const { id: policyId } = await policy({ action: 'tier_to_cold' })
  const { tiered, bytes_tiered } = await run(policyId)
  assert.deepEqual([tiered, bytes_tiered], [1, 11])
  const cold = await as('viewer').url({ params: { id } })
  assert.deepEqual(cold, {
    storage_tier: 'cold',
    title: 'Report',
    size_bytes: 11,
    sha256,
    restore: { status: 'not_requested', requested_at: null, eta: null },
  })
  const asked = await as('member').update({ params: { id }, body: { storage_tier: 'hot' } })
  assert.equal(asked.storage_tier, 'restoring')
  const waiting = await as('viewer').url({ params: { id } })
  assert.ok(waiting.storage_tier === 'restoring' && waiting.restore.status === 'in_progress')
  assert.deepEqual((await at('viewer').metrics()).pending_restores, 1)
  await restoreEvidence(deps, { tenant: tenant.id, id })
  const hot = await as('viewer').url({ params: { id } })
  assert.equal(await (await fetch(hot.storage_tier === 'hot' ? hot.url : '')).text(), 'to the cold')
  assert.equal((await run(policyId)).matched, 0, 'a file that was just restored stays hot')
  const keys: string[] = []
  for await (const { key } of deps.blobs.list('')) if (key.includes(tenant.id)) keys.push(key)
  assert.equal(keys.length, 1, 'only one copy remains')
})

test('a restore whose job was lost can be requested again', async () => {
  const { as, register, policy, run } = await workspace()
  const { id } = await register('lost on the way')
  clock.advance(31 * DAY)
  await run((await policy({ action: 'tier_to_cold' })).id)
  const ask = () => as('member').update({ params: { id }, body: { storage_tier: 'hot' } })
  const jobs = async () =>
    (await sql`select id from jobs.job where name = 'restore-evidence' and data ->> 'id' = ${id}`.execute(deps.db)).rows
  await ask()
  await ask()
  assert.equal((await jobs()).length, 1)
  await sql`delete from jobs.job where name = 'restore-evidence' and data ->> 'id' = ${id}`.execute(deps.db)
  assert.equal((await ask()).storage_tier, 'restoring')
  assert.equal((await jobs()).length, 1)
})

test('anonymizing clears user ids and keeps the file', async () => {
  const { as, register, policy, run } = await workspace()
  const { id, sha256 } = await register('kept', { description: 'By Ada', collection_procedure: 'Ask Ada' })
  clock.advance(31 * DAY)
  const { id: policyId } = await policy({ action: 'anonymise' })
  assert.equal((await run(policyId)).anonymised, 1)
  const [item] = (await as('viewer').list({})).items
  assert.deepEqual(
    [item!.uploaded_by, item!.filename, item!.description, item!.collection_procedure, item!.sha256],
    [null, null, '', '', sha256],
  )
  assert.equal((await as('viewer').url({ params: { id } })).storage_tier, 'hot')
  assert.equal((await run(policyId)).matched, 0)
})

test('a file that cannot be moved is reported, and does not stop the others', async () => {
  const { tenant, register, policy, run } = await workspace()
  const [lost] = [await register('lost'), await register('there')]
  const { storage_key } = await deps.db
    .selectFrom('provenance.evidence')
    .select('storage_key')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', lost.id)
    .executeTakeFirstOrThrow()
  await deps.blobs.delete(storage_key!)
  clock.advance(31 * DAY)
  const { id } = await policy({ action: 'tier_to_cold' })
  const { status, tiered, skipped_error, errors } = await run(id)
  assert.deepEqual([status, tiered, skipped_error], ['partial', 1, 1])
  assert.deepEqual(errors, [{ evidence_id: lost.id, reason: 'The file is missing in the store.' }])
})

test('the schedule runs enabled policies once a day, and cancels the run of a disabled one', async () => {
  const { at, register, policy, run } = await workspace()
  await register('old')
  clock.advance(31 * DAY)
  const made = await policy({ dry_run: true })
  await runRetention(deps, {})
  await runRetention(deps, {})
  const { items } = await at('viewer').listRuns({ query: { policy_id: made.id } })
  assert.deepEqual(
    items.map(({ trigger, status, actor }) => [trigger, status, actor]),
    [['schedule', 'succeeded', 'system']],
  )
  const off = await at('admin').updatePolicy({ params: { id: made.id }, body: { enabled: false } })
  assert.deepEqual([off.enabled, off.next_run_at, off.version], [false, null, 2])
  await assert.rejects(run(made.id), refused('policy_disabled'))
})

test('the metrics add up stored files', async () => {
  const { at, register } = await workspace()
  await register('12345', { kind: 'dpa' })
  await register('123', { kind: 'policy' })
  const { oldest_at, ...metrics } = await at('viewer').metrics()
  assert.ok(oldest_at)
  assert.deepEqual(metrics, {
    total_bytes: 8,
    hot_bytes: 8,
    cold_bytes: 0,
    object_count: 2,
    by_kind: [
      { kind: 'dpa', objects: 1, bytes: 5 },
      { kind: 'policy', objects: 1, bytes: 3 },
    ],
    by_tier: [{ tier: 'hot', objects: 2, bytes: 8 }],
    quota_bytes: null,
    pending_restores: 0,
    last_cleanup_run: null,
  })
})

test('policies need the Team plan and an admin, honor If-Match, and are dry runs by default', async () => {
  const free = await workspace('free')
  await assert.rejects(free.policy(), refused('team_plan_required'))
  const { at } = await workspace()
  const body = { name: 'Old', action: 'delete', after_days: 30, basis: 'created_at' } as const
  await assert.rejects(at('member').createPolicy({ body }), refused('role_too_low'))
  const headers = { 'idempotency-key': newId('key') }
  const made = await at('admin').createPolicy({ body, headers })
  assert.deepEqual(await at('admin').createPolicy({ body, headers }), made)
  assert.deepEqual([made.dry_run, made.enabled, made.keep_last_versions], [true, true, 0])
  const params = { id: made.id }
  const patch = { name: 'Older', applies_to: { kinds: ['dpa' as const] } }
  const changed = await at('admin').updatePolicy({ params, body: patch, headers: { 'if-match': '"1"' } })
  assert.deepEqual([changed.name, changed.applies_to.kinds, changed.after_days], ['Older', ['dpa'], 30])
  const stale = at('admin').updatePolicy({ params, body: patch, headers: { 'if-match': '"1"' } })
  await assert.rejects(stale, refused('stale_version'))
  const hold = at('admin').updatePolicy({ params, body: { respect_legal_hold: false } as object })
  await assert.rejects(hold, refused('invalid_body'))
})

test('a patch of the filters changes only what it names, and null clears a filter', async () => {
  const { at } = await workspace()
  const applies_to = { kinds: ['dpa' as const], tags: ['old'], min_size_bytes: 1000 }
  const body = { name: 'Old', action: 'delete', after_days: 30, basis: 'created_at', applies_to } as const
  const { id, ...made } = await at('admin').createPolicy({ body })
  const patch = async (applies_to: NonNullable<RetentionPolicyPatch['applies_to']>) =>
    (await at('admin').updatePolicy({ params: { id }, body: { applies_to } })).applies_to
  const rejected = { ...made.applies_to, review_status: ['rejected'] }
  assert.deepEqual(await patch({ review_status: ['rejected'] }), rejected)
  const anySize = { ...rejected, tags: [], min_size_bytes: null }
  assert.deepEqual(await patch({ tags: null, min_size_bytes: null }), anySize)
  assert.deepEqual(await patch({ kinds: [] }), { ...anySize, kinds: [] })
})

test('a tenant that lost the Team plan can still stop a policy, but change nothing else', async () => {
  const { tenant, at, register, policy, listIds } = await workspace()
  const { id } = await register('not to be lost')
  const params = { id: (await policy()).id }
  clock.advance(31 * DAY)
  await deps.db.updateTable('platform.tenants').set({ plan: 'free' }).where('id', '=', tenant.id).execute()
  const edit = (body: RetentionPolicyPatch) => at('admin').updatePolicy({ params, body })
  for (const body of [{ after_days: 1 }, { dry_run: false }, { enabled: true }, { enabled: false, after_days: 1 }])
    await assert.rejects(edit(body), refused('team_plan_required'))
  assert.equal((await edit({ dry_run: true })).dry_run, true)
  assert.equal((await edit({ enabled: false })).enabled, false)
  await runRetention(deps, {})
  assert.deepEqual(await listIds(), [id])
})

test('a run skips rows that no longer match, and stops when its policy is disabled', async () => {
  const { tenant, as, at, register, policy, listIds } = await workspace()
  const [first, second, third, fourth] = [
    await register('1', { tags: ['old'] }),
    await register('2', { tags: ['old'] }),
    await register('3', { tags: ['old'] }),
    await register('4', { tags: ['old'] }),
  ]
  clock.advance(31 * DAY)
  const { id } = await policy({ applies_to: { tags: ['old'] } })
  const steps = [
    () => as('member').update({ params: { id: second.id }, body: { tags: ['still needed'] } }),
    () => at('admin').updatePolicy({ params: { id }, body: { enabled: false } }),
  ]
  const blobs = {
    ...deps.blobs,
    /** Disables the policy between two rows of the run, as a user might. */
    delete: async (key: string) => {
      await deps.blobs.delete(key)
      await steps.shift()?.()
    },
  }
  const { id: run_id } = await at('admin').startRun({ body: { policy_id: id } })
  await runRetention({ ...deps, blobs }, { tenant: tenant.id, run_id })
  assert.deepEqual(await listIds(), [fourth.id, second.id])
  const [run] = (await at('viewer').listRuns({})).items
  assert.deepEqual([run!.status, run!.deleted], ['canceled', 2])
  for (const { id } of [first, third])
    await assert.rejects(as('viewer').url({ params: { id } }), refused('evidence_removed'))
})

test('a queued run is canceled if its policy is edited', async () => {
  const { tenant, at, register, policy, run, listIds } = await workspace()
  const { id } = await register('old')
  clock.advance(31 * DAY)
  for (const change of [{ dry_run: true }, { action: 'delete' as const, dry_run: false }]) {
    const made = await policy({ action: 'dry_run' in change && change.dry_run ? 'delete' : 'anonymise' })
    const asked = await at('admin').startRun({ body: { policy_id: made.id } })
    await at('admin').updatePolicy({ params: { id: made.id }, body: change })
    await runRetention(deps, { tenant: tenant.id, run_id: asked.id })
    const ended = (await at('viewer').listRuns({})).items.find((item) => item.id === asked.id)!
    assert.deepEqual([ended.status, ended.matched, ended.deleted], ['canceled', 0, 0])
    assert.ok(ended.finished_at)
    assert.deepEqual(await listIds(), [id])
    await disable(made.id)
  }
  const dry = await policy({ dry_run: true })
  assert.equal((await run(dry.id, false)).deleted, 1, 'a run requested after the edit is carried out')
})

test('a retried daily run deletes nothing after its policy was switched to dry run', async () => {
  const { tenant, at, register, policy, listIds } = await workspace()
  const { id } = await register('old')
  clock.advance(31 * DAY)
  const made = await policy()
  // A worker that was killed leaves the run in this state.
  const begun = await at('admin').startRun({ body: { policy_id: made.id } })
  await deps.db
    .updateTable('provenance.cleanup_runs')
    .set({ trigger: 'schedule', status: 'running' })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', begun.id)
    .execute()
  await at('admin').updatePolicy({ params: { id: made.id }, body: { dry_run: true } })
  await runRetention(deps, {})
  const { items } = await at('viewer').listRuns({ query: { policy_id: made.id } })
  assert.deepEqual(
    items.map(({ status, deleted }) => [status, deleted]),
    [['canceled', 0]],
  )
  assert.deepEqual(await listIds(), [id])
})

test('evidence shows its planned deletion from registration on, and a legal hold clears it', async () => {
  const { as, register, policy, approve } = await workspace()
  const made = await policy({ after_days: 20, applies_to: { kinds: ['dpa'] } })
  const { id, ...piece } = await register('new', { kind: 'dpa' })
  const due = new Date(Date.parse(piece.created_at) + 20 * DAY).toISOString()
  assert.deepEqual([piece.retention_policy_id, piece.purge_after], [made.id, due])
  assert.equal((await register('other', { kind: 'policy' })).purge_after, null)
  const edit = (body: object) => as('admin').update({ params: { id }, body })
  const held = await edit({ legal_hold: true })
  assert.deepEqual([held.retention_policy_id, held.purge_after], [null, null])
  assert.equal((await edit({ legal_hold: false })).purge_after, due)
  assert.equal((await edit({ kind: 'policy' })).purge_after, null)
  const reviewed = await policy({ basis: 'reviewed_at', priority: 0 })
  const { reviewed_at, ...verdict } = await approve(id)
  const later = new Date(Date.parse(reviewed_at!) + 30 * DAY).toISOString()
  assert.deepEqual([verdict.retention_policy_id, verdict.purge_after], [reviewed.id, later])
})

test('a stranger cannot see, change or run a policy', async () => {
  const { policy } = await workspace()
  const { id } = await policy()
  const { at } = await workspace()
  assert.deepEqual((await at('viewer').listPolicies({})).items, [])
  assert.deepEqual((await at('viewer').listRuns({ query: { policy_id: id } })).items, [])
  await assert.rejects(
    at('admin').updatePolicy({ params: { id }, body: { enabled: false } }),
    refused('policy_not_found'),
  )
  await assert.rejects(at('admin').startRun({ body: { policy_id: id } }), refused('policy_not_found'))
  await assert.rejects(app.visitor(storage).metrics(), refused('unauthenticated'))
})
