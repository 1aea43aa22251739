// A thread keeps the context it has validated in memory. That must match the stored context, whatever was rejected.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphApp } from '../testing.ts'
import { PERSON, type ShapesTenant, shapesTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

/** What the shape looks at: whether the node is a person, and its names. */
interface Node {
  isPerson: boolean
  names: Set<string>
}
const conforms = ({ isPerson, names }: Node): boolean => !isPerson || names.size === 1

/** Pseudorandom numbers, the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
}

async function step(nodes: Map<string, Node>, roll: (sides: number) => number, { update }: ShapesTenant, at: object) {
  const name = `n${roll(4)}`
  const node = nodes.get(name) ?? { isPerson: false, names: new Set() }
  const text = `name ${roll(3)}`
  const [change, next] = [
    ['insert data { ex:N a ex:Person }', { ...node, isPerson: true }],
    ['delete data { ex:N a ex:Person }', { ...node, isPerson: false }],
    [`insert data { ex:N ex:name "${text}" }`, { ...node, names: new Set([...node.names, text]) }],
    [`delete data { ex:N ex:name "${text}" }`, { ...node, names: node.names.difference(new Set([text])) }],
    [`insert data { ex:N ex:other ${roll(9)} }`, node],
    [
      `delete where { ex:N ex:name ?n } ; insert data { ex:N a ex:Person ; ex:name "${text}" }`,
      { isPerson: true, names: new Set([text]) },
    ],
  ][roll(6)] as [string, Node]
  const { status } = await update(change.replaceAll('ex:N ', `ex:${name} `), { ...at })
  assert.equal(
    status,
    conforms(next) ? 200 : 422,
    `${change} on ${JSON.stringify({ ...node, names: [...node.names] })}`,
  )
  if (status === 200) nodes.set(name, next)
}

test('exactly those writes that violate the shape are rejected', async () => {
  const own = await shapesTenant(app)
  const { id } = await own.keep(PERSON, { enforced: true })
  const roll = dice(7)
  const nodes = new Map<string, Node>()
  for (let i = 0; i < 50; i++) await step(nodes, roll, own, {})
  assert.equal((await own.validate({ shapeId: id })).report.conforms, true)
})

test('the same holds if several contexts alternate and other writes come in between', async () => {
  const own = await shapesTenant(app)
  const contexts = ['one', 'two', 'three', 'four', 'five'].map((name) => ({
    at: own.at(name),
    nodes: new Map<string, Node>(),
  }))
  for (const { at } of contexts) await own.keep(PERSON, { enforced: true }, at)
  const roll = dice(11)
  for (let i = 0; i < 36; i++) {
    const { at, nodes } = contexts[roll(contexts.length)]!
    await step(nodes, roll, own, at)
    if (roll(3) === 0) await own.update(`insert data { ex:free ex:n ${i} }`, own.at('free'))
  }
})
