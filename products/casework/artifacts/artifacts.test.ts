// Artifacts through HTTP: those of the sample lists, and those of a project.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Artifact, artifacts } from '@veritrace/contract/casework/artifacts'
import { cases } from '@veritrace/contract/casework/cases'
import { resolve } from '@veritrace/contract/casework/resolve'
import { ApiError } from '@veritrace/contract/client'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

async function open() {
  const tenant = await evidenceTenant(app)
  const api = app.client(artifacts, tenant.tenant, 'viewer')
  const headers = tenant.at()
  return {
    ...tenant,
    api,
    headers,
    list: (query: object = {}) => api.list({ query, headers }),
    get: (id: string, query: object = {}) => api.get({ params: { id }, query, headers }),
    ask: (q: string, target: string) =>
      app.client(resolve, tenant.tenant, 'viewer').one({ query: { q, target }, headers }),
  }
}

const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZSD_LIST,ZSD,TABL,VBAK,read
PROG,ZSD_LIST,ZSD,TABL,T001L,read
PROG,ZSD_LIST,ZSD,CLAS,ZCL_SD,call
CLAS,ZCL_SD,ZSD,CDS_STOB,I_SALESDOCUMENT,read
`
async function withProject() {
  const opened = await open()
  const { projects, at, read } = opened
  const project = await projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers: at() })
  const evidence = await read(project.id, 'dependencies.csv', DEPENDENCIES, { kind: 'dependency_csv' })
  assert.match(evidence.status, /^parsed/, JSON.stringify(evidence))
  return { ...opened, project }
}

const names = (items: readonly Artifact[]) => items.map(({ name }) => name)
const notFound = (error: unknown) => error instanceof ApiError && error.status === 404

test('all pages of a list together are complete in any order', async () => {
  const { list } = await open()
  for (const sort of ['name', '-type', 'component'] as const) {
    const { total, items } = await list({ sort, limit: 200 })
    assert.equal(items.length, total)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await list({ sort, limit: 40, ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.next
      if (!cursor) break
    }
    assert.deepEqual(
      seen,
      items.map(({ id }) => id),
    )
  }
})

test('every filter returns exactly the matching artifacts', async () => {
  const { list } = await open()
  const { items: all } = await list({ limit: 200 })
  const componentOf = ({ attributes }: Artifact) => String(attributes.component ?? '')
  const cases: [object, (item: Artifact) => boolean][] = [
    [{ q: 'calendar' }, ({ name }) => name.includes('CALENDAR')],
    [{ type: 'TABL' }, ({ type }) => type === 'TABL'],
    [{ state: 'deprecated' }, ({ states }) => states.some(({ state }) => state === 'deprecated')],
    [{ label: 'remote-enabled' }, ({ labels }) => labels.includes('remote-enabled')],
    [{ component: 'SD-' }, (item) => componentOf(item).startsWith('SD-')],
    [{ software_component: 'SAP_BASIS' }, ({ attributes }) => attributes.software_component === 'SAP_BASIS'],
    [{ has_successor: 'true' }, ({ successors_count }) => successors_count > 0],
    [
      { has_successor: 'false', type: 'FUNC' },
      ({ successors_count, type }) => type === 'FUNC' && successors_count === 0,
    ],
    [{ code: 'B' }, ({ rating }) => rating.code === 'B'],
    [{ code: 'C', type: 'TABL' }, ({ rating, type }) => rating.code === 'C' && type === 'TABL'],
    [{ kind: 'custom_object' }, () => false],
    [{ owner: 'someone' }, () => false],
  ]
  for (const [query, fits] of cases) {
    const { items, total } = await list({ ...query, limit: 200 })
    const expected = all.filter(fits)
    assert.deepEqual(names(items), names(expected), JSON.stringify(query))
    assert.equal(total, expected.length)
  }
})

test('facets count the whole list, and codes reflect the decisions of the workspace', async () => {
  const { list, tenant } = await open()
  const { items: all } = await list({ limit: 200 })
  const countOf = (code: string) => all.filter(({ rating }) => rating.code === code).length
  const { facets, total } = await list({ facets: 'code,type,state', limit: 1 })
  assert.equal(facets?.code?.C, countOf('C'))
  assert.equal(
    Object.values(facets?.type ?? {}).reduce((a, b) => a + b),
    total,
  )
  await app.platform.db
    .insertInto('casework.decisions')
    .values({
      id: `dec_${tenant.id}`,
      tenant_id: tenant.id,
      workspace_id: 'main',
      pack_id: 'clean-core',
      kind: 'overlay',
      type: 'TABL',
      key: 'VBAK',
      value: JSON.stringify({ level: 'B' }),
      by_id: 'usr_1',
      by_name: 'Ada',
      at: new Date(),
    })
    .execute()
  const after = await list({ facets: 'code', code: 'B', limit: 200 })
  assert.equal(after.facets?.code?.B, countOf('B') + 1)
  assert.ok(names(after.items).includes('VBAK'))
  assert.ok(!names((await list({ code: 'C', limit: 200 })).items).includes('VBAK'))
  const vbak = after.items.find(({ name }) => name === 'VBAK')
  assert.equal(vbak?.overlay.decisions[0]?.kind, 'overlay')
})

test('names that every JavaScript object has are counted correctly', async () => {
  const { list, read, project, get, ask } = await withProject()
  const odd = ['constructor', 'toString', '__proto__']
  const element = (state: string, objectKey: string) => ({
    objectType: 'TABL',
    objectKey,
    state,
    applicationComponent: state,
    softwareComponent: 'X',
  })
  const objectReleaseInfo = [...odd.map((state, at) => element(state, `ZODD${at}`)), element('__proto__', 'VBAK')]
  const item = await read(
    project.id,
    'objectReleaseInfo_PCE2022_1.json',
    JSON.stringify({ formatVersion: '1', objectReleaseInfo }),
    { kind: 'cloudification_json' },
  )
  assert.match(item.status, /^parsed/, JSON.stringify(item))
  const query = { target: 's4_private:2022_1', facets: 'component,state', limit: 1 }
  const countsOf = (facets: Record<string, Record<string, number>> = {}) =>
    ['component', 'state'].flatMap((facet) =>
      odd.map((name) => Object.entries(facets[facet]!).find(([one]) => one === name)?.[1] ?? 0),
    )
  assert.deepEqual(countsOf((await list(query)).facets), [1, 1, 2, 1, 1, 2])
  assert.deepEqual(countsOf((await list({ ...query, project_id: project.id })).facets), [0, 0, 1, 0, 0, 1])
  assert.deepEqual((await get('TABL:ZODD0', { target: query.target })).states[0]?.state, 'constructor')
  assert.match((await ask('ZODD0', query.target)).text_md, /constructor/)
})

test('changes between two releases agree with the histories of the artifacts', async () => {
  const { list, get } = await open()
  const pair = 's4_private:2022_1..s4_private:2023_3'
  const { items } = await list({ changed_between: pair, limit: 200 })
  assert.ok(items.length > 0)
  const { history } = await get(`${items[0]!.type}:${items[0]!.name}`)
  assert.ok(history.some(({ profile_id }) => profile_id === 's4_private:2023_3'))
  assert.equal((await list({ changed_between: 's4_private:2023_3..s4_private:2023_3' })).total, 0)
})

test('an artifact is found by id, IRI and short form, with all records from lists', async () => {
  const { get } = await open()
  const byForm = await get('FUNC:BAPI_MATERIAL_SAVEDATA')
  assert.deepEqual(await get(byForm.id), byForm)
  assert.deepEqual(await get(byForm.iri), byForm)
  assert.equal(byForm.rating.code, 'B')
  assert.ok(byForm.facts.some(({ predicate, value }) => predicate === 'state' && value === 'classicAPI'))
  assert.ok(byForm.facts.every(({ citation }) => byForm.citations.some(({ n }) => n === citation)))
  const successor = await get('BDEF:I_PRODUCTTP_2')
  assert.ok(successor.predecessors.some(({ name }) => name === 'BAPI_MATERIAL_SAVEDATA'))
  await assert.rejects(get('TABL:NOT_THERE'), notFound)
  await assert.rejects(get('art_aaaaaaaaaaaaaaaaaaaaaaaaaa'), notFound)
})

test('a project lists its own objects and the artifacts they use', async () => {
  const { list, get, project, tenant, headers } = await withProject()
  const project_id = project.id
  const { items, total, facets } = await list({ project_id, facets: 'code,type' })
  assert.deepEqual(names(items), ['I_SALESDOCUMENT', 'T001L', 'VBAK', 'ZCL_SD', 'ZSD_LIST'])
  assert.equal(total, 5)
  assert.equal(facets?.type?.TABL, 2)
  assert.equal(items.find(({ name }) => name === 'VBAK')?.dependents_count, 1)
  assert.deepEqual(names((await list({ project_id, kind: 'custom_object' })).items), ['ZCL_SD', 'ZSD_LIST'])
  assert.deepEqual(names((await list({ project_id, code: 'C', type: 'TABL' })).items), ['T001L', 'VBAK'])
  const page = await list({ project_id, limit: 3 })
  assert.deepEqual(names((await list({ project_id, limit: 3, cursor: page.next })).items), ['ZCL_SD', 'ZSD_LIST'])

  const own = items.find(({ name }) => name === 'ZSD_LIST')!
  const detail = await get(own.id)
  assert.equal(detail.estate?.package, 'ZSD')
  assert.deepEqual(
    detail.dependencies.map(({ artifact, access, code }) => `${artifact.name} ${access} ${code}`).toSorted(),
    ['T001L read C', 'VBAK read C'],
  )
  const vbak = await get('TABL:VBAK', { project_id })
  assert.deepEqual(
    vbak.dependents.map(({ artifact }) => artifact.name),
    ['ZSD_LIST'],
  )
  const answer = await app.client(resolve, tenant, 'viewer').one({ query: { q: 'VBAK', project_id }, headers })
  assert.equal(answer.dependents?.count, 1)
  const mine = await app.client(resolve, tenant, 'viewer').one({ query: { q: 'ZSD_LIST', project_id }, headers })
  assert.deepEqual([mine.subject?.kind, mine.rating?.worst_known], ['custom_object', 'C'])
})

test('a finding whose priority contradicts the lists is reported as a conflict', async () => {
  const { get, list, read, project } = await withProject()
  const finding = (name: string, priority: number, check = 'Usage of APIs') =>
    `<f:finding f:priority="${priority}" f:checkId="X" f:checkTitle="${check}" f:messageTitle="Usage of internal object TABL ${name}"/>`
  const said = [finding('VBAK', 1), finding('T001L', 2), finding('VBAK', 1, 'Performance')].join('')
  await read(
    project.id,
    'atc.xml',
    `<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist" xmlns:o="http://www.sap.com/adt/atc/object"
      xmlns:f="http://www.sap.com/adt/atc/finding" xmlns:c="http://www.sap.com/adt/core">
      <w:objects><o:object c:type="PROG/P" c:name="ZSD_LIST"><o:findings>${said}</o:findings></o:object></w:objects>
    </w:worklist>`,
  )
  const { items } = await list({ project_id: project.id, q: 'ZSD_LIST' })
  const { rating, citations, findings } = await get(items[0]!.id)
  assert.equal(findings.length, 3)
  assert.deepEqual(
    rating.conflicts.map(({ kind, left, right }) => [kind, left.state, right.state]),
    [['finding_vs_catalog', 'priority 1', 'notToBeReleased']],
  )
  assert.deepEqual(
    [citations[rating.conflicts[0]!.left.citation - 1]!.kind, citations[rating.conflicts[0]!.right.citation - 1]!.kind],
    ['evidence', 'record'],
  )
})

test('a case lists its objects and the artifacts they use; an artifact from a list selects its users', async () => {
  const { list, project, tenant, headers } = await withProject()
  const api = app.client(cases, tenant, 'admin')
  const open = (artifact_ids: string[]) =>
    api.create({ body: { title: 'Orders', project_id: project.id, scope: { artifact_ids } }, headers })
  const own = await open(['CLAS:ZCL_SD'])
  assert.deepEqual(names((await list({ case_id: own.id })).items), ['I_SALESDOCUMENT', 'ZCL_SD'])
  const users = await open(['TABL:VBAK'])
  const found = await list({ case_id: users.id, kind: 'custom_object', limit: 1 })
  assert.deepEqual(
    [names(found.items), found.total, found.items[0]?.target],
    [['ZSD_LIST'], 1, users.target.profile_id],
  )
  await assert.rejects(list({ case_id: own.id, project_id: project.id }), /unacceptable/)
  const stranger = await withProject()
  await assert.rejects(stranger.list({ case_id: own.id }), notFound)
})

test('artifacts of another workspace or tenant are not found', async () => {
  const { project, get, list, at, api } = await withProject()
  const { items } = await list({ project_id: project.id, kind: 'custom_object' })
  const stranger = await open()
  await assert.rejects(stranger.list({ project_id: project.id }), notFound)
  await assert.rejects(stranger.get(items[0]!.id), notFound)
  const other = at('other')
  await assert.rejects(api.get({ params: { id: items[0]!.id }, headers: other }), notFound)
  await assert.rejects(api.list({ query: { project_id: project.id }, headers: other }), notFound)
  assert.ok(await get(items[0]!.id))
})
