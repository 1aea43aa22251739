// What the graph is to be told of a project that is deleted and brought back, seen in the status through HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { graphProjection } from '@veritrace/contract/casework/graph'
import { caseTenant } from '../cases/testing.ts'
import { SHARED } from '../model/scope.ts'
import { type CaseworkApp, caseworkApp, openBeside } from '../testing.ts'
import { openKnowledge } from './open-knowledge.ts'
import { takeContext } from './outbox-store.ts'
import { tellUnderLease } from './run-outbox.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

test('a deleted project takes what its cases say out of the graph, and brings it back with it', async () => {
  const { tenant, headers, api, project, open, investigate, projects } = await caseTenant(app)
  const params = { id: await project() }
  const { id: caseId } = await open(params.id)
  await investigate(caseId)
  const names = [`case.${caseId}`, `estate.${params.id}`]

  const beside = await openBeside(app, SHARED)
  const { deps, close } = openKnowledge(beside.deps)
  /** Which of the two are due, and what they would say: without a graph they wait after that. */
  const tell = async (): Promise<string[]> => {
    const due: string[] = []
    for (const name of names) {
      const context = { tenant: tenant.id, workspace: 'main', name }
      if (await tellUnderLease(deps, (holder) => takeContext(deps.db, context, holder))) due.push(name)
    }
    return due
  }
  /** As if the graph had been told all of it. */
  const forget = () => deps.db.deleteFrom('casework.outbox').where('tenant_id', '=', tenant.id).execute()
  const seen = async () => {
    const { contexts } = await api(graphProjection).status({ headers })
    const own = names.map((name) => contexts.find((context) => context.name === name)!)
    return own.map(({ state, error, statements_expected }) => ({ state, error, statements_expected }))
  }
  const remove = () => projects('admin').remove({ params, query: { cascade: true }, headers })
  const restore = () => projects('admin').update({ params, body: { status: 'active' }, headers })
  try {
    assert.deepEqual(await tell(), names)
    const said = await seen()
    assert.ok(said.every(({ statements_expected }) => statements_expected > 0))
    const silent = { state: 'missing', error: null, statements_expected: 0 }

    // What was still to be told of the case.
    await remove()
    assert.deepEqual(await tell(), names)
    assert.deepEqual(await seen(), [silent, silent])

    await forget()
    await restore()
    assert.deepEqual(await tell(), names)
    assert.deepEqual(await seen(), said)

    await forget()
    await remove()
    assert.deepEqual(await tell(), names, 'what was told is taken back')
    assert.deepEqual(await seen(), [silent, silent])

    await restore()
    await forget()
    await projects().update({ params, body: { system: { sid: 'QAS' } }, headers })
    assert.deepEqual(await tell(), names, 'the system is part of the names that cases speak of')
  } finally {
    await close()
    await beside.close()
  }
})
