// The confidence of a use, through HTTP: from the source, over the edges of a traversal, to the statements in the graph.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { traverse } from '@veritrace/contract/casework/traverse'
import fc from 'fast-check'
import { sql } from 'kysely'
import { makeArchive } from '../evidence/source/testing.ts'
import { evidenceTenant } from '../evidence/testing.ts'
import { estateContext } from '../model/graph-contexts.ts'
import { SHARED } from '../model/scope.ts'
import { estateProjection } from '../projections/estate-projection.ts'
import { type CaseworkApp, caseworkApp, openTestDeps } from '../testing.ts'
import { BASES, confidenceOf, surer } from './certainty.ts'
import { ACCESSES } from './estate.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const SOURCE = `REPORT zsure.
DATA a TYPE zunheard.
DATA b TYPE stranger_of_kind.
DATA c TYPE matnr.
SELECT * FROM vbak INTO TABLE @DATA(rows).
SELECT * FROM ('LIKP') INTO TABLE @DATA(more).
CALL FUNCTION 'BAPI_MATERIAL_SAVEDATA'.
`

async function read() {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const project = await tenant.projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers })
  const archive = makeArchive([{ filename: 'src/zsure.prog.abap', text: SOURCE }])
  const { item } = await tenant.send(project.id, 'zsure.zip', new Uint8Array(archive), { kind: 'abapgit_zip' })
  await tenant.run(item.id)
  const walk = async (min_confidence?: number) => {
    const { nodes, edges } = await app.client(traverse, tenant.tenant, 'member').run({
      body: {
        start: ['PROG:ZSURE'],
        filter: { project_id: project.id, ...(min_confidence !== undefined && { min_confidence }) },
      },
      headers,
    })
    const labels = new Map(nodes.map(({ id, label }) => [id, label]))
    return new Map(edges.map(({ to, confidence }) => [labels.get(to)!, confidence]))
  }
  return { tenant, project, walk }
}

test('a name in its place is more certain than one in a text or one whose kind is only guessed from the name', async () => {
  const { tenant, project, walk } = await read()
  const sure = await walk()
  assert.deepEqual(
    ['VBAK', 'BAPI_MATERIAL_SAVEDATA', 'LIKP', 'STRANGER_OF_KIND'].map((name) => sure.get(name)),
    [0.95, 0.95, 0.8, 0.7],
  )
  assert.deepEqual([...(await walk(0.9)).keys()].includes('STRANGER_OF_KIND'), false)
  const beside = await openTestDeps(app, SHARED)
  try {
    const said = []
    const { statements } = estateProjection(beside.deps)
    for await (const part of statements!(estateContext(tenant.tenant.id, 'main', project.id))) said.push(...part)
    const about = said.find(({ object }) => String(object).endsWith(':STRANGER_OF_KIND'))
    assert.equal(about?.metadata?.confidence, 0.7)
  } finally {
    await beside.close()
  }
})

test('the page of an object shows how sure each of its uses is, and so does the page of what it uses', async () => {
  const { tenant, project, walk } = await read()
  const headers = tenant.at()
  const client = app.client(artifacts, tenant.tenant, 'member')
  const { items } = await client.list({ query: { project_id: project.id, q: 'ZSURE' }, headers })
  const own = await client.get({ params: { id: items[0]!.id }, query: { project_id: project.id }, headers })
  const sure = await walk()
  for (const { artifact, confidence } of own.dependencies)
    assert.equal(confidence, sure.get(artifact.name), artifact.name)
  const named = (name: string) => own.dependencies.find(({ artifact }) => artifact.name === name)!.artifact
  for (const name of ['VBAK', 'STRANGER_OF_KIND']) {
    const { id } = named(name)
    const used = await client.get({ params: { id }, query: { project_id: project.id }, headers })
    assert.deepEqual(
      used.dependents.map(({ confidence }) => confidence),
      [sure.get(name)],
    )
  }
})

test('uses stored without a basis have the default confidence', async () => {
  const { project, tenant, walk } = await read()
  await sql`update casework.estate_uses set basis = null where tenant_id = ${tenant.tenant.id}`.execute(app.platform.db)
  // Changes the revision, because a loaded estate is cached.
  await sql`update casework.projects set estate_revision = estate_revision + 1 where id = ${project.id}`.execute(
    app.platform.db,
  )
  assert.deepEqual(new Set((await walk()).values()), new Set([0.95]))
})

test('the more certain of two bases wins in any order, and a dynamic call is the least certain', () => {
  const basis = fc.constantFrom(...BASES)
  const sureness = (one: (typeof BASES)[number], access = 0) => confidenceOf(access, BASES.indexOf(one))
  fc.assert(
    fc.property(basis, basis, (a, b) => {
      assert.equal(sureness(surer(a, b)), Math.max(sureness(a), sureness(b)))
      assert.ok(sureness(a, ACCESSES.indexOf('dynamic')) < sureness(b))
    }),
  )
})
