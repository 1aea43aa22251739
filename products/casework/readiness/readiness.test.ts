// Readiness, scorecard and traversal through HTTP, on a small estate with the sample lists.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { readiness } from '@veritrace/contract/casework/readiness'
import { scorecard } from '@veritrace/contract/casework/scorecard'
import { traverse } from '@veritrace/contract/casework/traverse'
import { ApiError } from '@veritrace/contract/client'
import { evidenceTenant } from '../evidence/testing.ts'
import { type CaseworkApp, type ClockedApp, clockedCaseworkApp } from '../testing.ts'
import { statementId } from '../traverse/statement-id.ts'

let app: CaseworkApp
let clock: ClockedApp['clock']
before(async () => {
  const clocked = await clockedCaseworkApp()
  app = clocked.app
  clock = clocked.clock
})

// VBAK is C with one successor, MARA C with many, BSEG C; BAPI_MATERIAL_SAVEDATA is B; I_SALESDOCUMENT is A.
const DEPENDENCIES = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,TABL,VBAK,read
PROG,ZORDERS,ZSD,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
PROG,ZPRICES,ZSD,TABL,MARA,read
CLAS,ZCL_MATERIAL,ZMM,FUNC,BAPI_MATERIAL_SAVEDATA,call
CLAS,ZCL_VIEW,ZMM,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZORDERS,ZSD,CLAS,ZCL_MATERIAL,call
`

/** More calls than are listed, none of which has lift alone, and one read that lifts 5 objects. */
const MANY_CALLS = [
  'from_type,from_name,from_package,to_type,to_name,access',
  ...Array.from({ length: 260 }, (_, at) => `PROG,ZCALLS${at >> 1},ZMANY,FUNC,CALLED_${at},call`),
  ...Array.from({ length: 5 }, (_, at) => `PROG,ZREADS${at},ZMANY,TABL,VBAK,read`),
].join('\n')

async function open() {
  const tenant = await evidenceTenant(app)
  const client = <R extends Parameters<CaseworkApp['client']>[0]>(resource: R, role: 'viewer' | 'member' = 'member') =>
    app.client(resource, tenant.tenant, role)
  const headers = tenant.at()
  return {
    ...tenant,
    headers,
    project: async (name = 'ERP') => {
      const { id } = await tenant.projects().create({ body: { name, system: { sid: 'PRD' } }, headers })
      const item = await tenant.read(id, 'deps.csv', DEPENDENCIES, { kind: 'dependency_csv' })
      assert.equal(item.status, 'parsed', JSON.stringify(item))
      return id
    },
    ready: (query: Record<string, string> = {}, at = headers) =>
      client(readiness).get({ query: { group_by: 'package', ...query }, headers: at }),
    card: (query: Record<string, string> = {}, at = headers) =>
      client(scorecard).get({ query: { scope: 'workspace', ...query }, headers: at }),
    walk: (body: Parameters<ReturnType<typeof client<typeof traverse>>['run']>[0]['body'], at = headers) =>
      client(traverse).run({ body, headers: at }),
    client,
  }
}
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code

test('a truncated list of patterns includes those with the highest lift', async () => {
  const { projects, headers, read, ready } = await open()
  const { id } = await projects().create({ body: { name: 'ERP', system: { sid: 'PRD' } }, headers })
  await read(id, 'deps.csv', MANY_CALLS, { kind: 'dependency_csv' })
  const { patterns = [] } = await ready({ project_id: id, include: 'patterns' })
  assert.deepEqual(
    patterns.filter(({ lift }) => lift > 0).map(({ reference, lift }) => [reference.name, lift]),
    [['VBAK', 5]],
  )
  assert.ok(patterns.length > 100 && patterns.length <= 200, `${patterns.length}`)
})

test('a workspace without evidence has an interval from 0 to 1', async () => {
  const { ready, card } = await open()
  const answer = await ready()
  assert.equal(answer.coverage.score, 0)
  assert.match(answer.headline.text, /^Nothing measured yet/)
  assert.deepEqual([answer.acceptable.share, answer.interval], [0, { low: 0, point: 0, high: 1 }])
  assert.deepEqual([answer.kpis.readiness_index.value, answer.confidence.band], [null, 'low'])
  const { controls, summary } = await card()
  assert.ok(summary.unknown >= 10)
  for (const { id, status, value } of controls) assert.ok(value !== null || status !== 'pass', id)
})

test('a project is measured for its target: shares, patterns with lift, and the effect of fixing them', async () => {
  const { ready, project } = await open()
  const project_id = await project()
  const include = 'offenders,patterns,groups,trend'
  const answer = await ready({ project_id, include })
  const counts = Object.fromEntries(answer.distribution.map(({ code, objects }) => [code, objects]))
  assert.deepEqual(counts, { A: 1, B: 1, C: 2, D: 0, unknown: 0 })
  assert.deepEqual(answer.acceptable, { objects: 2, share: 0.5 })
  assert.deepEqual(answer.interval, { low: 0.5, point: 0.5, high: 0.5 })
  assert.match(answer.headline.text, /^2 of 4 objects are acceptable for .*2023.* \(50%\)/)
  assert.deepEqual(answer.scope, { kind: 'project', id: project_id, project_ids: [project_id] })
  const [vbak, mara] = answer.patterns!
  assert.deepEqual([vbak?.reference.name, vbak?.objects, vbak?.lift], ['VBAK', 2, 1])
  assert.deepEqual(
    vbak?.successors.map(({ name }) => name),
    ['I_SALESDOCUMENT'],
  )
  assert.deepEqual(
    answer.groups!.map(({ group, acceptable }) => [group, acceptable.share]),
    [
      ['ZMM', 1],
      ['ZSD', 0],
    ],
  )
  const offender = answer.offenders![0]!
  assert.equal(offender.artifact.name, 'VBAK')
  assert.match(answer.citations[offender.citation! - 1]!.quote, /VBAK: notToBeReleased/)
  assert.equal(answer.trend?.length, 1)

  const one = await ready({ project_id, what_if: vbak!.key })
  assert.deepEqual([one.what_if?.acceptable_share, one.what_if?.delta], [0.75, 0.25])
  assert.ok(one.what_if!.effort.p10 < one.what_if!.effort.p90)
  const both = await ready({ project_id, what_if: `${vbak!.key},${mara!.key},pat_nothing` })
  assert.deepEqual([both.what_if?.acceptable_share, both.what_if?.unknown_keys], [1, ['pat_nothing']])
  assert.equal(both.inputs.digest, answer.inputs.digest)
})

test('equal inputs give equal digests, another target another one, and only new inputs add a trend point', async () => {
  const { ready, project, read } = await open()
  const project_id = await project()
  const first = await ready({ project_id })
  assert.equal((await ready({ project_id, include: 'groups' })).inputs.digest, first.inputs.digest)
  const btp = await ready({ project_id, target: 'btp_abap:latest' })
  assert.notEqual(btp.inputs.digest, first.inputs.digest)
  clock.advance(86_400_000)
  assert.equal((await ready({ project_id, include: 'trend' })).trend?.length, 1)
  const item = await read(project_id, 'more.csv', `${DEPENDENCIES}PROG,ZNEW,ZSD,TABL,BSEG,read\n`, {
    kind: 'dependency_csv',
  })
  assert.equal(item.status, 'parsed')
  const later = await ready({ project_id, include: 'trend' })
  assert.deepEqual([later.trend?.length, later.trend?.at(-1)?.acceptable_share], [2, 0.4])
})

test('projects of a workspace add up, except archived ones', async () => {
  const { ready, project, projects, headers } = await open()
  await project('One')
  const two = await project('Two')
  const all = await ready({ include: 'patterns,trend' })
  assert.deepEqual([all.coverage.objects_total, all.acceptable.objects, all.patterns![0]!.objects], [8, 4, 4])
  assert.equal(all.scope.kind, 'workspace')
  await projects().update({ params: { id: two }, body: { status: 'archived' }, headers })
  assert.equal((await ready()).coverage.objects_total, 4)
})

test('drift lists the changes in the lists that affect the estate', async () => {
  const { ready, project } = await open()
  const project_id = await project()
  const { drift } = await ready({ project_id, baseline: 's4_private:2022_1' })
  assert.equal(drift?.baseline, 's4_private:2022_1')
  assert.equal(
    drift.changes.length > 0,
    Object.values(drift.changed_dependencies).some((count) => count > 0),
  )
  const today = await ready({ project_id, baseline: clock.now().toISOString() })
  assert.deepEqual([today.drift?.affected_objects, today.drift?.changes], [0, []])
  await assert.rejects(ready({ project_id, baseline: 'yesterday' }), refused(422, 'unacceptable'))
  await assert.rejects(ready({ project_id, baseline: 'run_1' }), refused(404, 'run_not_found'))
})

test('invalid requests are refused, and projects of others are not found', async () => {
  const mine = await open()
  const project_id = await mine.project()
  const stranger = await open()
  await assert.rejects(stranger.ready({ project_id }), refused(404, 'project_not_found'))
  await assert.rejects(mine.ready({ project_id }, mine.at('other')), refused(404, 'project_not_found'))
  assert.equal((await mine.ready({}, mine.at('other'))).coverage.objects_total, 0)
  await assert.rejects(mine.ready({ case_id: 'cas_1' }), refused(404, 'case_not_found'))
  await assert.rejects(mine.ready({ target: 'nowhere' }), refused(422, 'unknown_target'))
  await assert.rejects(mine.ready({ pack: 'nothing' }), refused(404, 'pack_not_found'))
  await assert.rejects(mine.ready({ include: 'everything' }), refused(400, 'invalid_query'))
  await assert.rejects(mine.ready({ as_of: 'last summer' }), refused(400, 'invalid_query'))
  await assert.rejects(stranger.card({ scope: 'project', id: project_id }), refused(404, 'project_not_found'))
  await assert.rejects(mine.card({ scope: 'project' }), refused(422, 'unacceptable'))
  await assert.rejects(mine.card({ scope: 'case', id: 'cas_1' }), refused(404, 'case_not_found'))
})

test('the same endpoints serve another pack', async () => {
  const { ready, card } = await open()
  const answer = await ready({ pack: 'vendor-trust' })
  assert.deepEqual([answer.pack.id, answer.distribution.at(-1)?.code], ['vendor-trust', 'unknown'])
  const { controls } = await card({ pack: 'vendor-trust' })
  assert.ok(controls.every(({ id }) => id.startsWith('VT-')))
})

test('controls are measured, the score uses known controls, and the trend keeps one value a day', async () => {
  const { card, project } = await open()
  const id = await project()
  const { controls, score, summary } = await card({ scope: 'project', id, include: 'trend,failing' })
  const of = (name: string) => controls.find((control) => control.id === name)!
  assert.deepEqual([of('CC-07').status, of('CC-07').value, of('CC-07').evidence[0]?.title], ['pass', 1, 'deps.csv'])
  assert.deepEqual([of('CC-01').status, of('CC-01').value, of('CC-01').failing_total], ['pass', 0, 0])
  assert.deepEqual(
    of('CC-07').trend!.map(({ value, status }) => [value, status]),
    [[1, 'pass']],
    'the trend includes the current measurement',
  )
  for (const unknown of ['CC-05', 'CC-06', 'CC-13', 'CC-16']) assert.equal(of(unknown).status, 'unknown', unknown)
  assert.equal(of('CC-04').evidence.length, 1)
  assert.ok(of('CC-01').query.text.includes('SELECT'))
  assert.ok(score.value > 0 && score.value < 100)
  assert.equal(
    Object.values(summary).reduce((sum, count) => sum + count),
    controls.length,
  )
  clock.advance(86_400_000)
  const later = await card({ scope: 'project', id, include: 'trend', category: 'evidence', status: 'pass' })
  assert.deepEqual(
    later.controls.map((control) => [control.id, control.trend?.length]),
    [['CC-07', 2]],
  )
  const then = await card({ scope: 'project', id, as_of: clock.now().toISOString() })
  assert.deepEqual(then.summary, summary)
  assert.equal((await card({ as_of: '2020-01-01' })).summary.unknown, controls.length)
  for (const as_of of ['2026-02-30', '2026-04-31T10:00:00Z'])
    await assert.rejects(card({ as_of }), refused(400, 'invalid_query'), as_of)
  assert.ok(await card({ as_of: '2028-02-29' }))
})

test('a traversal goes from an object to its dependencies, and from a table to its users', async () => {
  const { walk, project, tenant } = await open()
  const project_id = await project()
  const out = await walk({ start: ['PROG:ZORDERS'], include: ['rating', 'layout', 'provenance'] })
  const labels = out.nodes.map(({ label, depth }) => `${label} ${depth}`)
  assert.deepEqual(labels.toSorted(), [
    'BAPI_MATERIAL_SAVEDATA 2',
    'I_SALESDOCUMENT 1',
    'VBAK 1',
    'ZCL_MATERIAL 1',
    'ZORDERS 0',
  ])
  const [start] = out.nodes
  assert.deepEqual(
    [start?.kind, start?.rating?.code, start?.group, start?.degree_out],
    ['custom_object', 'C', 'ZSD', 3],
  )
  const vbak = out.nodes.find(({ label }) => label === 'VBAK')!
  const reads = out.edges.find(({ to }) => to === vbak.id)!
  const statement = {
    subject: start!.iri,
    predicate: 'urn:casework:clean-core#reads',
    object: 'urn:sap:obj:TABL:VBAK',
    graph: `urn:tenant:${tenant.id}:ws:main:graph:estate.${project_id}`,
  }
  assert.deepEqual(
    [reads.relation, reads.id, reads.citation?.statement_id],
    ['reads', statementId(statement), reads.id],
  )
  assert.ok(out.nodes.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
  assert.equal(out.stats.truncated, false)

  const users = await walk({ start: [vbak.id], relations: ['used_by'], depth: 1 })
  assert.deepEqual(users.nodes.map(({ label }) => label).toSorted(), ['VBAK', 'ZORDERS', 'ZPRICES'])
  const packages = await walk({ start: ['VBAK'], relations: ['used_by'], depth: 1, collapse: 'package' })
  assert.deepEqual(
    packages.nodes.map(({ label, members }) => [label, members]),
    [
      ['VBAK', 1],
      ['ZSD', 2],
    ],
  )
  const clean = await walk({ start: ['ZORDERS'], filter: { codes: ['A'], types: ['CDS_STOB'], project_id } })
  assert.deepEqual(
    clean.nodes.map(({ label }) => label),
    ['ZORDERS', 'I_SALESDOCUMENT'],
  )
})

test('a traversal follows successors in the lists, and finds paths to a goal', async () => {
  const { walk, project } = await open()
  await project()
  const relations = ['depends_on', 'has_successor']
  const { paths, nodes, edges } = await walk({
    start: ['ZPRICES'],
    path_to: 'CDS_STOB:I_SALESDOCUMENT',
    relations,
    depth: 4,
  })
  const label = new Map(nodes.map((node) => [node.id, node.label]))
  assert.deepEqual(
    paths!.map((path) => path.map((id) => label.get(id))),
    [['ZPRICES', 'VBAK', 'I_SALESDOCUMENT']],
  )
  assert.deepEqual(
    edges.map(({ relation }) => relation),
    ['reads', 'has_successor'],
  )
  const back = await walk({ start: ['urn:sap:obj:CDS_STOB:I_SALESDOCUMENT'], relations: ['predecessor_of'], depth: 1 })
  assert.ok(back.nodes.some(({ label }) => label === 'VBAK'))
  const unused = await walk({ start: ['FUNC:HOLIDAY_CALENDAR_GET'], relations: ['has_successor'], depth: 3 })
  assert.ok(unused.nodes.some(({ label, depth }) => label === 'CL_FHC_CALENDAR_RUNTIME' && depth === 2))
})

test('a traversal goes from an object to documents that mention it, and on to what else they mention', async () => {
  const { walk, project, read } = await open()
  const id = await project()
  await read(id, 'notes.md', '# Orders\n\nZORDERS reads VBAK and MARA; I_SALESDOCUMENT would do.\n')
  const about = await walk({ start: ['TABL:VBAK'], relations: ['mentioned_in'], depth: 1, filter: { project_id: id } })
  const [edge] = about.edges.filter(({ from }) =>
    about.nodes.some((node) => node.id === from && node.label === 'Orders'),
  )
  assert.deepEqual([edge?.relation, edge?.confidence], ['mentions', 0.6])
  const on = await walk({ start: [edge!.from], relations: ['mentions'], depth: 1 })
  const labels = new Set(on.nodes.map(({ label }) => label))
  for (const name of ['ZORDERS', 'VBAK', 'MARA', 'I_SALESDOCUMENT']) assert.ok(labels.has(name), name)
  assert.deepEqual((await walk({ start: ['ZORDERS'], relations: ['cites'] })).warnings, [
    'No data is recorded for the relation cites.',
  ])
})

test('the sample project of the pack has an interval, patterns and gaps', async () => {
  const { ready, projects, evidence, headers, run } = await open()
  const { id } = await projects().create({ body: { name: 'Sample', sample: true }, headers })
  const { items } = await evidence().list({ params: { id }, query: { limit: 50 }, headers })
  for (const item of items) await run(item.id)
  const answer = await ready({ project_id: id, include: 'patterns,findings' })
  assert.ok(answer.coverage.objects_total >= 20)
  const { low, point, high } = answer.interval
  assert.ok(low <= point && point <= high && point < 1)
  assert.equal(answer.acceptable.share, point)
  assert.ok(answer.patterns!.length >= 3 && answer.patterns!.some(({ lift }) => lift >= 1))
  const [worst] = answer.findings!
  assert.equal(worst!.title, 'Writes to SAP tables')
  assert.ok(worst!.objects > 0 && worst!.decisions.length > 0)
  assert.ok(answer.findings!.findIndex(({ mechanical }) => mechanical) !== 0)
  assert.deepEqual([answer.patterns![0]!.finding.id, answer.patterns![0]!.access], ['write', 'write'])
  assert.ok(answer.coverage.score > 0 && answer.coverage.score < 1)
  assert.ok(answer.confidence.reasons.length > 0)
})

test('an unknown start is a warning next to a known one, and otherwise not found', async () => {
  const { walk, project, client, headers, at } = await open()
  await project()
  const { warnings, stats } = await walk({ start: ['ZORDERS', 'ZNOTHING'], limit: 2 })
  assert.deepEqual([warnings.length, stats.truncated, stats.returned], [1, true, 2])
  await assert.rejects(walk({ start: ['ZNOTHING'] }), refused(404, 'artifact_not_found'))
  await assert.rejects(walk({ start: ['ZORDERS'] }, at('other')), refused(404, 'artifact_not_found'))
  await assert.rejects(walk({ start: ['ZORDERS'], relations: ['eats'] }), refused(422, 'unknown_relation'))
  await assert.rejects(walk({ start: ['ZORDERS'], depth: 7 }), refused(422, 'invalid_body'))
  await assert.rejects(walk({ start: ['ZORDERS'], filter: { project_id: 'prj_1' } }), refused(404, 'project_not_found'))
  const viewer = client(traverse, 'viewer')
  await assert.rejects(viewer.run({ body: { start: ['ZORDERS'] }, headers }), refused(403, 'role_required'))
})
