// The customer's own objects that no upload contains: through HTTP they are custom, never SAP's.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Artifact, artifacts } from '@veritrace/contract/casework/artifacts'
import { decisions } from '@veritrace/contract/casework/decisions'
import { plan } from '@veritrace/contract/casework/plan'
import { readiness } from '@veritrace/contract/casework/readiness'
import { resolve } from '@veritrace/contract/casework/resolve'
import { traverse } from '@veritrace/contract/casework/traverse'
import { ApiError } from '@veritrace/contract/client'
import { member } from '../answers/testing.ts'
import { evidenceTenant } from '../evidence/testing.ts'
import { estateContext } from '../model/graph-contexts.ts'
import { SHARED } from '../model/scope.ts'
import { estateProjection } from '../projections/estate-projection.ts'
import { type CaseworkApp, caseworkApp, openTestDeps } from '../testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const MISSING = ['CLAS:ZCL_MISSING', 'TABL:ZMISSING', 'TABL:YROWS', 'FUNC:Z_DO_IT', 'DTEL:ZTEXT']
const DEPENDENCIES = [
  'from_type,from_name,from_package,to_type,to_name,access',
  'PROG,ZSD_LIST,ZSD,TABL,VBAK,read',
  'PROG,ZSD_LIST,ZSD,CLAS,ZCL_MISSING,call',
  'PROG,ZSD_LIST,ZSD,TABL,ZMISSING,write',
  'PROG,ZSD_LIST,ZSD,TABL,YROWS,read',
  'PROG,ZSD_LIST,ZSD,FUNC,Z_DO_IT,call',
  'PROG,ZSD_LIST,ZSD,DTEL,ZTEXT,type',
  'PROG,ZSD_LIST,ZSD,PROG,ZSD_HERE,call',
  'PROG,ZSD_HERE,ZSD,TABL,VBAK,read',
  '',
].join('\n')
const PLAN = { key: 'quick', objective: 'balanced', granularity: 'pattern', seed: 1 } as const
const iriOf = (tenant: string, form: string, system = 'PRD') => `urn:tenant:${tenant}:obj:${system}:${form}`
/** Found anywhere in a response. */
const SAPS = /urn:sap:obj:[A-Z_]+:[YZ]/

async function open(sid = 'PRD') {
  const tenant = await evidenceTenant(app)
  const headers = tenant.at()
  const project = await tenant.projects().create({ body: { name: 'ERP', ...(sid && { system: { sid } }) }, headers })
  const read = await tenant.read(project.id, 'dependencies.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  assert.match(read.status, /^parsed/)
  return { ...tenant, id: tenant.tenant.id, headers, project }
}
const notFound = (error: unknown) => error instanceof ApiError && error.status === 404

test('a list of artifacts distinguishes them from SAP objects, and can be filtered by their kind', async () => {
  const { id, tenant, headers, project } = await open()
  const api = app.client(artifacts, tenant, 'viewer')
  const list = (more: object = {}) => api.list({ query: { project_id: project.id, limit: 100, ...more }, headers })
  const { items } = await list()
  assert.doesNotMatch(JSON.stringify(items), SAPS)
  const outside = await list({ kind: 'custom_outside' })
  const formOf = ({ type, name }: Pick<Artifact, 'type' | 'name'>) => `${type}:${name}`
  assert.deepEqual(outside.items.map(formOf).toSorted(), MISSING.toSorted())
  for (const one of outside.items) {
    assert.equal(one.iri, iriOf(id, formOf(one)))
    assert.deepEqual([one.rating.code, one.rating.flags, one.acceptable], ['unknown', ['not_in_upload'], false])
    assert.equal(one.rating.reasons[0]!.text, 'It is custom, not in the upload.')
  }
  assert.deepEqual((await list({ kind: 'sap_object' })).items.map(formOf), ['TABL:VBAK'])
  assert.equal((await list({ kind: 'custom_object' })).total, 2)
  assert.equal(items.length, 8)
})

test('each is found by id, IRI and name, also by those from before the system had a name', async () => {
  const { id, tenant, headers, project, projects } = await open('')
  const api = app.client(artifacts, tenant, 'viewer')
  const get = (word: string, query: object = {}) => api.get({ params: { id: word }, query, headers })
  const old = await get('CLAS:ZCL_MISSING', { project_id: project.id })
  assert.equal(old.iri, iriOf(id, 'CLAS:ZCL_MISSING', 'unknown'))
  await projects().update({ params: { id: project.id }, body: { system: { sid: 'PRD' } }, headers })
  for (const word of [old.id, old.iri, iriOf(id, 'CLAS:ZCL_MISSING')])
    for (const query of [{}, { project_id: project.id }]) {
      const now = await get(word, query)
      assert.deepEqual([now.iri, now.kind], [iriOf(id, 'CLAS:ZCL_MISSING'), 'custom_outside'])
      assert.deepEqual(
        now.dependents.map(({ artifact }) => artifact.name),
        ['ZSD_LIST'],
      )
    }
  const user = await get('PROG:ZSD_LIST')
  assert.doesNotMatch(JSON.stringify(user), SAPS)
  assert.ok(user.dependencies.some(({ artifact }) => artifact.iri === iriOf(id, 'TABL:ZMISSING')))
  const stranger = await evidenceTenant(app)
  const others = app.client(artifacts, stranger.tenant, 'viewer')
  for (const word of [old.id, old.iri])
    await assert.rejects(others.get({ params: { id: word }, headers: stranger.at() }), notFound)
})

test('a traversal can end and start at them', async () => {
  const { id, tenant, headers, project } = await open()
  const run = (start: string, direction: 'in' | 'out') =>
    app.client(traverse, tenant, 'member').run({
      body: { start: [start], direction, filter: { project_id: project.id }, include: ['rating', 'provenance'] },
      headers,
    })
  const out = await run('PROG:ZSD_LIST', 'out')
  assert.doesNotMatch(JSON.stringify(out), SAPS)
  const missing = out.nodes.filter(({ kind }) => kind === 'custom_outside')
  assert.deepEqual(missing.map(({ iri }) => iri).toSorted(), MISSING.map((form) => iriOf(id, form)).toSorted())
  assert.ok(missing.every(({ rating }) => rating?.code === 'unknown'))
  for (const start of [missing[0]!.id, missing[0]!.iri, 'CLAS:ZCL_MISSING']) {
    const into = await run(start, 'in')
    assert.ok(
      into.nodes.some(({ label }) => label === 'ZSD_LIST'),
      start,
    )
  }
})

test('readiness and plans list them separately and ask only for their source', async () => {
  const { id, tenant, headers, project } = await open()
  const measured = await app.client(readiness, tenant, 'viewer').get({
    query: { project_id: project.id, include: 'patterns,offenders,findings' },
    headers,
  })
  assert.doesNotMatch(JSON.stringify(measured), SAPS)
  const own = measured.patterns!.filter(({ reference }) => /^[YZ]/.test(reference.name))
  assert.equal(own.length, MISSING.length)
  for (const one of own) {
    assert.deepEqual([one.finding.id, one.code, one.action_id], ['not_in_upload', 'unknown', 'add_to_upload'])
    assert.equal(one.reference.iri, iriOf(id, `${one.reference.type}:${one.reference.name}`))
  }
  const made = await app.client(plan, tenant, 'member').make({
    body: { ...PLAN, scope: { project_id: project.id } },
    headers,
  })
  const text = JSON.stringify(made)
  assert.doesNotMatch(text, SAPS)
  assert.doesNotMatch(text, /Find out: [^"]*[YZ]/)
  assert.match(text, /Add to the upload/)
  const chosen = await app.client(plan, tenant, 'member').make({
    body: { ...PLAN, scope: { project_id: project.id, artifact_ids: [iriOf(id, 'TABL:ZMISSING')] } },
    headers,
  })
  assert.deepEqual([...new Set(chosen.items.flatMap((one) => one.artifacts.map(({ name }) => name)))], ['ZSD_LIST'])
})

test('a question about a missing object, with or without a project, is answered as for a custom object', async () => {
  const { id, tenant, headers, project } = await open()
  const client = app.client(resolve, tenant, 'member')
  for (const [query, system] of [
    [{ project_id: project.id }, 'PRD'],
    [{}, 'unknown'],
  ] as const)
    for (const explain of ['none', 'graph'] as const) {
      const one = await client.one({ query: { q: 'CLAS:ZCL_MISSING', explain, ...query }, headers })
      assert.doesNotMatch(JSON.stringify(one), SAPS)
      assert.deepEqual([one.subject?.iri, one.rating?.code], [iriOf(id, 'CLAS:ZCL_MISSING', system), 'unknown'])
      assert.match(one.text_md, /custom, not in the upload/)
    }
  const many = await client.many({
    body: { items: [{ q: 'TABL:ZMISSING' }, { iri: iriOf(id, 'TABL:YROWS') }], project_id: project.id },
    headers,
  })
  assert.deepEqual(
    many.items.map(({ subject }) => subject?.iri),
    [iriOf(id, 'TABL:ZMISSING'), iriOf(id, 'TABL:YROWS')],
  )
})

test("decisions about them and statements in the graph name them in the customer's system", async () => {
  const { id, tenant, headers, project } = await open()
  const body = { type: 'CLAS', name: 'ZCL_MISSING', level: 'B', rationale: 'Read in the system by hand.' }
  const made = await app.client(decisions, tenant, 'member').overlay({ body, headers })
  assert.equal(made.artifact.iri, iriOf(id, 'CLAS:ZCL_MISSING', 'unknown'))
  const listed = await app.client(decisions, tenant, 'member').list({ query: {}, headers })
  assert.doesNotMatch(JSON.stringify(listed), SAPS)
  const beside = await openTestDeps(app, SHARED)
  try {
    const said = []
    for await (const part of estateProjection(beside.deps).statements!(estateContext(id, 'main', project.id)))
      said.push(...part)
    assert.doesNotMatch(JSON.stringify(said), SAPS)
    for (const form of MISSING)
      assert.ok(
        said.some(({ object }) => object === iriOf(id, form)),
        form,
      )
    assert.ok(said.some(({ object }) => object === 'urn:sap:obj:TABL:VBAK'))
  } finally {
    await beside.close()
  }
})

test('a text answer calls none of them an SAP object', async () => {
  const { tenant, project } = await open()
  const { ask } = await member(app, tenant)
  for (const q of ['Which SAP tables are written?', 'What is used most?', 'Which objects block most?', 'ZCL_MISSING']) {
    const said = await ask(q, { scope: { project_id: project.id } })
    assert.doesNotMatch(JSON.stringify(said), SAPS, q)
  }
})
