// Two tenants run the heaviest validations as often as they can, while a third has small ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Flood, flood } from '@veritrace/platform/testing/flood'
import { keepsItsPace } from '@veritrace/platform/testing/starving'
import { graphApp } from '../testing.ts'
import { PERSON, rungs, shapesTenant, turtle, waysOf } from './testing.ts'

const ENDLESS_SHAPE = turtle(`ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; ${waysOf(50)} .`)
const ENDLESS_DATA = turtle(`ex:a ex:p "x" ; ex:next ex:a0 . ${rungs(45)}`)
const PATTERN_SHAPE = turtle(
  'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:pattern "^(?:a?){1000}[bc]$" ] .',
)
const PATTERN_DATA = turtle(`ex:a ex:p "${'a'.repeat(500_000)}" .`)

test('while two tenants use all the capacity they may, a third does not wait', async (t) => {
  const app = await graphApp()
  const { tenant, keep, validate } = await shapesTenant(app)
  const { id } = await keep(PERSON)
  const data = Array.from({ length: 1_000 }, (_, i) => `<http://e.test/p${i}> a <http://e.test/Person> .`).join('\n')
  const others = await Promise.all(
    ['one', 'two'].map(async () => {
      const { keep, send } = await shapesTenant(app, 'pro')
      const [ways, pattern] = [await keep(ENDLESS_SHAPE), await keep(PATTERN_SHAPE)]
      const bodies = [
        { shapeId: ways.id, data: ENDLESS_DATA },
        { shapeId: pattern.id, data: PATTERN_DATA },
      ]
      return (): Flood => flood(6, (signal, lane) => send('/validate', bodies[lane % 2], {}, signal))
    }),
  )
  await keepsItsPace(t, {
    tenant: tenant.id,
    async light() {
      const { status, report } = await validate({ shapeId: id, data, limit: 1 })
      assert.deepEqual([status, report.total], [200, 1_000])
    },
    heavy: () => others.map((begin) => begin()),
  })
})
