// A customer's data is inaccessible to others. Driven by the contract: new operations are tried automatically by a
// stranger who knows the names of everything that the owner has.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { strictServer } from './own-server.ts'
import { type Answer, isRestless, openWorld, readings, rows, type World } from './strangers/world.ts'

let world: World
const read = new Map<string, Answer>()

describe('strangers', () => {
  before(async () => {
    world = await openWorld(await strictServer())
    for (const row of readings) read.set(row.endpoint.line, await world.ask(row, 'owner'))
  })

  test('the owner reads everything, including the mark', () => {
    const failed = [...read].filter(([, { status }]) => status !== 200)
    assert.deepEqual(failed, [])
    const marked = [...read.values()].filter(({ text }) => text.includes(world.mark)).length
    assert.ok(marked >= 45, `only ${marked} responses contain the mark`)
  })

  for (const row of rows) {
    const { line } = row.endpoint
    test(`${line} does not reveal the owner's data to a stranger`, async () => {
      const { status, text, isAboutTheirs, isUnderstood } = await world.ask(row, 'stranger')
      assert.ok(!text.includes(world.mark), `${line}: ${status} ${text}`)
      assert.ok(status < 500 || text.includes('billing_not_configured'), `${line}: ${status} ${text}`)
      const allowed = isUnderstood ? [403, 404] : [403, 404, 422]
      if (isAboutTheirs) assert.ok(allowed.includes(status) || isUnknown(text), `${line}: ${status} ${text}`)
    })
  }

  test("the owner's data is unchanged", async () => {
    for (const row of readings.filter((one) => !isRestless(one))) {
      const { line } = row.endpoint
      assert.equal((await world.ask(row, 'owner')).text, read.get(line)?.text, line)
    }
  })
})

/** The error for a body that names something that does not exist. */
const isUnknown = (text: string): boolean => /"code":"(?:unknown_reference|upload_[a-z_]+)"/.test(text)
