// Ontologies through HTTP: stored by version, read, scored, and rejected with the location of the error.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import { type NewOntology, ontologies } from '@veritrace/contract/graph/ontologies'
import { openLog } from '@veritrace/platform/log'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphTenant, refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { PITFALLS } from './scoring/pitfalls.ts'
import { openReaders } from './threads/readers.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const IRI = 'http://e.test/pets'
const TURTLE = `@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <${IRI}#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<${IRI}> a owl:Ontology . :Cat a owl:Class ; rdfs:subClassOf :Pet . :Pet a owl:Class . :tom a :Cat .
:eats a owl:ObjectProperty ; rdfs:domain :Cat .`

async function ontologyTenant() {
  const { tenant, at, iri } = await graphTenant(app)
  const as = (role: 'viewer' | 'member' | 'owner' = 'member') => app.client(ontologies, tenant, role)
  const post = (body: Partial<NewOntology> = {}, headers = at()) =>
    as().create({ body: { name: 'Pets', turtle: TURTLE, ...body }, headers })
  return { tenant, at, iri, as, post }
}

test('an ontology is stored with its counts, and the same IRI again is its next version', async () => {
  const { as, at, iri, post, tenant } = await ontologyTenant()
  const first = await post()
  assert.match(first.id, /^urn:graph:ontology:[0-9a-z]{26}$/)
  assert.deepEqual([first.name, first.iri, first.version, first.turtle], ['Pets', IRI, 1, TURTLE])
  assert.deepEqual(first.counts, { classes: 2, properties: 1, individuals: 1, axioms: 3 })
  assert.equal(first.contextId, iri('facts'))
  const second = await post({ name: 'Pets, better' })
  const other = await post({ iri: 'http://e.test/other' })
  const elsewhere = await post({}, at('more'))
  assert.deepEqual([second.version, other.version, elsewhere.version], [2, 1, 1])
  assert.deepEqual(await as('viewer').get({ params: { id: first.id }, headers: at() }), first)
  await as().delete({ params: { id: second.id.slice(-26) }, headers: at() })
  assert.equal((await post()).version, 3, 'a version number is not reused')
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(actions.filter((action) => action === 'ontology.delete').length, 1)
  assert.equal(actions.filter((action) => action === 'ontology.create').length, 5)
})

test('concurrent versions of one IRI are numbered without gaps', async () => {
  const { post } = await ontologyTenant()
  const made = await Promise.all(Array.from({ length: 6 }, () => post()))
  assert.deepEqual(made.map(({ version }) => version).toSorted(), [1, 2, 3, 4, 5, 6])
})

test('lists are paged, newest first, without the Turtle, and can be filtered by IRI', async () => {
  const { as, at, post } = await ontologyTenant()
  for (const iri of [IRI, 'http://e.test/other', IRI]) await post({ iri })
  const first = await as('viewer').list({ query: { limit: 2 }, headers: at() })
  const second = await as('viewer').list({ query: { limit: 2, cursor: first.next }, headers: at() })
  assert.deepEqual(
    [...first.items, ...second.items].map(({ iri, version }) => [iri, version]),
    [
      [IRI, 2],
      ['http://e.test/other', 1],
      [IRI, 1],
    ],
  )
  assert.ok(!('turtle' in first.items[0]!) && second.next === '')
  assert.equal((await as().list({ query: { iri: IRI }, headers: at() })).items.length, 2)
})

test('other tenants, workspaces and contexts see and delete nothing', async () => {
  const { as, at, post } = await ontologyTenant()
  const { id } = await post()
  const stranger = await ontologyTenant()
  const others: [ReturnType<typeof as>, Record<string, string>][] = [
    [stranger.as('owner'), stranger.at('facts', { wide: true })],
    [as('owner'), at('facts', { workspace: 'elsewhere', wide: true })],
    [as('owner'), at('more')],
  ]
  const missing = refused(404, 'ontology_not_found')
  for (const [client, headers] of others) {
    assert.deepEqual((await client.list({ headers })).items, [])
    await assert.rejects(client.get({ params: { id }, headers }), missing)
    await assert.rejects(client.delete({ params: { id }, headers }), missing)
    await assert.rejects(client.score({ body: { ontologyId: id }, headers }), missing)
  }
  assert.equal((await as().get({ params: { id }, headers: at('more', { wide: true }) })).id, id)
})

test('an invalid ontology is rejected with the location of the error, and nothing is stored', async () => {
  const { as, at, post } = await ontologyTenant()
  const problem = async (body: Partial<NewOntology>) => {
    const error = await post(body).then(
      () => assert.fail('it was stored'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof ApiError, String(error))
    return error
  }
  const syntax = await problem({ turtle: '@prefix a: <http://e.test/> .\na:b a:c "x' })
  assert.deepEqual([syntax.status, syntax.code, syntax.problem.line], [422, 'turtle_syntax', 2])
  assert.ok(Number(syntax.problem.column) >= 9, String(syntax.problem.column))
  const undeclared = await problem({ turtle: 'a:b a:c a:d .' })
  assert.deepEqual([undeclared.code, undeclared.problem.line, undeclared.problem.column], ['turtle_syntax', 1, 1])
  const cases: [Partial<NewOntology>, string][] = [
    [{ iri: 'not an iri' }, 'iri'],
    [{ iri: `http://e.test/${'é'.repeat(1_500)}` }, 'iri'],
    [{ turtle: '<http://e.test/a> <http://e.test/b> <http://e.test/c> .' }, 'iri'],
    [{ turtle: `${TURTLE} <http://e.test/more> a owl:Ontology .` }, 'iri'],
    [{ turtle: '# nothing' }, 'turtle'],
    [{ turtle: '' }, 'turtle'],
    [{ turtle: `# ${'é'.repeat(5_000_000)}` }, 'turtle'],
    [{ name: ' ' }, 'name'],
  ]
  for (const [body, path] of cases) {
    const { status, problem: found } = await problem(body)
    assert.deepEqual([status, (found.errors as { path: string }[])[0]?.path], [422, path], JSON.stringify(found))
  }
  assert.deepEqual((await as().list({ headers: at() })).items, [])
})

test('lists nested 10,000 levels deep can be read', async () => {
  const { as, at } = await ontologyTenant()
  const deep = `<http://e.test/a> <http://e.test/b> ${'('.repeat(10_000)}${')'.repeat(10_000)} .`
  assert.equal((await as().score({ body: { turtle: deep }, headers: at() })).grade, 'F')
})

test('a stored ontology and the same Turtle get the same score, in the specified format', async () => {
  const { as, at, post } = await ontologyTenant()
  const { id } = await post()
  const kept = await as('viewer').score({ body: { ontologyId: id }, headers: at() })
  assert.deepEqual(await as('viewer').score({ body: { turtle: TURTLE }, headers: at() }), kept)
  assert.deepEqual(Object.keys(kept), ['score', 'grade', 'dimensions'])
  assert.deepEqual(Object.keys(kept.dimensions), ['documentation', 'structure', 'consistency', 'reuse', 'conventions'])
  for (const dimension of Object.values(kept.dimensions)) {
    assert.deepEqual(Object.keys(dimension), ['weight', 'score', 'findings'])
    for (const finding of dimension.findings)
      assert.deepEqual(Object.keys(finding).toSorted(), ['fix', 'message', 'pitfall', 'severity', 'subject'])
  }
  const unlabelled = kept.dimensions.documentation.findings.filter(({ pitfall }) => pitfall === 'P01')
  assert.deepEqual(
    unlabelled.map(({ subject }) => subject),
    [`${IRI}#Cat`, `${IRI}#Pet`, `${IRI}#eats`],
  )
  const { items, weights, grades } = await as('viewer').pitfalls({ headers: at() })
  assert.deepEqual(items, PITFALLS)
  assert.deepEqual([weights.documentation, grades.A], [0.25, 90])
})

test('a score needs exactly one ontology, stored or sent', async () => {
  const { as, at } = await ontologyTenant()
  for (const body of [{}, { ontologyId: 'x', turtle: TURTLE }, { turtle: '' }, { text: 'x' }])
    await assert.rejects(as().score({ body, headers: at() }), refused(422, 'invalid_body'))
  await assert.rejects(as().score({ body: { turtle: '# nothing' }, headers: at() }), refused(422, 'invalid_body'))
  await assert.rejects(as().score({ body: { ontologyId: 'x' }, headers: at() }), refused(404, 'ontology_not_found'))
})

test('reading stops at its time limit, waits in a short queue, and continues with a new thread', async () => {
  const readers = openReaders({ log: openLog('silent'), threads: 1, limitMs: 1, mostWaiting: 1 })
  const large = TURTLE + Array.from({ length: 4_000 }, (_, n) => `:c${n} a owl:Class .`).join('\n')
  const code = (asked: Promise<unknown>) =>
    asked.then(
      () => 'read',
      (error: { code?: string }) => error.code,
    )
  const asked = [1, 2, 3].map(() => code(readers.ask({ tenant: 'one' }, 'score', large)))
  assert.deepEqual(await Promise.all(asked), ['too_large_to_analyse', 'too_large_to_analyse', 'unavailable'])
  await readers.close()
  assert.equal(await code(readers.ask({ tenant: 'one' }, 'score', TURTLE)), 'unavailable')
})
