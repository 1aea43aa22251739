import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLog } from '../log.ts'
import { watchReadiness } from './watch.ts'

const log = openLog('silent')

test('frequent probes cost nothing: each check runs at its own pace', async (t) => {
  const asked = { often: 0, seldom: 0 }
  const watch = watchReadiness(
    [
      { name: 'often', everyMs: 20, check: async () => void asked.often++ },
      { name: 'seldom', everyMs: 60_000, check: async () => void asked.seldom++ },
    ],
    log,
  )
  t.after(watch.stop)
  for (let i = 0; i < 500; i++) await watch.read()
  assert.deepEqual(asked, { often: 1, seldom: 1 })
  while (asked.often < 3) await sleep(10)
  assert.equal(asked.seldom, 1)
})

test('only changes are logged, once', async (t) => {
  const lines: { level: string; msg: string; check: string; err?: { message: string } }[] = []
  const heard = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  let works = false
  let asked = 0
  const check = async () => {
    asked++
    if (!works) throw new Error('connect ECONNREFUSED')
  }
  const watch = watchReadiness([{ name: 'mail', check, optional: true, everyMs: 5 }], heard)
  t.after(watch.stop)
  assert.equal((await watch.read()).status, 'degraded')
  while (asked < 20) await sleep(5)
  works = true
  while ((await watch.read()).status !== 'ok') await sleep(5)
  for (const enough = asked + 10; asked < enough; ) await sleep(5)
  assert.deepEqual(
    lines.map(({ level, msg, check: name, err }) => [level, msg, name, err?.message]),
    [
      ['warn', 'a readiness check failed', 'mail', 'connect ECONNREFUSED'],
      ['info', 'a readiness check passes again', 'mail', undefined],
    ],
  )
})

test('the first probe does not wait for a hanging optional check, and a later one names it', async (t) => {
  const hangs = () => new Promise<void>(() => {})
  const checks = [
    { name: 'database', check: async () => {} },
    { name: 'mail', check: hangs, optional: true as const, limitMs: 2_500 },
  ]
  const watch = watchReadiness(checks, log)
  t.after(watch.stop)
  const began = performance.now()
  assert.deepEqual(Object.keys((await watch.read()).checks), ['database'])
  assert.ok(performance.now() - began < 2_000)
  for (let tries = 0; ; tries++) {
    const { status, checks: found } = await watch.read()
    if (status === 'degraded') return assert.equal(found.mail?.status, 'timeout')
    assert.ok(tries < 200)
    await sleep(25)
  }
})
