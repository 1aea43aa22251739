// No request can read or change statements outside its scope. The victims are another tenant, another workspace of the
// same tenant, and another context of the same workspace.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { contextIri } from '../scope/rules.ts'
import { CHANGES, FOREIGN_SYNTAX, GUESSES, READS, SPELLINGS } from './hostile-texts.ts'
import { openSparqlApp, type Sent, type SparqlApp, type Tenant } from './testing.ts'

/** Occurs in all data of a victim, and in no request. */
const SECRET = 'the-word-of-the-victim'
const OWN = 'the-word-of-the-caller'

interface Victim {
  name: string
  tenant: Tenant
  workspace: string
  context: string
}

let app: SparqlApp
let caller: Tenant
let victims: Victim[]
let untouched: string[]
const canary = { server: undefined as unknown as Server, url: '', hits: 0 }
before(async () => {
  app = await openSparqlApp()
  caller = await app.tenant()
  const other = await app.tenant()
  victims = [
    { name: 'another tenant', tenant: other, workspace: other.id, context: 'main' },
    { name: 'another workspace', tenant: caller, workspace: 'vault', context: 'main' },
    { name: 'another context', tenant: caller, workspace: caller.id, context: 'secret' },
  ]
  for (const id of ['vault', 'third']) await app.app.workspace(caller, id)
  for (const victim of victims) await fill(victim)
  await restore()
  untouched = await Promise.all(victims.map(digest))
  canary.server = createServer((_request, response) => {
    canary.hits++
    response.end(`<a:a> <a:b> "${SECRET}" .`)
  })
  await new Promise<void>((done) => canary.server.listen(0, '127.0.0.1', done))
  canary.url = `http://127.0.0.1:${(canary.server.address() as AddressInfo).port}/`
})
after(async () => {
  canary.server.close()
  await app.close()
})

/** Adds statements with metadata, so that the metadata graph has secrets, too. */
async function fill({ tenant, workspace, context }: Victim): Promise<void> {
  const iri = { subject: 'urn:known', predicate: 'urn:is', object: 'urn:there', objectType: 'iri' }
  const word = { subject: `urn:${SECRET}`, predicate: 'urn:says', object: SECRET, objectType: 'literal' }
  const statements = [iri, word, { ...word, subject: 'urn:known' }].map((statement) => ({
    ...statement,
    metadata: { confidence: 0.5, source: SECRET },
  }))
  const sent = { workspace, context, method: 'POST', headers: { 'content-type': 'application/json' } }
  const stored = await app.send(tenant, '/statements/batch', { ...sent, body: JSON.stringify({ statements }) })
  assert.equal(stored.status, 200, await stored.text())
}

/** All contents of a victim's context, as its owner reads them from the engine and the database. */
async function digest({ tenant, workspace, context }: Victim): Promise<string> {
  const text = 'select * { graph ?g { ?s ?p ?o } } order by ?g ?s ?p ?o'
  const meta = `select * { graph <${contextIri(tenant.id, workspace, context)}/meta> { ?s ?p ?o } } order by ?s ?p ?o`
  const parts = [
    await app.ask(tenant, text, { workspace, context }),
    await app.ask(tenant, meta, { workspace, context }),
    await app.send(tenant, '/statements/stats', { workspace, context }),
  ]
  for (const part of parts) assert.equal(part.status, 200)
  const [all, about, stats] = await Promise.all(parts.map((part) => part.text()))
  // Label vectors are computed in the background, so their counts vary.
  const { embedding: _, ...counts } = JSON.parse(stats!)
  return [all, about, JSON.stringify(counts)].join('\n')
}

const graphOf = ({ tenant, workspace, context }: Victim) => contextIri(tenant.id, workspace, context)
const ownGraph = () => contextIri(caller.id, caller.id, 'main')
const restore = () => app.update(caller, `insert data { <urn:known> <urn:says> "${OWN}" ; <urn:is> <urn:there> }`)

async function silent(response: Response, what: string): Promise<string> {
  const text = await response.text()
  assert.ok(!text.includes(SECRET), `${what}: ${text.slice(0, 300)}`)
  assert.ok(response.status < 500, `${what}: ${text.slice(0, 300)}`)
  return text
}

/** Checks that nothing was copied to the caller's context. */
async function nothingBrought(what: string): Promise<void> {
  const own = await app.ask(caller, 'select * { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }')
  assert.equal(own.status, 200)
  await silent(own, what)
}

test('there are more than one hundred attacks', () => {
  const kinds = [READS, GUESSES, CHANGES, SPELLINGS, FOREIGN_SYNTAX].map((kind) => Object.keys(kind).length)
  assert.ok(kinds.reduce((sum, count) => sum + count, 0) > 100)
})

for (const [name, attack] of Object.entries(READS))
  test(`the query with ${name} reads only the caller's graph`, async () => {
    const own = await app.ask(caller, attack({ g: ownGraph(), own: ownGraph() }))
    assert.match(await own.text(), new RegExp(OWN), 'the query must work on the caller’s own graph')
    for (const victim of victims)
      await silent(await app.ask(caller, attack({ g: graphOf(victim), own: ownGraph() })), victim.name)
  })

for (const [name, attack] of Object.entries(GUESSES))
  test(`the question with ${name} reveals nothing about other graphs`, async () => {
    const own = await app.ask(caller, attack({ g: ownGraph(), own: ownGraph() }))
    assert.match(await own.text(), /"boolean":\s*true/, 'the question must work on the caller’s own graph')
    for (const victim of victims) {
      const answer = await app.ask(caller, attack({ g: graphOf(victim), own: ownGraph() }))
      assert.doesNotMatch(await silent(answer, victim.name), /"boolean":\s*true/, victim.name)
    }
  })

for (const [name, attack] of Object.entries(CHANGES))
  test(`the update with ${name} affects only the caller's graph`, async () => {
    const own = await app.update(caller, attack({ g: ownGraph(), own: ownGraph() }))
    assert.equal(own.status, 200, await own.text())
    await restore()
    for (const victim of victims)
      await silent(await app.update(caller, attack({ g: graphOf(victim), own: ownGraph() })), victim.name)
    await nothingBrought(name)
  })

for (const [name, spell] of Object.entries(SPELLINGS))
  test(`${name} does not reach another graph`, async () => {
    for (const victim of victims) {
      const g = spell(graphOf(victim))
      for (const attack of [READS.FROM!, READS['a computed graph']!])
        await silent(await app.ask(caller, attack({ g, own: ownGraph() })), g)
      for (const attack of [CHANGES['DROP GRAPH']!, CHANGES['a bound template graph']!])
        await silent(await app.update(caller, attack({ g, own: ownGraph() })), g)
    }
    await nothingBrought(name)
  })

for (const [name, attack] of Object.entries(FOREIGN_SYNTAX))
  test(`${name} is rejected`, async () => {
    for (const victim of victims) {
      const answer = await app.ask(caller, attack({ g: graphOf(victim), own: ownGraph() }))
      assert.equal(answer.status, 400)
      await silent(answer, victim.name)
    }
  })

test('no text makes the server contact another one', async () => {
  const queries = [
    `SELECT * { SERVICE <${canary.url}> { ?s ?p ?o } }`,
    `SELECT * { SERVICE SILENT <${canary.url}> { ?s ?p ?o } }`,
    `SELECT * { VALUES ?x { <${canary.url}> } SERVICE ?x { ?s ?p ?o } }`,
    `SELECT * { FILTER EXISTS { SERVICE SILENT <${canary.url}> { ?s ?p ?o } } }`,
    `SELECT * FROM <${canary.url}> { ?s ?p ?o }`,
    `SELECT * { GRAPH <${canary.url}> { ?s ?p ?o } }`,
    `DESCRIBE <${canary.url}>`,
  ]
  for (const text of queries) await silent(await app.ask(caller, text), text)
  const updates = [
    `LOAD <${canary.url}>`,
    `LOAD SILENT <${canary.url}>`,
    `LOAD <${canary.url}> INTO GRAPH <${ownGraph()}>`,
    'LOAD <file:///etc/passwd>',
    `INSERT { ?s ?p ?o } WHERE { SERVICE <${canary.url}> { ?s ?p ?o } }`,
  ]
  for (const text of updates) await silent(await app.update(caller, text), text)
  await nothingBrought('LOAD')
  assert.equal(canary.hits, 0)
})

test('parameters, forms and headers do not widen the scope', async () => {
  await restore()
  const everything = 'select * { { ?s ?p ?o } union { graph ?x { ?s ?p ?o } } }'
  const type = 'application/x-www-form-urlencoded'
  for (const victim of victims) {
    const g = graphOf(victim)
    const update = `insert { ?s ?p ?o } where { { ?s ?p ?o } union { graph ?x { ?s ?p ?o } } }`
    const reads: [string, Sent][] = [
      ...['default-graph-uri', 'named-graph-uri'].flatMap((name): [string, Sent][] => [
        [`/sparql?${new URLSearchParams({ query: everything, [name]: g })}`, {}],
        ['/sparql', { method: 'POST', body: new URLSearchParams({ query: everything, [name]: g }) }],
        [
          `/sparql?${new URLSearchParams([
            ['query', everything],
            [name, ownGraph()],
            [name, g],
          ])}`,
          {},
        ],
        [`/sparql?${new URLSearchParams({ query: everything, [name]: `${g}/meta` })}`, {}],
        [`/sparql?${new URLSearchParams({ query: `select * from <${ownGraph()}> { ?s ?p ?o }`, [name]: g })}`, {}],
      ]),
      [`/sparql?${new URLSearchParams({ query: everything, 'union-default-graph': 'true' })}`, {}],
      [
        '/sparql',
        { method: 'POST', headers: { 'content-type': type }, body: `query=ASK{}&query=select*from<${g}>{?s+?p+?o}` },
      ],
      ...['using-graph-uri', 'using-named-graph-uri'].map((name): [string, Sent] => [
        `/sparql/update?${new URLSearchParams({ [name]: g })}`,
        { method: 'POST', body: update, headers: { 'content-type': 'application/sparql-update' } },
      ]),
      ['/sparql/update', { method: 'POST', body: new URLSearchParams({ update, 'using-named-graph-uri': g }) }],
    ]
    for (const [path, sent] of reads) await silent(await app.send(caller, path, sent), path)
    await nothingBrought(victim.name)
  }
})

test('scope headers do not give access to other tenants or workspaces', async () => {
  const everything = 'select * { { ?s ?p ?o } union { graph ?x { ?s ?p ?o } } }'
  const [other, vault] = victims as [Victim, Victim]
  const headers: Record<string, string>[] = [
    { 'x-tenant-id': other.tenant.id },
    { 'x-tenant-id': other.tenant.id, 'x-workspace-id': other.workspace },
    { 'x-workspace-id': other.workspace },
    { 'x-workspace-id': other.workspace, 'x-context-id': graphOf(other) },
    { 'x-context-id': graphOf(other) },
    { 'x-context-id': graphOf(vault) },
    { 'x-context-id': `${graphOf(vault)}/meta` },
    { 'x-context-id': 'secret/meta' },
    { 'x-context-id': '../secret' },
    { 'x-context-id': 'main:secret' },
    { 'x-context-id': `main, ${graphOf(other)}` },
    { 'x-workspace-id': `${caller.id}:graph:x` },
    { 'x-graph-scope': 'tenant' },
    { 'x-graph-scope': 'workspace, tenant' },
    { 'x-graph-scope': '*' },
  ]
  for (const some of headers) {
    await silent(await app.ask(caller, everything, { headers: some }), JSON.stringify(some))
    const update = await app.update(caller, 'drop all ; insert data { <a:a> <a:b> 1 }', { headers: some })
    await silent(update, JSON.stringify(some))
  }
  // Workspace scope adds the contexts of one workspace, but not other workspaces.
  const wide = await app.ask(caller, everything, { workspace: 'third', headers: { 'x-graph-scope': 'workspace' } })
  await silent(wide, 'a workspace of the same tenant')
})

test('after all attacks the victims have their original data', async () => {
  const now = await Promise.all(victims.map(digest))
  for (const text of now) assert.match(text, new RegExp(SECRET))
  assert.deepEqual(now, untouched)
})
