// A change is validated outside its transaction while another process, which does not use these queues, writes.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { openLog } from '@veritrace/platform/log'
import type { TestApp } from '@veritrace/platform/testing/app'
import { contextIri } from '../scope/rules.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { supportsCopy } from '../statements/write-store.ts'
import { graphApp } from '../testing.ts'
import { enforcedShapes } from './enforce-shapes.ts'
import { PERSON, shapesTenant } from './testing.ts'
import { openValidators } from './threads/pool.ts'
import { openTrials } from './trials.ts'

const enforcers = openValidators({ log: openLog('silent') })
let app: TestApp
before(async () => {
  app = await graphApp()
})
after(() => enforcers.close())

const ADA = '<http://e.test/ada> <http://e.test/name>'
const OTHERS = '<http://e.test/ada> <http://e.test/says>'

async function personValidatedOutside() {
  const { tenant, keep, count } = await shapesTenant(app)
  await keep(PERSON, { enforced: true })
  const { platform } = app
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), context: 'facts' }
  const trials = openTrials({ db: platform.db, enforcers })
  const own = { ...platform, checks: enforcedShapes({ enforcers, validators: enforcers }) }
  const lines = (...texts: string[]) =>
    texts.map((text) => ({ line: `${text} <${contextIri(tenant.id, tenant.id, 'facts')}> .` }))
  let tries = 0
  return {
    count,
    tries: () => tries,
    /** After each attempt another writer asserts one of these, before the next attempt. */
    name: (...others: string[]) => {
      const assert = lines(`<http://e.test/ada> <${TYPE}> <http://e.test/Person>`, `${ADA} "Ada"`)
      const trial = { ...trials.open(caller), slow: { has: () => true, add() {}, delete() {} } }
      const outside = AsyncLocalStorage.snapshot()
      const said: Promise<unknown>[] = []
      const say = (other: string) =>
        transact(platform.db, (tx) => changeStatements(platform, tx, caller, { assert: lines(other) }))
      const work = async (tx: typeof platform.db) => {
        await Promise.all(said)
        tries++
        return changeStatements(own, tx, caller, { assert }).finally(() => {
          const other = others.shift()
          if (other) said.push(outside(() => say(other)))
        })
      }
      return trials.transact(caller, work, trial).finally(() => Promise.all(said))
    },
  }
}
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

test('the verdict is valid if no one else writes', async () => {
  const { name, tries, count } = await personValidatedOutside()
  await name()
  assert.deepEqual([tries(), await count()], [2, 2])
})

test('the verdict is valid if other writes do not affect the shape', async () => {
  const { name, tries, count } = await personValidatedOutside()
  await name(`${OTHERS} "a"`, `${OTHERS} "b"`)
  assert.deepEqual([tries(), await count()], [2, 4])
})

test('the verdict is invalid if other writes affect the shape, and validation is repeated', async () => {
  const { name, tries, count } = await personValidatedOutside()
  await assert.rejects(name(`${ADA} "Eve"`), { code: 'shape_violated' })
  assert.deepEqual([tries(), await count()], [3, 1])
})

test('a change that is overtaken repeatedly locks the workspace, or fails if all tenants would have to wait', async () => {
  const { name, tries, count } = await personValidatedOutside()
  const named = name(...['a', 'b', 'c', 'd'].map((one) => `${ADA.replace('ada', one)} "x"`))
  if (supportsCopy(app.platform.db)) await named
  else await assert.rejects(named, { code: 'unavailable' })
  assert.equal(tries(), 5)
  assert.equal(await count(), supportsCopy(app.platform.db) ? 6 : 4)
})
