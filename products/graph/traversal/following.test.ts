// Changes are visible to walks immediately, and the result does not depend on how the edges were loaded.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sparql } from '@veritrace/contract/graph/sparql'
import type { TraversalRequest } from '@veritrace/contract/graph/traversal'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { openLog } from '@veritrace/platform/log'
import type { TestApp } from '@veritrace/platform/testing/app'
import fc from 'fast-check'
import type { Scope } from '../scope/scope.ts'
import { changeStatements, type StatementChange } from '../statements/change-statements.ts'
import { deleteChangesBefore } from '../statements/change-store.ts'
import { graphApp } from '../testing.ts'
import { type IndexOptions, openIndexes } from './indexes.ts'
import { E, edge, literal, nodesIn, traversalTenant } from './testing.ts'
import { traverse } from './traverse.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'

test('asserted, retracted and updated statements affect walks immediately', async () => {
  const { tenant, as, at, walk, say } = await traversalTenant(app)
  const update = (body: string) =>
    app.client(sparql, tenant, 'member').update({
      body: `prefix e: <${E}> ${body}`,
      headers: { ...at(), 'content-type': 'application/sparql-update' },
    })
  const reached = async () => nodesIn(await walk('a', { depth: 4 }))
  assert.equal(await reached(), 'a0')
  const { id } = await as().create({ body: edge('a to b'), headers: at() })
  assert.equal(await reached(), 'a0 b1')
  await say([edge('b to c')])
  assert.equal(await reached(), 'a0 b1 c2')
  await update('insert data { e:c e:to e:d , "text" . e:d e:to _:x }')
  assert.match(await reached(), /^a0 b1 c2 d3 _:\S+4$/)
  await update('delete where { e:d ?p ?o }')
  assert.equal(await reached(), 'a0 b1 c2 d3')
  await as().delete({ params: { id }, headers: at() })
  assert.equal(await reached(), 'a0')
  await as().create({ body: edge('a to b'), headers: at() })
  assert.equal(await reached(), 'a0 b1 c2 d3')
  await update('clear all')
  assert.equal(await reached(), 'a0')
})

test('new confidence and new labels are returned immediately', async () => {
  const { at, as, walk, say } = await traversalTenant(app)
  const first = async () => {
    const { nodes, edges } = await walk('a')
    return [edges[0]?.confidence, nodes[1]?.label]
  }
  await say([edge('a to b')])
  assert.deepEqual(await first(), [null, null])
  for (const confidence of [0.3, 0, 1e-9, 1]) {
    await say([edge('a to b', { confidence })])
    assert.deepEqual(await first(), [confidence, null])
  }
  await say([edge('a to b', { source: 'x' })])
  assert.deepEqual(await first(), [1, null])
  assert.equal(nodesIn(await walk('a', { minConfidence: 1 })), 'a0 b1')
  const { ids } = await say([literal('b', LABEL, 'Bär', { language: 'de' }), literal('b', LABEL, 'bear "x"\n')])
  assert.deepEqual(await first(), [1, 'bear "x"\n'])
  await as().delete({ params: { id: ids[1]! }, headers: at() })
  assert.deepEqual(await first(), [1, 'Bär'])
  await as().delete({ params: { id: ids[0]! }, headers: at() })
  assert.deepEqual(await first(), [1, null])
})

/** A workspace that is changed and walked without HTTP. */
async function workspace() {
  const { tenant, iri } = await traversalTenant(app)
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const longAgo = { ...app.platform, clock: fakeClock(new Date('2001-01-01')) }
  const scope = (context?: string): Scope => ({
    tenant: tenant.id,
    workspace: tenant.id,
    context: context ?? 'one',
    contextId: iri(context ?? 'one'),
    width: context === undefined ? 'workspace' : 'context',
  })
  return {
    iri,
    change: (change: StatementChange) =>
      transact(app.platform.db, (tx) => changeStatements(longAgo, tx, caller, change)),
    /** A traverser with separate indexes. */
    walker: (options: IndexOptions = {}) => {
      const indexes = openIndexes({ db: app.platform.db, log: openLog('silent') }, options)
      return {
        walk: (request: TraversalRequest, context?: string) =>
          traverse({ db: app.platform.db, indexes }, scope(context), request),
        stats: indexes.stats,
      }
    },
  }
}

const OBJECTS = [
  ...['a', 'b', 'c', 'd'].map((name) => `<${E}${name}>`),
  '_:x',
  '_:y',
  '"label"',
  '"Label"@de',
  '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
]
const PREDICATES = [`${E}p`, `${E}q`, LABEL, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type']
const statement = fc.record({
  subject: fc.constantFrom(...OBJECTS.slice(0, 6)),
  predicate: fc.constantFrom(...PREDICATES),
  object: fc.constantFrom(...OBJECTS),
  context: fc.constantFrom('one', 'two'),
})
const metadata = fc.constantFrom({}, { confidence: 0.25 }, { confidence: 0.75 }, { source: 'x' })
const changes = fc.array(
  fc.record({
    assert: fc.array(fc.tuple(statement, metadata), { maxLength: 8 }),
    retract: fc.array(statement, { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const requests = fc.array(
  fc.record(
    {
      start: fc.constantFrom(`${E}a`, `${E}b`, '_:x'),
      direction: fc.constantFrom('out', 'in', 'both'),
      depth: fc.integer({ min: 1, max: 8 }),
      limit: fc.integer({ min: 1, max: 12 }),
      predicates: fc.subarray(PREDICATES),
      minConfidence: fc.constantFrom(0, 0.5),
      where: fc.constantFrom({ [`${E}p`]: 1 }, { [LABEL]: 'label' }, { [PREDICATES[3]!]: `${E}c` }),
    },
    { requiredKeys: ['start'] },
  ),
  { minLength: 1, maxLength: 4 },
)

test('followed, rebuilt or read from the database, the result is exactly the same', async () => {
  const property = fc.asyncProperty(changes, requests, async (steps, asked) => {
    const { change, walker, iri } = await workspace()
    const [followed, fromDatabase] = [walker(), walker({ maxEdges: -1 })]
    const lineOf = (s: { subject: string; predicate: string; object: string; context: string }) =>
      `${s.subject} <${s.predicate}> ${s.object} <${iri(s.context)}> .`
    for (const { assert: asserted, retract } of steps) {
      await change({
        assert: asserted.map(([one, about]) => ({ line: lineOf(one), metadata: about })),
        retract: retract.map(lineOf),
      })
      for (const request of asked)
        for (const context of ['one', undefined]) {
          const found = await followed.walk(request, context)
          assert.deepEqual(await fromDatabase.walk(request, context), found)
          assert.deepEqual(await walker().walk(request, context), found)
        }
    }
    assert.deepEqual([followed.stats().workspaces, fromDatabase.stats().workspaces], [1, 0])
  })
  await fc.assert(property, { numRuns: 4 })
})

test('if the log does not reach back far enough, the edges are reloaded', async () => {
  const { change, walker, iri } = await workspace()
  const line = (name: string) => ({ line: `<${E}a> <${E}to> <${E}${name}> <${iri('one')}> .` })
  const { walk } = walker()
  await change({ assert: [line('b')] })
  assert.equal(nodesIn(await walk({ start: `${E}a` })), 'a0 b1')
  await change({ assert: [line('c')] })
  await deleteChangesBefore(app.platform.db, new Date('2001-01-02'))
  assert.equal(nodesIn(await walk({ start: `${E}a` })), 'a0 b1 c1')
})

test('the number of edges in memory is limited', async () => {
  const [one, two] = [await workspace(), await workspace()]
  const lines = (iri: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ line: `<${E}a> <${E}to> <${E}${i}> <${iri}> .` }))
  for (const { change, iri } of [one, two]) await change({ assert: lines(iri('one'), 6) })
  const indexes = openIndexes({ db: app.platform.db, log: openLog('silent') }, { maxEdges: 10 })
  const scopeOf = (contextId: string): Scope => {
    const id = contextId.split(':')[2]!
    return { tenant: id, workspace: id, context: 'one', contextId, width: 'context' }
  }
  const count = async ({ iri }: typeof one) =>
    (await traverse({ db: app.platform.db, indexes }, scopeOf(iri('one')), { start: `${E}a` })).edges.length
  assert.deepEqual([await count(one), indexes.stats()], [6, { workspaces: 1, edges: 6 }])
  assert.deepEqual([await count(two), indexes.stats()], [6, { workspaces: 1, edges: 6 }])
  assert.equal(await count(one), 6)
  await one.change({ assert: lines(one.iri('one'), 12) })
  assert.deepEqual([await count(one), indexes.stats()], [12, { workspaces: 0, edges: 0 }])
})

test('a large workspace can be walked while its index is being built', async () => {
  const { change, walker, iri } = await workspace()
  await change({
    assert: Array.from({ length: 2_000 }, (_, i) => ({
      line: `<${E}${i % 50}> <${E}to> <${E}${i}> <${iri('one')}> .`,
    })),
  })
  const { walk, stats } = walker({ waitFor: 100 })
  const early = await walk({ start: `${E}1`, depth: 2 })
  while (stats().workspaces === 0) await new Promise(setImmediate)
  assert.deepEqual(await walk({ start: `${E}1`, depth: 2 }), early)
  assert.deepEqual([stats().edges, early.edges.length], [2_000, 40])
})
