// What the graph should contain after a project is deleted and restored, as reported by the status endpoint.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { graphProjection } from '@veritrace/contract/casework/graph'
import { caseTenant } from '../cases/testing.ts'
import { SHARED } from '../model/scope.ts'
import { caseProjection } from '../projections/case-projection.ts'
import { estateProjection } from '../projections/estate-projection.ts'
import { type CaseworkApp, caseworkApp, openTestDeps } from '../testing.ts'
import { openKnowledge } from './open-knowledge.ts'
import { takeContext } from './outbox-store.ts'
import { syncUnderLease } from './run-outbox.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

test('deleting a project removes the statements of its cases from the graph, and restoring it brings them back', async () => {
  const { tenant, headers, api, project, open, investigate, projects } = await caseTenant(app)
  const params = { id: await project() }
  const { id: caseId } = await open(params.id)
  await investigate(caseId)
  const names = [`case.${caseId}`, `estate.${params.id}`]

  const opened = await openTestDeps(app, SHARED)
  const { deps, close } = openKnowledge(opened.deps, [estateProjection(opened.deps), caseProjection(opened.deps)])
  /** Syncs the due contexts among the two. Without a graph they are put back. */
  const sync = async (): Promise<string[]> => {
    const due: string[] = []
    for (const name of names) {
      const context = { tenant: tenant.id, workspace: 'main', name }
      if (await syncUnderLease(deps, (holder) => takeContext(deps.db, context, holder))) due.push(name)
    }
    return due
  }
  /** Simulates a completed sync. */
  const forget = () => deps.db.deleteFrom('casework.outbox').where('tenant_id', '=', tenant.id).execute()
  const seen = async () => {
    const { contexts } = await api(graphProjection).status({ headers })
    const own = names.map((name) => contexts.find((context) => context.name === name)!)
    return own.map(({ state, error, statements_expected }) => ({ state, error, statements_expected }))
  }
  const remove = () => projects('admin').remove({ params, query: { cascade: true }, headers })
  const restore = () => projects('admin').update({ params, body: { status: 'active' }, headers })
  try {
    assert.deepEqual(await sync(), names)
    const synced = await seen()
    assert.ok(synced.every(({ statements_expected }) => statements_expected > 0))
    const empty = { state: 'missing', error: null, statements_expected: 0 }

    // The case was still waiting to be synced.
    await remove()
    assert.deepEqual(await sync(), names)
    assert.deepEqual(await seen(), [empty, empty])

    await forget()
    await restore()
    assert.deepEqual(await sync(), names)
    assert.deepEqual(await seen(), synced)

    await forget()
    await remove()
    assert.deepEqual(await sync(), names, 'the synced statements are removed')
    assert.deepEqual(await seen(), [empty, empty])

    await restore()
    await forget()
    await projects().update({ params, body: { system: { sid: 'QAS' } }, headers })
    assert.deepEqual(await sync(), names, 'the system is part of the names in the statements of cases')
  } finally {
    await close()
    await opened.close()
  }
})
