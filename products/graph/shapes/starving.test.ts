// Two tenants that validate the heaviest there is, as often as they can, and a third who has little to ask.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { PERSON, rungs, shapesTenant, turtle, waysOf } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const ENDLESS_SHAPE = turtle(`ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; ${waysOf(50)} .`)
const ENDLESS_DATA = turtle(`ex:a ex:p "x" ; ex:next ex:a0 . ${rungs(45)}`)
const PATTERN_SHAPE = turtle(
  'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:pattern "^(?:a?){1000}[bc]$" ] .',
)
const PATTERN_DATA = turtle(`ex:a ex:p "${'a'.repeat(500_000)}" .`)

/** One after the other, until it is ended: as many at a time as a tenant might send. */
async function attack(): Promise<{ end(): Promise<void> }> {
  const { keep, send } = await shapesTenant(app, 'pro')
  const over = new AbortController()
  const [ways, pattern] = [await keep(ENDLESS_SHAPE), await keep(PATTERN_SHAPE)]
  const ask = async (lane: number): Promise<void> => {
    const body = lane % 2 === 0 ? { shapeId: ways.id, data: ENDLESS_DATA } : { shapeId: pattern.id, data: PATTERN_DATA }
    while (!over.signal.aborted) await send('/validate', body, {}, over.signal).catch(() => undefined)
  }
  const lanes = Array.from({ length: 6 }, (_, lane) => ask(lane))
  return {
    async end() {
      over.abort()
      await Promise.all(lanes)
    },
  }
}

const ROUNDS = 5

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

test('while two tenants take all they can, there is a round in which a third waits at most twice as long as alone', async (t) => {
  const { keep, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const data = Array.from({ length: 1_000 }, (_, i) => `<http://e.test/p${i}> a <http://e.test/Person> .`).join('\n')
  const p50 = async (): Promise<number> => {
    const times: number[] = []
    for (let i = 0; i < 15; i++) {
      const began = performance.now()
      const { status, report } = await validate({ shapeId: id, data, limit: 1 })
      times.push(performance.now() - began)
      assert.deepEqual([status, report.total], [200, 1_000])
    }
    return median(times)
  }
  await p50()
  const seen: number[] = []
  // What else the machine does can only spoil a round; a pool that lets itself be taken spoils every one.
  while (seen.every((ratio) => ratio > 2) && seen.length < ROUNDS) {
    const alone = await p50()
    const attacks = await Promise.all([attack(), attack()])
    // Who has only just begun has used no more than others.
    await setTimeout(2_500)
    const beside = await p50()
    await Promise.all(attacks.map(({ end }) => end()))
    seen.push(beside / alone)
    t.diagnostic(`p50 alone ${alone.toFixed(1)} ms, beside the attack ${beside.toFixed(1)} ms`)
  }
  assert.ok(
    seen.at(-1)! <= 2,
    `beside the attack it took ${seen.map((ratio) => ratio.toFixed(1)).join(', ')} times as long`,
  )
})
