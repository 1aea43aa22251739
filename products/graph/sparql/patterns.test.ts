// REGEX and REPLACE run in the engine, whose matcher takes linear time: no pattern blocks it, and an unsupported
// pattern matches nothing.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { shapesTenant } from '../shapes/testing.ts'
import { graphApp } from '../testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

async function asking() {
  const { send } = await shapesTenant(app)
  return async (expression: string) => {
    const query = `select (${expression} as ?x) {}`
    const type = { 'content-type': 'application/sparql-query', accept: 'text/csv' }
    const answer = await send('/sparql', query, { ...type, 'x-query-timeout-ms': '4000' })
    return { status: answer.status, value: (await answer.text()).trim().split(/\r?\n/)[1] ?? '' }
  }
}

test('no pattern in a query takes long, whatever its flags', async () => {
  const ask = await asking()
  const hostile = JSON.stringify(`${'a'.repeat(20_000)}!`)
  for (const pattern of ['^(a+)+$', '^(a|a)*$', '(a|aa)+$', '(.*)*[xy]$', '^(([a-z])+.)+[A-Z]$', '(a?){50}[bc]'])
    for (const flags of ['', 'i', 's', 'm', 'x', 'smix']) {
      const { status, value } = await ask(`regex(${hostile}, ${JSON.stringify(pattern)}, "${flags}")`)
      assert.deepEqual([status, value], [200, 'false'], `${pattern} ${flags}`)
    }
  const replaced = await ask(`strlen(replace(${hostile}, "(a+)+!", "b"))`)
  assert.deepEqual(replaced, { status: 200, value: '1' })
})

test('a pattern with lookaround or backreferences, or one that is too large, matches nothing', async () => {
  const ask = await asking()
  for (const pattern of ['(?=a)a', '(a)\\\\1', '((a{1000}){1000}){1000}']) {
    const { status, value } = await ask(`regex("aa", "${pattern}")`)
    assert.deepEqual([status, value], [200, ''], pattern)
  }
})
