// Projects and evidence through HTTP: upload, detection, parsing, mapping, superseding, and isolation of tenants.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EvidencePatch } from '@veritrace/contract/casework/evidence'
import type { ProjectPatch } from '@veritrace/contract/casework/projects'
import { ApiError } from '@veritrace/contract/client'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { readEstate } from '../estate/read-estate.ts'
import { shortForm } from '../model/artifacts.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import type { ParseOrder } from './parse-job.ts'
import { evidenceTenant } from './testing.ts'

let app: CaseworkApp
before(async () => {
  app = await caseworkApp()
})

const open = async (name = 'ERP') => {
  const tenant = await evidenceTenant(app)
  const project = await tenant.projects().create({ body: { name, system: { sid: 'PRD' } }, headers: tenant.at() })
  const estate = () => readEstate(app.platform.db, { tenant: tenant.tenant.id, workspace: 'main' }, project.id)
  return { ...tenant, project, estate }
}
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code
const bytes = (text: string) => new TextEncoder().encode(text)

const worklist = (objects: string, complete = true) => `<?xml version="1.0" encoding="utf-8"?>
<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist" xmlns:o="http://www.sap.com/adt/atc/object"
  xmlns:f="http://www.sap.com/adt/atc/finding" xmlns:a="http://www.sap.com/adt/core" w:id="1"
  w:timestamp="2026-02-01T10:00:00Z" w:objectSetIsComplete="${complete}"><w:objects>${objects}</w:objects></w:worklist>`
const atcObject = (name: string, findings = '') =>
  `<o:object a:type="PROG/P" a:name="${name}" a:packageName="ZSD" o:author="JDOE"><o:findings>${findings}</o:findings></o:object>`
const finding = (message: string, priority = 1) =>
  `<f:finding f:location="/sap/bc/adt/programs/x#start=12,3" f:priority="${priority}" f:checkId="C1" f:checkTitle="Usage of APIs" f:messageTitle="${message}"/>`

test('a project has a unique name, a target of its pack, and a version that guards its changes', async () => {
  const { projects, project, at } = await open('Orders')
  assert.equal(project.version, 1)
  assert.deepEqual(project.stats, { objects: 0, packages: 0, evidence: 0, cases_open: 0 })
  await assert.rejects(
    projects().create({ body: { name: ' orders ' }, headers: at() }),
    refused(422, 'project_name_taken'),
  )
  await assert.rejects(projects().create({ body: { name: '' }, headers: at() }), refused(422, 'invalid_body'))
  await assert.rejects(
    projects().create({ body: { name: 'x', default_target: 'nowhere' }, headers: at() }),
    refused(422, 'unknown_target'),
  )
  const patch = { description: 'All orders', tags: ['sd'], system: null }
  const changed = await projects().update({ params: project, body: patch, headers: { ...at(), 'if-match': '"1"' } })
  assert.deepEqual([changed.version, changed.system, changed.tags], [2, null, ['sd']])
  await assert.rejects(
    projects().update({ params: project, body: { tags: [] }, headers: { ...at(), 'if-match': '"1"' } }),
    refused(412, 'stale_version'),
  )
  const found = await projects('viewer').list({ query: { q: 'SD', status: 'active' }, headers: at() })
  assert.deepEqual([found.items.map(({ id }) => id), found.total, found.next], [[project.id], 1, ''])
  await assert.rejects(projects('viewer').create({ body: { name: 'y' }, headers: at() }), refused(403, 'role_required'))
})

test('a deleted project is gone until an admin restores it', async () => {
  const { projects, project, at, tenant } = await open()
  await assert.rejects(projects().remove({ params: project, headers: at() }), refused(403, 'role_required'))
  await projects('admin').remove({ params: project, headers: at() })
  await assert.rejects(projects().get({ params: project, headers: at() }), refused(410, 'gone'))
  await assert.rejects(
    projects().update({ params: project, body: { status: 'active' }, headers: at() }),
    refused(410, 'gone'),
  )
  const back = await projects('admin').update({ params: project, body: { status: 'active' }, headers: at() })
  assert.equal(back.id, project.id)
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(actions, ['project.create', 'project.delete', 'project.restore'])
})

test('a file that was being parsed when its project was deleted is parsed after the project is restored', async () => {
  const { project, send, run, projects, evidence, at, estate } = await open()
  const { db } = app.platform
  const rows = (name: string) => `type,name\nPROG,${name}\n`
  const waiting = (await send(project.id, 'a.csv', rows('ZA'))).item
  // Simulates a process that died while it parsed the file.
  const begun = (await send(project.id, 'b.csv', rows('ZB'))).item
  await sql`update casework.evidence set status = 'parsing' where id = ${begun.id}`.execute(db)
  const ended = (await send(project.id, 'c.csv', rows('ZC'))).item
  await run(ended.id)
  const statusOf = async ({ id }: { id: string }) =>
    (await evidence().get({ params: { id: project.id, evidenceId: id }, headers: at() })).status

  await projects('admin').remove({ params: project, headers: at() })
  await run(waiting.id)
  const { rows: left } = await sql`select status from casework.evidence where id = ${waiting.id}`.execute(db)
  assert.deepEqual(left, [{ status: 'received' }], 'no parse starts for a deleted project')
  await projects('admin').update({ params: project, body: { status: 'active' }, headers: at() })
  assert.deepEqual([await statusOf(waiting), await statusOf(begun)], ['received', 'received'])

  for (const { id, readings } of [
    { id: waiting.id, readings: [1, 2] },
    { id: begun.id, readings: [1, 2] },
    { id: ended.id, readings: [1] },
  ]) {
    const { rows: orders } = await sql<{ data: ParseOrder }>`
      select data from jobs.job where name = 'casework-parse' and data ->> 'id' = ${id} order by data -> 'reading'`.execute(
      db,
    )
    assert.deepEqual(
      orders.map(({ data }) => data.reading),
      readings,
    )
    for (const { data } of orders) await run(id, data.reading)
  }
  assert.deepEqual([await statusOf(waiting), await statusOf(begun), await statusOf(ended)], Array(3).fill('parsed'))
  assert.deepEqual((await estate())!.objects.map(shortForm).sort(), ['PROG:ZA', 'PROG:ZB', 'PROG:ZC'])
  const again = await send(project.id, 'a.csv', rows('ZA'))
  assert.deepEqual([again.status, again.item.status], [200, 'parsed'])
})

test('a stale version cannot delete a project', async () => {
  const { projects, project, at } = await open()
  const changed = await projects().update({ params: project, body: { tags: ['sd'] }, headers: at() })
  const stale = { ...at(), 'if-match': project.etag }
  await assert.rejects(projects('admin').remove({ params: project, headers: stale }), refused(412, 'stale_version'))
  assert.deepEqual(await projects().get({ params: project, headers: at() }), changed)
  await projects('admin').remove({ params: project, headers: { ...at(), 'if-match': changed.etag } })
  await assert.rejects(projects().get({ params: project, headers: at() }), refused(410, 'gone'))
})

test('an upload that is still running when its project is archived is refused', async () => {
  const t = await open()
  const { id } = t.project
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const [first, rest] = ['{"filename": "late.csv", ', '"text": "type,name\\nPROG,ZLATE\\n"}']
  const request = {
    method: 'POST',
    headers: {
      ...t.at(),
      authorization: `Bearer ${await app.key(t.tenant, 'member')}`,
      'content-type': 'application/json',
    },
    body: readable,
    duplex: 'half' as const,
  }
  const sent = fetch(`${app.url}/api/casework/projects/${id}/evidence/upload`, request)
  await writer.write(bytes(first!))
  await sleep(50)
  await t.projects().update({ params: { id }, body: { status: 'archived' }, headers: t.at() })
  await writer.write(bytes(rest!))
  await writer.close()
  const answer = await sent
  assert.deepEqual([answer.status, ((await answer.json()) as { code?: string }).code], [409, 'project_archived'])
  assert.equal((await t.evidence().list({ params: { id }, headers: t.at() })).total, 0)
})

test('a patch of a project system changes only the fields it names, and null removes a field', async () => {
  const { projects, project, at } = await open()
  const patch = async (system: NonNullable<ProjectPatch['system']> | null) =>
    (await projects().update({ params: project, body: { system }, headers: at() })).system
  assert.deepEqual(await patch({ release: '2023', client: '100' }), { sid: 'PRD', release: '2023', client: '100' })
  assert.deepEqual(await patch({ client: null, sid: 'QAS' }), { sid: 'QAS', release: '2023' })
  await assert.rejects(patch({ sid: null as never }), refused(422, 'invalid_body'))
  assert.equal(await patch(null), null)
  await assert.rejects(patch({ release: '2025' }), (error) => {
    assert.ok(refused(422, 'invalid_body')(error))
    assert.deepEqual((error as ApiError).problem.errors, [{ path: 'system.sid', message: 'is required' }])
    return true
  })
  assert.deepEqual(await patch({ sid: 'DEV' }), { sid: 'DEV' })
})

test('the project and the evidence of another tenant or workspace are not found', async () => {
  const { project, at, projects, evidence, read } = await open()
  const item = await read(project.id, 'objects.csv', 'type,name\nPROG,ZA\n')
  const stranger = await evidenceTenant(app)
  const params = { id: project.id, evidenceId: item.id }
  for (const [who, headers] of [
    [stranger, stranger.at()],
    [{ projects, evidence }, at('other')],
  ] as const) {
    const missing = refused(404, 'project_not_found')
    await assert.rejects(who.projects().get({ params: project, headers }), missing)
    await assert.rejects(who.projects('admin').remove({ params: project, headers }), missing)
    await assert.rejects(who.projects().update({ params: project, body: { tags: [] }, headers }), missing)
    await assert.rejects(who.evidence().list({ params: project, headers }), missing)
    await assert.rejects(who.evidence().get({ params, headers }), missing)
    await assert.rejects(who.evidence().update({ params, body: { label: 'x' }, headers }), missing)
    assert.deepEqual((await who.projects().list({ headers })).items, [])
  }
  assert.equal((await stranger.send(project.id, 'a.csv', 'type,name\n')).status, 404)
  const second = await projects().create({ body: { name: 'second' }, headers: at() })
  await assert.rejects(
    evidence().get({ params: { id: second.id, evidenceId: item.id }, headers: at() }),
    refused(404, 'evidence_not_found'),
  )
})

test('the sample of the pack is parsed into an estate like uploaded files', async () => {
  const { projects, evidence, at, run, tenant } = await open()
  const sample = await projects().create({ body: { name: 'Sample', sample: true }, headers: at() })
  const { items } = await evidence().list({ params: sample, headers: at() })
  assert.ok(items.length >= 3)
  for (const { id } of items) await run(id)
  const read = await evidence().list({ params: sample, headers: at() })
  for (const { filename, status, status_reason } of read.items)
    assert.match(status, /^parsed/, `${filename}: ${status_reason}`)
  const { stats } = await projects().get({ params: sample, headers: at() })
  assert.ok(stats.objects >= 20 && stats.packages >= 3, JSON.stringify(stats))
  const estate = await readEstate(app.platform.db, { tenant: tenant.id, workspace: 'main' }, sample.id)
  assert.equal(estate?.objects.length, stats.objects)
  const references = new Set(estate?.references.map(shortForm))
  for (const name of ['TABL:VBAK', 'TABL:MARA', 'FUNC:NUMBER_GET_NEXT']) assert.ok(references.has(name), name)
  assert.ok(estate!.calls.from.length > 0)
})

test('the sample of the other pack is parsed with that pack’s vocabulary', async () => {
  const { projects, evidence, at, run } = await open()
  const body = { name: 'Vendors', pack: 'vendor-trust', sample: true }
  const sample = await projects().create({ body, headers: at() })
  for (const { id } of (await evidence().list({ params: sample, headers: at() })).items) await run(id)
  const { items } = await evidence().list({ params: sample, headers: at() })
  for (const { filename, status, status_reason } of items)
    assert.match(status, /^parsed/, `${filename}: ${status_reason}`)
  assert.ok((await projects().get({ params: sample, headers: at() })).stats.objects > 0)
})

test('a checked object without findings is covered, and a finding refers to the API in its message', async () => {
  const { project, read, estate, evidence, at } = await open()
  const text = worklist(atcObject('ZCLEAN') + atcObject('ZDIRTY', finding('Usage of database table VBAK', 2)))
  const item = await read(project.id, 'result.xml', text)
  assert.deepEqual([item.kind, item.status, item.object_set_complete], ['atc_worklist_xml', 'parsed', true])
  assert.deepEqual([item.counts.objects, item.counts.findings, item.counts.references], [2, 1, 1])
  assert.equal(item.collected_at, '2026-02-01T10:00:00.000Z')
  const merged = await estate()
  const byName = new Map(merged!.objects.map((object) => [object.name, object]))
  assert.deepEqual([byName.get('ZCLEAN')?.has_atc, byName.get('ZCLEAN')?.findings], [true, [0, 0, 0, 0]])
  assert.deepEqual(byName.get('ZDIRTY')?.findings, [0, 1, 0, 0])
  assert.deepEqual(merged?.references, [{ type: 'TABL', name: 'VBAK' }])
  assert.equal(merged?.atc_object_set_complete, true)
  // The author's name appears nowhere, and both objects have the same pseudonym.
  assert.match(byName.get('ZCLEAN')!.owner, /^person-[0-9a-f]{12}$/)
  assert.equal(byName.get('ZCLEAN')!.owner, byName.get('ZDIRTY')!.owner)
  assert.equal(item.redactions.authors, true)
  const again = worklist(atcObject('ZCLEAN') + atcObject('ZDIRTY')).replace('02-01', '03-01')
  const newer = await read(project.id, 'result2.xml', again)
  const older = await evidence().get({ params: { id: project.id, evidenceId: item.id }, headers: at() })
  assert.deepEqual([older.status, older.superseded_by], ['superseded', newer.id])
  const now = await estate()
  assert.deepEqual([now!.references.length, now!.revision > merged!.revision], [0, true])
})

test('types, priorities and severities named like built-in properties of JavaScript objects are unknown', async () => {
  const { project, read, estate } = await open()
  const odd = ['constructor', 'toString', '__proto__']
  const list = worklist(odd.map((type, at) => atcObject(`ZW${at}`).replace('PROG/P', type)).join(''))
  const listed = await read(project.id, 'result.xml', list)
  assert.deepEqual([listed.status, listed.status_reason], ['parsed', ''])
  const errors = odd.map((severity) => `<error line="1" severity="${severity}" source="c" message="m"/>`).join('')
  const checked = await read(
    project.id,
    'check.xml',
    `<checkstyle><file name="zs.prog.abap">${errors}</file></checkstyle>`,
  )
  assert.deepEqual([checked.status, checked.counts.findings], ['parsed', 3])
  const table = ['object_type,object_name,check_id,message,priority', ...odd.map((word) => `PROG,ZT,C1,m,${word}`)]
  const found = await read(project.id, 'findings.csv', `${table.join('\n')}\n`, { kind: 'findings_csv' })
  assert.notEqual(found.status, 'failed', found.status_reason)
  const merged = (await estate())!
  assert.deepEqual(
    merged.objects.filter(({ name }) => name.startsWith('ZW')).map(shortForm),
    odd.map((type, at) => `${type.toUpperCase()}:ZW${at}`).sort(),
  )
})

test('the same bytes are recognized as a duplicate, also in another format or under another name', async () => {
  const { project, send, post, run } = await open()
  const table =
    'from_type,from_name,to_type,to_name,access\nPROG,ZA,TABL,VBAK,read\nPROG,ZA,PROG,ZB,call\nPROG,ZB,TABL,MARA,write\n'
  const first = await send(project.id, 'deps.csv', table, { label: 'Dependencies', system: 'QAS' })
  assert.deepEqual(
    [first.status, first.item.status, first.item.label, first.item.duplicate],
    [202, 'received', 'Dependencies', false],
  )
  await run(first.item.id)
  const second = await send(project.id, 'other-name.csv', bytes(table))
  assert.deepEqual([second.status, second.item.id, second.item.duplicate], [200, first.item.id, true])
  assert.deepEqual([second.item.kind, second.item.status], ['dependency_csv', 'parsed'])
  const json = { filename: 'deps.csv', content_base64: Buffer.from(table).toString('base64') }
  const third = await post(project.id, JSON.stringify(json), { 'content-type': 'application/json' })
  assert.equal(third.status, 200)
})

test('calls between custom objects are not external references', async () => {
  const { project, read, estate } = await open()
  await read(
    project.id,
    'deps.csv',
    'from type;from name;to type;to name;access\nPROG;ZA;TABL;VBAK;select\nPROG;ZA;PROG;ZB;x\nPROG;ZB;Table;MARA;update\n',
  )
  const merged = (await estate())!
  assert.deepEqual(merged.objects.map(shortForm), ['PROG:ZA', 'PROG:ZB'])
  assert.deepEqual(merged.references.map(shortForm), ['TABL:VBAK', 'TABL:MARA'])
  assert.deepEqual([[...merged.calls.from], [...merged.calls.to]], [[0], [1]])
  assert.deepEqual([...merged.uses.access], [0, 1])
})

test('a table with unknown columns waits for a mapping', async () => {
  const { project, read, evidence, at, run, estate, projects } = await open()
  const text = 'Kind of thing,Thing,Who\nPROG,ZA,Jane\nPROG,,Jane\n=cmd,ZB,Jane\n'
  const waiting = await read(project.id, 'things.csv', text, { kind: 'object_list_csv' })
  assert.equal(waiting.status, 'needs_mapping')
  assert.deepEqual(waiting.columns, { found: ['Kind of thing', 'Thing', 'Who'], mapping: {}, needed: ['type', 'name'] })
  assert.equal((await estate())!.objects.length, 0)
  const mapping = { type: 'Kind of thing', name: 'Thing', owner: 'Who' }
  const params = { id: project.id, evidenceId: waiting.id }
  const again = await evidence().update({ params, body: { mapping }, headers: at() })
  assert.equal(again.status, 'received')
  await run(waiting.id, 2)
  const done = await evidence().get({ params, headers: at() })
  assert.equal(done.status, 'parsed_with_warnings')
  assert.deepEqual(
    [done.counts.rows, done.counts.rows_rejected, done.rejected_sample],
    [3, 1, [{ line: 3, reason: 'The name is missing.' }]],
  )
  // A cell with a spreadsheet formula is plain text.
  assert.deepEqual(
    (await estate())!.objects.map(({ type }) => type),
    ['=CMD', 'PROG'],
  )
  assert.equal((await projects().get({ params: project, headers: at() })).stats.objects, 2)
})

/** Just above the size below which any compression ratio is allowed. */
const bomb = () => zipSync({ 'src/zbig.prog.abap': new Uint8Array(11_000_000) })
const symlink = () => zipSync({ 'src/zlink.prog.abap': [bytes('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })
test('a patch of a mapping changes only the columns it names, and null removes an entry', async () => {
  const { project, read, evidence, at, run } = await open()
  const { id } = await read(project.id, 'own.csv', 'Kind of thing,Thing,Name,Who\nPROG,ZA,ZB,Jane\n', {
    kind: 'object_list_csv',
  })
  const params = { id: project.id, evidenceId: id }
  let reading = 1
  const patch = async (mapping: EvidencePatch['mapping']) => {
    await evidence().update({ params, body: { mapping }, headers: at() })
    await run(id, ++reading)
    return (await evidence().get({ params, headers: at() })).columns.mapping
  }
  assert.deepEqual(await patch({ type: 'Kind of thing' }), { type: 'Kind of thing', name: 'Name' })
  assert.deepEqual(await patch({ name: 'Thing', owner: 'Who' }), { type: 'Kind of thing', name: 'Thing', owner: 'Who' })
  assert.deepEqual(await patch({ name: null, owner: null }), { type: 'Kind of thing', name: 'Name' })
  assert.deepEqual(await patch(null), { name: 'Name' })
  const many = (from: number) => Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${from + i}`, 'Who']))
  await patch(many(0))
  await assert.rejects(patch(many(40)), refused(422, 'invalid_body'))
})

test('a harmful file is quarantined with a reason, and nothing in it is used', async () => {
  const { project, send, run, evidence, at, estate } = await open()
  const hostile: [string, Uint8Array<ArrayBuffer> | string, RegExp][] = [
    ['bomb.zip', bomb(), /grow more than/],
    ['up.zip', zipSync({ '../../etc/zx.prog.abap': bytes('REPORT zx.') }), /outside/],
    ['absolute.zip', zipSync({ '/etc/zx.prog.abap': bytes('REPORT zx.') }), /outside/],
    ['link.zip', symlink(), /symbolic link/],
    ['macro.zip', zipSync({ '[Content_Types].xml': bytes('<x/>'), 'xl/vbaProject.bin': bytes('x') }), /macros/],
    [
      'xxe.xml',
      '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><checkstyle>&x;</checkstyle>',
      /DOCTYPE/,
    ],
    ['program.csv', Buffer.from('MZ\u0090\0\u0003\0'), /program/],
  ]
  for (const [filename, content, reason] of hostile) {
    const { item } = await send(project.id, filename, content)
    await run(item.id)
    const read = await evidence().get({ params: { id: project.id, evidenceId: item.id }, headers: at() })
    assert.equal(read.status, 'quarantined', `${filename}: ${read.status_reason}`)
    assert.match(read.status_reason, reason)
    await assert.rejects(
      evidence().update({ params: { id: project.id, evidenceId: item.id }, body: { kind: 'other' }, headers: at() }),
      refused(409, 'forbidden_transition'),
    )
  }
  assert.equal((await estate())!.objects.length, 0)
})

test('a damaged file is rejected with a reason', async () => {
  const { project, read, send, run, evidence, at } = await open()
  const cut = await read(project.id, 'cut.xml', worklist(atcObject('ZA')).slice(0, -20))
  assert.deepEqual([cut.status, cut.status_reason], ['rejected', 'The file ends too early: an element is not closed.'])
  const wrong = await read(project.id, 'list.csv', 'type,name\nPROG,ZA\n', { kind: 'atc_worklist_xml' })
  assert.equal(wrong.status, 'rejected')
  const { item } = await send(project.id, 'half.zip', zipSync({ 'src/za.prog.abap': bytes('REPORT za.') }).slice(0, 60))
  await run(item.id)
  assert.equal(
    (await evidence().get({ params: { id: project.id, evidenceId: item.id }, headers: at() })).status,
    'rejected',
  )
})

test('invalid uploads are refused', async () => {
  const { project, post, send } = await open()
  const json = { 'content-type': 'application/json' }
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]
  assert.deepEqual(await codeOf(await post(project.id, '{"filename":"a"}', json)), [422, 'invalid_body'])
  assert.deepEqual(await codeOf(await post(project.id, '{"filename":"a","text":"x","kind":"no"}', json)), [
    422,
    'invalid_body',
  ])
  assert.deepEqual(await codeOf(await post(project.id, '{', json)), [400, 'malformed_json'])
  assert.deepEqual(await codeOf(await post(project.id, new FormData())), [400, 'malformed_body'])
  assert.deepEqual(await codeOf(await post(project.id, 'x', { 'content-type': 'text/csv' })), [
    415,
    'unsupported_media_type',
  ])
  assert.equal((await send(project.id, 'empty.csv', '')).status, 400)
  assert.equal(
    (await send(project.id, 'a.csv', 'type,name\n', { supersedes: 'evi_none' })).item.code,
    'evidence_not_found',
  )
  assert.equal((await send(project.id, 'a.csv', 'type,name\n', { mapping: '{' })).item.code, 'malformed_body')
  const large = JSON.stringify({ filename: 'a.csv', text: 'x'.repeat(5_300_000) })
  assert.equal((await post(project.id, large, json)).status, 413)
})

test('a file keeps its name in any script', async () => {
  const { project, send } = await open()
  const { item } = await send(project.id, 'Prüfung 名前 🧾.csv', 'type,name\nPROG,ZA\n')
  assert.deepEqual([item.filename, item.label], ['Prüfung 名前 🧾.csv', 'Prüfung 名前 🧾.csv'])
})

test('fields with text that cannot be stored are refused by name, in a form and in JSON', async () => {
  const { project, post, send } = await open()
  const [half, nul] = ['\\ud800', '\\u0000']
  const errorsOf = async (fields: string) => {
    const body = `{"filename":"a.csv","text":"type,name\\nPROG,ZA\\n",${fields}}`
    const response = await post(project.id, body, { 'content-type': 'application/json' })
    const { code, errors } = (await response.json()) as { code: string; errors: { path: string }[] }
    return [response.status, code, errors?.[0]?.path]
  }
  assert.deepEqual(await errorsOf(`"label":"a${nul}"`), [422, 'invalid_body', 'label'])
  assert.deepEqual(await errorsOf(`"label":"a${half}"`), [422, 'invalid_body', 'label'])
  assert.deepEqual(await errorsOf(`"system":"${nul}"`), [422, 'invalid_body', 'system'])
  assert.deepEqual(await errorsOf(`"mapping":{"name":"${nul}"}`), [422, 'invalid_body', 'mapping.name'])
  assert.deepEqual(await errorsOf(`"mapping":{"${half}":"x"}`), [422, 'invalid_body', 'mapping'])
  const form = { label: 'a\0b' }
  assert.equal((await send(project.id, 'a.csv', 'type,name\nPROG,ZB\n', form)).item.code, 'invalid_body')
  for (const name of ['constructor', '__proto__']) {
    const { status, item } = await send(project.id, 'a.csv', 'type,name\nPROG,ZB\n', Object.fromEntries([[name, 'x']]))
    assert.deepEqual([status, item.code], [422, 'invalid_body'], name)
  }
  const mapping = { mapping: `{"name":"${half}"}` }
  assert.equal((await send(project.id, 'a.csv', 'type,name\nPROG,ZB\n', mapping)).item.code, 'invalid_body')
})

test('U+0000 is removed from a table', async () => {
  const { project, read } = await open()
  const item = await read(project.id, 'a.csv', 'ty\0pe,name,ot\0her\nPROG,Z\0A,1\n', { kind: 'object_list_csv' })
  assert.deepEqual([item.status, item.counts.objects, item.columns.found], ['parsed', 1, ['type', 'name', 'other']])
})

test('a freeze period that ends before it begins is refused, on create and on update', async () => {
  const { project, projects, at } = await open()
  const [from, to] = ['2026-12-01', '2026-12-31']
  const wrong = {
    freeze_periods: [
      { from, to },
      { from: to, to: from },
    ],
  }
  const named = (error: unknown) =>
    refused(422, 'invalid_body')(error) && JSON.stringify(error).includes('freeze_periods.1.to')
  await assert.rejects(projects().create({ body: { name: 'Frozen', ...wrong }, headers: at() }), named)
  await assert.rejects(projects().update({ params: project, body: wrong, headers: at() }), named)
  const body = { freeze_periods: [{ from, to: from }] }
  assert.deepEqual((await projects().update({ params: project, body, headers: at() })).freeze_periods, [
    { from, to: from },
  ])
})

test('a superseded file cannot be superseded again', async () => {
  const { project, read, post, evidence, at } = await open()
  const rows = (name: string) => `type,name\nPROG,${name}\n`
  const first = await read(project.id, 'a.csv', rows('ZA'))
  const second = await read(project.id, 'b.csv', rows('ZB'), { supersedes: first.id })
  const body = JSON.stringify({ filename: 'c.csv', text: rows('ZC'), supersedes: first.id })
  const response = await post(project.id, body, { 'content-type': 'application/json' })
  const { code, errors } = (await response.json()) as { code: string; errors: { path: string; message: string }[] }
  assert.deepEqual([response.status, code, errors[0]!.path], [422, 'invalid_body', 'supersedes'])
  assert.match(errors[0]!.message, new RegExp(second.id))
  const { superseded_by } = await evidence().get({ params: { id: project.id, evidenceId: first.id }, headers: at() })
  assert.equal(superseded_by, second.id)
})
