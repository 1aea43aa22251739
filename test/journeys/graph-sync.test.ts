// Evidence of the directory, queried in the graph of the same server, which it reaches over HTTP as shipped.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import type { Server } from '../../apps/server/start.ts'
import { queueStatements, requestSync } from '../../products/provenance/graph-sync/queue-statements.ts'
import type { Provenance } from '../../products/provenance/index.ts'
import { addClaim, addSource, addVendor } from '../../products/provenance/vendors/testing.ts'
import { workingServer } from '../own-server.ts'

const CONTEXT = 'urn:tenant:public:ws:directory:graph:evidence'
const PREFIXES = `PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX prov: <http://www.w3.org/ns/prov#>
  PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX graph: <urn:graph:vocab#>
  PREFIX vocab: <urn:provenance:vocab#> PREFIX fact: <urn:provenance:fact#>`
const WHO_USES_FABRIKAM = `SELECT ?name { ?vendor fact:uses_subprocessor ?company ; rdfs:label ?name .
  ?company rdfs:label "Fabrikam" } ORDER BY ?name`

describe('graph sync', () => {
  let server: Server
  let deps: Pick<Provenance, 'db' | 'clock' | 'jobs'>
  let key: string
  before(async () => {
    server = await workingServer()
    deps = server.platform
    const tenant = (await findTenant(server.platform.db, 'public'))!
    const owner = systemCaller(tenant.id, tenant.customer_id)
    key = (await server.platform.identity.keys.create(owner, { name: 'reader', role: 'viewer' })).secret
  })

  async function ask(query: string): Promise<Record<string, string>[]> {
    const answer = await fetch(`${server.url}/graph/sparql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...{ 'x-tenant-id': 'public', 'x-workspace-id': 'directory', 'x-context-id': CONTEXT },
        ...{ 'content-type': 'application/sparql-query', accept: 'application/sparql-results+json' },
      },
      body: `${PREFIXES} ${query}`,
    })
    assert.equal(answer.status, 200)
    type Rows = { results: { bindings: Record<string, { value: string }>[] } }
    const { results } = (await answer.json()) as Rows
    return results.bindings.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])),
    )
  }

  const uses = (company: string) => ['subprocessor', 'uses_subprocessor', company] as const

  /** A vendor whose page names these companies, and which is not crawled during the test. */
  async function vendorUsing(display_name: string, companies: readonly string[]) {
    const { id } = await addVendor(deps, { display_name, opted_out: true })
    const source = await addSource(deps, id, 'subprocessors')
    const ids = new Map<string, string>()
    for (const company of companies) ids.set(company, await addClaim(deps, id, source, uses(company)))
    const change = { vendorId: id, snapshotId: source.snapshot_id, added: [], ended: [] }
    const claimsOf = (names: readonly string[]) => names.map((name) => ({ id: ids.get(name)!, rule_version: '1' }))
    return { id, source, change, claimsOf }
  }

  /** Queues the changes in one transaction, as after a fetch, and waits until the worker has sent them. */
  async function tell(...changes: Parameters<typeof queueStatements>[1][]): Promise<void> {
    await transact(deps.db, async (tx) => {
      for (const change of changes) await queueStatements(tx, change, deps.clock.now())
      await requestSync(deps, tx)
    })
    const open = deps.db
      .selectFrom('provenance.graph_outbox')
      .select(['status', 'last_error'])
      .where('status', '<>', 'delivered')
    for (let tries = 0; (await open.execute()).length > 0; tries++) {
      assert.ok(tries < 200, JSON.stringify(await open.execute()))
      await new Promise((done) => setTimeout(done, 50))
    }
  }

  test('one query finds the users of a company, with proof', async () => {
    const one = await vendorUsing('Alpine Apps', ['Fabrikam', 'Contoso'])
    const two = await vendorUsing('Bergen Billing', ['Fabrikam, Inc.'])
    await tell(
      { ...one.change, added: one.claimsOf(['Fabrikam', 'Contoso']) },
      { ...two.change, added: two.claimsOf(['Fabrikam, Inc.']) },
    )
    assert.deepEqual(await ask(WHO_USES_FABRIKAM), [{ name: 'Alpine Apps' }, { name: 'Bergen Billing' }])

    const proof = await ask(`SELECT ?quote ?url ?confidence ?agent {
      ?claim vocab:vendor <urn:provenance:vendor:${two.id}> ; prov:value ?quote ; prov:wasQuotedFrom ?page ;
        prov:wasGeneratedBy/prov:wasInformedBy/prov:used/vocab:url ?url ; prov:wasAttributedTo ?agent .
      GRAPH <${CONTEXT}/meta> { ?said rdf:subject <urn:provenance:vendor:${two.id}> ; graph:confidence ?confidence ;
        prov:wasDerivedFrom ?claim } }`)
    const [quote, agent] = ['We say Fabrikam, Inc..', 'urn:provenance:agent:crawler']
    assert.deepEqual(proof, [{ quote, url: two.source.url, confidence: '0.85', agent }])

    // The page of the first vendor no longer names the company.
    const ended = one.claimsOf(['Fabrikam'])
    await deps.db
      .updateTable('provenance.evidence_claims')
      .set({ valid_to: deps.clock.now() })
      .where('id', '=', ended[0]!.id)
      .execute()
    await tell({ ...one.change, added: [], ended })
    assert.deepEqual(await ask(WHO_USES_FABRIKAM), [{ name: 'Bergen Billing' }])
    const [end] = await ask(`SELECT ?by { <urn:provenance:claim:${ended[0]!.id}> prov:wasInvalidatedBy ?by }`)
    assert.match(end!.by!, /^urn:provenance:extraction:/)

    await deps.db.updateTable('provenance.vendors').set({ display_name: 'Bremen' }).where('id', '=', two.id).execute()
    await tell()
    assert.deepEqual(await ask(WHO_USES_FABRIKAM), [{ name: 'Bremen' }])
    await deps.db.deleteFrom('provenance.vendors').where('id', '=', two.id).execute()
    await tell()
    assert.deepEqual(await ask(WHO_USES_FABRIKAM), [])
    assert.equal(
      (await ask(`SELECT ?claim { ?claim vocab:vendor <urn:provenance:vendor:${two.id}> ; prov:value ?quote }`)).length,
      1,
    )
  })
})
