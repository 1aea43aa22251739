import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../log.ts'
import { openReadiness } from './health.ts'

const log = openLog('silent')
const works = { name: 'works', check: async () => {} }
const broken = {
  name: 'broken',
  check: async () => {
    throw new Error('no')
  },
}

test('status is ok if all checks pass, down if a required one fails, degraded otherwise', async () => {
  const cases = [
    { checks: [], status: 'ok' },
    { checks: [works], status: 'ok' },
    { checks: [works, broken], status: 'down' },
    { checks: [works, { ...broken, optional: true as const }], status: 'degraded' },
    { checks: [broken, { ...broken, name: 'other', optional: true as const }], status: 'down' },
  ]
  for (const { checks, status } of cases) assert.equal((await openReadiness(checks, log)()).status, status)
})

test('each check has its status and duration, and a check that throws immediately has failed', async () => {
  const throws = {
    name: 'throws',
    check: () => {
      throw new Error('at once')
    },
  }
  const { checks } = await openReadiness([works, throws], log)()
  assert.deepEqual([checks.works?.status, checks.throws?.status], ['ok', 'failed'])
  assert.ok(Number.isInteger(checks.works?.latency_ms))
})

test('a hanging check times out, and is not started again while it hangs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let asked = 0
  const hangs = {
    name: 'hangs',
    check: () => {
      asked++
      return promise
    },
  }
  const readiness = openReadiness([hangs], log, 20)
  for (let i = 0; i < 3; i++) assert.equal((await readiness()).checks.hangs?.status, 'timeout')
  assert.equal(asked, 1)
  resolve()
  await promise
  assert.equal((await readiness()).checks.hangs?.status, 'ok')
})

test('simultaneous requests share one result', async () => {
  let asked = 0
  const counts = {
    name: 'counts',
    check: async () => {
      asked++
    },
  }
  const readiness = openReadiness([counts], log)
  await Promise.all(Array.from({ length: 50 }, readiness))
  assert.equal(asked, 1)
  await readiness()
  assert.equal(asked, 2)
})
