// Malicious SPARQL with an external server, which stores the graphs of all tenants without knowing tenants: no request
// can read or change statements outside its scope, or make the server contact another one.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { noVirtuoso, releaseVirtuoso, useVirtuoso } from '../engine/remote/testing.ts'
import { contextIri } from '../scope/rules.ts'
import { CHANGES, FOREIGN_SYNTAX, GUESSES, READS } from './hostile-texts.ts'
import { DIALECT_QUERIES, DIALECT_UPDATES } from './remote-hostile-texts.ts'
import { openSparqlApp, type SparqlApp, type Tenant } from './testing.ts'

/** Occurs in all data of a victim, and in no request. */
const SECRET = 'the-word-of-the-victim'
const OWN = 'the-word-of-the-caller'

describe('hostile texts with GRAPH_SPARQL_URL', { skip: noVirtuoso }, () => {
  let app: SparqlApp
  let caller: Tenant
  let victim: Tenant
  let untouched: string
  const canary = { server: undefined as unknown as Server, url: '', hits: 0 }
  before(async () => {
    const virtuoso = await useVirtuoso()
    app = await openSparqlApp({ GRAPH_SPARQL_URL: virtuoso.url })
    caller = await app.tenant()
    victim = await app.tenant()
    const words = `<urn:${SECRET}> <urn:says> "${SECRET}" . <urn:known> <urn:says> "${SECRET}" ; <urn:is> <urn:there>`
    assert.equal(
      (await app.update(victim, `insert data { ${words} . <urn:there> <urn:is> <urn:${SECRET}> }`)).status,
      200,
    )
    untouched = await digest()
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
    await releaseVirtuoso()
  })

  const digest = async (): Promise<string> =>
    (await app.ask(victim, 'select ?g ?s ?p ?o { graph ?g { ?s ?p ?o } } order by ?g ?s ?p ?o')).text()
  const aim = () => ({ g: contextIri(victim.id, victim.id, 'main'), own: ownGraph(), canary: canary.url })
  const ownGraph = () => contextIri(caller.id, caller.id, 'main')
  const atHome = () => ({ g: ownGraph(), own: ownGraph(), canary: canary.url })
  const restore = () => app.update(caller, `insert data { <urn:known> <urn:says> "${OWN}" ; <urn:is> <urn:there> }`)

  async function silent(response: Response, what: string): Promise<string> {
    const text = await response.text()
    assert.ok(!text.includes(SECRET), `${what}: ${text.slice(0, 300)}`)
    assert.ok(response.status < 500, `${what}: ${response.status} ${text.slice(0, 300)}`)
    return text
  }

  test('queries read only the caller’s graph', async () => {
    await restore()
    for (const [name, attack] of Object.entries(READS)) {
      assert.match(
        await (await app.ask(caller, attack(atHome()))).text(),
        new RegExp(OWN),
        `${name} must work on the caller’s own graph`,
      )
      await silent(await app.ask(caller, attack(aim())), name)
    }
  })

  test('questions reveal nothing about other graphs', async () => {
    await restore()
    for (const [name, attack] of Object.entries(GUESSES)) {
      assert.match(await (await app.ask(caller, attack(atHome()))).text(), /"boolean":\s*true/, `${name} must work`)
      assert.doesNotMatch(await silent(await app.ask(caller, attack(aim())), name), /"boolean":\s*true/, name)
    }
  })

  test('text that is not SPARQL 1.1 is rejected', async () => {
    for (const [name, attack] of Object.entries(FOREIGN_SYNTAX)) {
      const answer = await app.ask(caller, attack(aim()))
      assert.equal(answer.status, 400, name)
      await silent(answer, name)
    }
  })

  for (const [name, attack] of Object.entries(DIALECT_QUERIES))
    test(`${name} has no effect`, async () => {
      const hits = canary.hits
      await silent(await app.ask(caller, attack(aim())), name)
      assert.equal(canary.hits, hits, 'no other server was contacted')
    })

  test('updates affect only the caller’s graph', async () => {
    for (const [name, attack] of [...Object.entries(CHANGES), ...Object.entries(DIALECT_UPDATES)])
      await silent(await app.update(caller, attack(aim())), name)
    await silent(
      await app.ask(caller, 'select * { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }'),
      'nothing was copied to the caller',
    )
  })

  test('after all attacks the victim has its original data, and no other server was contacted', async () => {
    assert.match(untouched, new RegExp(SECRET))
    assert.equal(await digest(), untouched)
    assert.equal(canary.hits, 0)
  })
})
