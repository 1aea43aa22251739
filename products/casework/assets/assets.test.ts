// Files generated from the sample project, through HTTP: all formats, identical bytes for identical inputs, ranges, access.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import { assets } from '@veritrace/contract/casework/assets'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { cases } from '@veritrace/contract/casework/cases'
import { plan } from '@veritrace/contract/casework/plan'
import { projects } from '@veritrace/contract/casework/projects'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { caseTenant } from '../cases/testing.ts'
import { evidenceTenant } from '../evidence/testing.ts'
import { digestOf } from '../model/digest.ts'
import { type CaseworkApp, caseworkApp } from '../testing.ts'
import { fillTemplate } from './report/fill.ts'

let app: CaseworkApp
let tenant: Tenant
let headers: Record<string, string>
let projectId: string

before(async () => {
  app = await caseworkApp()
  const open = await evidenceTenant(app)
  tenant = open.tenant
  headers = open.at()
  const made = await open.projects().create({ body: { name: 'Sample', sample: true }, headers })
  projectId = made.id
  const { items } = await open.evidence().list({ params: { id: projectId }, headers })
  for (const { id } of items) await open.run(id)
})

const files = () => app.client(assets, tenant, 'member')
const params = () => ({ id: projectId })

/** The text of a file in another tenant's project. */
async function textOf(t: Awaited<ReturnType<typeof caseTenant>>, project: string, { id }: { id: string }) {
  return Buffer.from(await bytesOf(t, project, id)).toString()
}

async function bytesOf(t: Awaited<ReturnType<typeof caseTenant>>, project: string, id: string) {
  const response = await fetch(`${app.url}/api/casework/projects/${project}/assets/${id}/download`, {
    headers: { ...t.headers, authorization: `Bearer ${await app.key(t.tenant, 'viewer')}` },
  })
  return new Uint8Array(await response.arrayBuffer())
}

async function download(assetID: string, range?: string) {
  const path = `/api/casework/projects/${projectId}/assets/${assetID}/download`
  const key = await app.key(tenant, 'viewer')
  const response = await fetch(app.url + path, {
    headers: { ...headers, authorization: `Bearer ${key}`, ...(range && { range }) },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a report in any format states how many objects are acceptable', async () => {
  for (const format of ['md', 'html', 'json'] as const) {
    const asset = await files().report({
      params: params(),
      body: { format, template: 'technical', redact: false },
      headers,
    })
    const { response, bytes } = await download(asset.id)
    assert.equal(response.status, 200)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), asset.sha256)
    assert.match(bytes.toString(), /of 25 objects are acceptable/)
  }
})

test('a PDF of the same facts has the same bytes, and ranges of it can be downloaded', async () => {
  const body = { template: 'executive', redact: false } as const
  const one = await files().pdf({ params: params(), body, headers })
  const two = await files().pdf({ params: params(), body, headers })
  assert.equal(one.sha256, two.sha256)
  const whole = await download(one.id)
  assert.equal(whole.bytes.subarray(0, 5).toString(), '%PDF-')
  const part = await download(one.id, 'bytes=1-4')
  assert.deepEqual([part.response.status, part.bytes.toString()], [206, 'PDF-'])
  assert.equal(part.response.headers.get('content-range'), `bytes 1-4/${one.bytes}`)
  assert.equal((await download(one.id, `bytes=${one.bytes}-`)).response.status, 416)
})

test('the manifest of an export contains the digest of every file', async () => {
  const body = { include: ['evidence', 'citations', 'decisions', 'attribution', 'statements'], redact: false } as const
  const asset = await files().evidenceExport({
    params: params(),
    body: { ...body, include: [...body.include] },
    headers,
  })
  const unpacked = unzipSync((await download(asset.id)).bytes)
  const manifest = JSON.parse(Buffer.from(unpacked['manifest.json']!).toString())
  const digests = Object.entries(unpacked)
    .filter(([name]) => name !== 'manifest.json')
    .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])
  assert.deepEqual(Object.fromEntries(digests), manifest.files)
  assert.ok(digests.length > 5)
})

test('an export contains the audit chains of all cases of its project, and no decisions of other projects', async () => {
  const t = await caseTenant(app)
  const [mine, other] = [await t.project('Mine'), await t.project('Other')]
  for (const id of [mine, other]) {
    const { id: caseId } = await t.open(id, { title: `About ${id}` })
    await t.investigate(caseId)
    const [first] = (await t.recommended(caseId)).items
    await t.decide(caseId, first!.id, { status: 'accepted' })
  }
  const own = (await t.cases().list({ query: { project_id: mine }, headers: t.headers })).items[0]!
  const include = ['audit', 'decisions'] as const
  const filesOf = async (more: { case_ids?: string[]; redact?: boolean }) => {
    const body = { include: [...include], redact: false, ...more }
    const { id } = await t.api(assets).evidenceExport({ params: { id: mine }, body, headers: t.headers })
    const response = await fetch(`${app.url}/api/casework/projects/${mine}/assets/${id}/download`, {
      headers: { ...t.headers, authorization: `Bearer ${await app.key(t.tenant, 'viewer')}` },
    })
    const unpacked = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const text = (name: string) => Buffer.from(unpacked[name]!).toString()
    const rows = (name: string) =>
      text(name)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    return {
      audit: rows('audit.jsonl'),
      decisions: rows('decisions.jsonl'),
      manifest: JSON.parse(text('manifest.json')),
      verify: text('verify.txt'),
    }
  }
  const whole = await filesOf({})
  assert.deepEqual(new Set(whole.decisions.map(({ project_id }) => project_id)), new Set([mine]))
  assert.ok(whole.audit.length >= 5)
  assert.deepEqual(whole.manifest.chain_heads, { [own.id]: whole.audit.at(-1).hash })
  assert.deepEqual(await filesOf({ case_ids: [own.key] }), whole)

  // As described in verify.txt, with nothing but the archive.
  const { tenant_id, workspace_id } = whole.manifest
  for (const { hash, ...entry } of whole.audit)
    assert.equal(digestOf({ ...entry, reason: entry.reason ?? null, tenant_id, workspace_id }), hash)
  for (const word of ['tenant_id', 'workspace_id', 'reason']) assert.ok(whole.verify.includes(word), word)

  // Entries written during an export belong to the next one.
  const [before] = whole.audit.slice(-2)
  await sql`update casework.cases set audit_seq = ${before.seq}, audit_head = ${before.hash} where id = ${own.id}`.execute(
    app.platform.db,
  )
  const early = await filesOf({})
  assert.deepEqual([early.manifest.chain_heads[own.id], early.audit.at(-1).hash], [before.hash, before.hash])
})

test('a quarantined file is listed in an export but not included', async () => {
  const t = await caseTenant(app)
  const project = await t.project('Harmful')
  const { id: good, sha256 } = await t.read(project, 'good.csv', 'type,name\nPROG,ZGOOD\n', { kind: 'object_list_csv' })
  await sql`update casework.evidence set status = 'quarantined'
    where project_id = ${project} and id <> ${good}`.execute(app.platform.db)
  const body = { include: ['evidence' as const], redact: false }
  const { id } = await t.api(assets).evidenceExport({ params: { id: project }, body, headers: t.headers })
  const unpacked = unzipSync(await bytesOf(t, project, id))
  assert.deepEqual(
    Object.keys(unpacked).filter((name) => name.startsWith('evidence/')),
    ['evidence/index.json', `evidence/${sha256}`],
  )
  const index: { filename: string; status: string }[] = JSON.parse(
    Buffer.from(unpacked['evidence/index.json']!).toString(),
  )
  assert.deepEqual(index.map(({ filename, status }) => [filename, status]).toSorted(), [
    ['deps.csv', 'quarantined'],
    ['good.csv', 'parsed'],
  ])
  const { files: listed } = JSON.parse(Buffer.from(unpacked['manifest.json']!).toString())
  assert.deepEqual(
    Object.keys(listed).toSorted(),
    Object.keys(unpacked)
      .filter((name) => name !== 'manifest.json')
      .toSorted(),
  )
})

test('a redacted export names no people, and leaves out files that might', async () => {
  const t = await caseTenant(app)
  const project = await t.project('Redacted')
  const { id: caseId, owner } = await t.open(project)
  await t.investigate(caseId)
  await t.decide(caseId, (await t.recommended(caseId)).items[0]!.id, { status: 'accepted' })
  const body = { include: ['evidence', 'audit', 'decisions', 'statements', 'citations'] as const, redact: true }
  const { id } = await t.api(assets).evidenceExport({
    params: { id: project },
    body: { ...body, include: [...body.include] },
    headers: t.headers,
  })
  const response = await fetch(`${app.url}/api/casework/projects/${project}/assets/${id}/download`, {
    headers: { ...t.headers, authorization: `Bearer ${await app.key(t.tenant, 'viewer')}` },
  })
  const unpacked = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const names = Object.keys(unpacked)
  assert.deepEqual(
    names.filter((name) => name.startsWith('evidence/')),
    ['evidence/index.json'],
  )
  for (const name of names) {
    const text = Buffer.from(unpacked[name]!).toString()
    assert.ok(!text.includes(owner.id) && !text.includes(owner.name) && !text.includes('deps.csv'), name)
  }
})

test('a redacted report names neither owners nor files, in any format', async () => {
  for (const format of ['json', 'md'] as const) {
    const body = { format, template: 'technical', redact: true } as const
    const asset = await files().report({ params: params(), body, headers })
    const text = (await download(asset.id)).bytes.toString()
    for (const name of ['susg.zip', 'atc.xml', 'abapgit.zip']) assert.ok(!text.includes(name), `${name} in ${format}`)
    if (format !== 'json') continue
    const report = JSON.parse(text)
    assert.deepEqual(new Set(report.objects.map((one: { owner: string }) => one.owner)), new Set(['']))
    const cited = report.scorecard.controls.flatMap((one: { evidence: Citation[] }) => one.evidence)
    for (const { quote, quote_hash } of cited)
      assert.equal(quote_hash, `sha256:${createHash('sha256').update(quote).digest('hex')}`)
  }
})

test('a redacted report does not reveal who made its plan', async () => {
  const t = await caseTenant(app)
  const project = await t.project('Planned')
  const body = { scope: { project_id: project } }
  const { created_by } = await t.api(plan).make({ body: body as never, headers: t.headers })
  const write = async (redact: boolean) => {
    const asked = { format: 'json', template: 'executive', redact } as const
    return textOf(t, project, await t.api(assets).report({ params: { id: project }, body: asked, headers: t.headers }))
  }
  const names = [created_by.name, 'deps.csv']
  const [open, redacted] = [await write(false), await write(true)]
  assert.deepEqual(
    names.map((name) => [open.includes(name), redacted.includes(name)]),
    names.map(() => [true, false]),
  )
  assert.ok(JSON.parse(redacted).plan.items.length > 0)
})

test('the files of a project are deleted when it can no longer be restored', async () => {
  const open = await evidenceTenant(app)
  const at = { headers: open.at() }
  const { id } = await open.projects().create({ body: { name: 'Short-lived' }, ...at })
  const made = app.client(assets, open.tenant, 'member')
  const body = { format: 'md', template: 'executive', redact: false } as const
  const asset = await made.report({ params: { id }, body, ...at })
  const key = `casework/assets/${open.tenant.id}/${asset.id}`
  const { db, blobs } = app.platform
  assert.ok(await blobs.head(key))
  await open.projects('admin').remove({ params: { id }, query: {}, ...at })
  await app.work('casework-sweep-projects', {})
  assert.ok(await blobs.head(key))
  await sql`update casework.projects set deleted_at = deleted_at - interval '31 days' where id = ${id}`.execute(db)
  await app.work('casework-sweep-projects', {})
  assert.equal(await blobs.head(key), undefined)
  const left = await sql`select id from casework.assets where project_id = ${id}`.execute(db)
  assert.deepEqual(left.rows, [])
})

test('without a plan nothing is exported; with one, every format is written and becomes the latest', async () => {
  await assert.rejects(files().latestPlan({ params: params(), headers }), { code: 'no_plan_yet' })
  const body = { scope: { project_id: projectId }, target: 's4_private:2023_3' }
  const made = await app.client(plan, tenant, 'member').make({ body: body as never, headers })
  const formats = ['json', 'csv', 'xlsx', 'md', 'jira_csv', 'github_json', 'mspdi_xml', 'ics'] as const
  for (const format of formats) {
    const asset = await files().migrationPlan({ params: params(), body: { format, granularity: 'item' }, headers })
    const { bytes } = await download(asset.id)
    assert.ok(bytes.length > 200, format)
    // In formats for people, waves are numbered without the gaps of the API.
    const read = [
      ...Buffer.from(bytes)
        .toString()
        .matchAll(/^## Wave (\d+)/gm),
    ].map(([, n]) => Number(n))
    if (format === 'md')
      assert.deepEqual(
        read,
        [...made.waves.keys()].map((place) => place + 1),
      )
  }
  const latest = await files().latestPlan({ params: params(), headers })
  assert.deepEqual([latest.plan.id, latest.asset.format], [made.id, 'ics'])
})

test('a case plan is exported in its current state, and one of another project is not found', async () => {
  const body = { scope: { project_id: projectId }, target: 's4_private:2023_3' }
  const quick = await app.client(plan, tenant, 'member').make({ body: body as never, headers })
  const made = await app.client(cases, tenant, 'member').create({
    body: { title: 'Orders', project_id: projectId, scope: { selector: { packages: ['ZSD_ORDERS'] } } },
    headers,
  })
  const caseParams = { caseId: made.id }
  const drafted = await app
    .client(casePlans, tenant, 'member')
    .create({ params: caseParams, body: { from_version_id: quick.id, title: 'Case plan' }, headers })
  const asked = { format: 'json', granularity: 'item', plan_ids: [drafted.id] } as const
  const asset = await files().migrationPlan({ params: params(), body: { ...asked, plan_ids: [drafted.id] }, headers })
  const written = JSON.parse((await download(asset.id)).bytes.toString())
  assert.deepEqual([written.id, written.title], [drafted.id, 'Case plan'])
  assert.equal((await files().latestPlan({ params: params(), headers })).plan.id, drafted.id)
  const other = await app.client(projects, tenant, 'member').create({ body: { name: 'Other' }, headers })
  const elsewhere = files().migrationPlan({
    params: { id: other.id },
    body: { ...asked, plan_ids: [drafted.id] },
    headers,
  })
  await assert.rejects(elsewhere, { code: 'case_plan_not_found' })
  const quickElsewhere = files().migrationPlan({
    params: { id: other.id },
    body: { format: 'json', granularity: 'item', plan_version_id: quick.id },
    headers,
  })
  await assert.rejects(quickElsewhere, { code: 'plan_version_not_found' })
  const both = { ...asked, plan_ids: [drafted.id], plan_version_id: quick.id }
  await assert.rejects(files().migrationPlan({ params: params(), body: both, headers }), { code: 'invalid_body' })
  await app.client(cases, tenant, 'member').remove({ params: { id: made.id }, headers })
  const late = files().migrationPlan({ params: params(), body: { ...asked, plan_ids: [drafted.id] }, headers })
  await assert.rejects(late, { code: 'gone' })
  assert.equal((await files().latestPlan({ params: params(), headers })).plan.id, drafted.id, 'earlier exports remain')
  await assert.rejects(files().latestPlan({ params: { id: other.id }, headers }), { code: 'no_plan_yet' })
})

test('a plan by object has a row for every object of an item and divides its effort among them', async () => {
  const t = await caseTenant(app)
  const { id } = await t.projects().create({ body: { name: 'Many', system: { sid: 'PRD' } }, headers: t.headers })
  const names = Array.from({ length: 30 }, (_, i) => `ZMANY${i}`)
  const uses = names.map((name) => `PROG,${name},ZSD,TABL,VBAK,read\n`).join('')
  await t.read(id, 'deps.csv', `from_type,from_name,from_package,to_type,to_name,access\n${uses}`, {
    kind: 'dependency_csv',
  })
  const made = await t.api(plan).make({ body: { scope: { project_id: id } } as never, headers: t.headers })
  const [item] = made.items
  assert.deepEqual([made.items.length, item!.artifacts_total], [1, 30])
  const write = async (format: 'csv' | 'github_json' | 'md') => {
    const body = { format, granularity: 'object' } as const
    return textOf(t, id, await t.api(assets).migrationPlan({ params: { id }, body, headers: t.headers }))
  }
  const [, ...rows] = (await write('csv')).trim().split('\r\n')
  assert.deepEqual(rows.map((row) => row.split(',')[4]).toSorted(), names.map((name) => `PROG:${name}`).toSorted())
  const days = rows.reduce((sum, row) => sum + Number(row.split(',')[6]), 0)
  assert.ok(Math.abs(days - item!.effort.p50) < 0.5, `${days} of ${item!.effort.p50} days`)
  const { issues } = JSON.parse(await write('github_json'))
  assert.equal(new Set(issues.map(({ title }: { title: string }) => title)).size, 30)
  assert.ok((await write('md')).includes('ZMANY29'))
})

test('the files of another tenant are not found', async () => {
  const asset = await files().report({
    params: params(),
    body: { format: 'md', template: 'executive', redact: false },
    headers,
  })
  const other = await app.tenant()
  const strange = { 'x-tenant-id': other.id, 'x-workspace-id': other.id, 'x-context-id': 'default' }
  const stranger = app.client(assets, other, 'admin')
  await assert.rejects(stranger.list({ params: params(), headers: strange }), { status: 404 })
  await assert.rejects(stranger.download({ params: { id: projectId, assetID: asset.id }, headers: strange }), {
    status: 404,
  })
})

// ZORDERS no longer uses VBAK, ZCL_MATERIAL now uses MARA, ZCL_VIEW is gone, ZNEW is new.
const LATER = `from_type,from_name,from_package,to_type,to_name,access
PROG,ZORDERS,ZSD,CDS_STOB,I_SALESDOCUMENT,read
PROG,ZPRICES,ZSD,TABL,VBAK,read
CLAS,ZCL_MATERIAL,ZMM,TABL,MARA,read
PROG,ZNEW,ZSD,TABL,VBAK,read
`

test('a delta report compares two runs, and says so if there is only one', async () => {
  const world = await caseTenant(app)
  const id = await world.project()
  const { id: caseId, key } = await world.open(id)
  const write = async (more: object = {}, format: 'md' | 'json' = 'md') => {
    const body = { format, template: 'delta', redact: false, ...more } as const
    const asset = await world.api(assets).report({ params: { id }, body, headers: world.headers })
    const answer = await fetch(`${app.url}/api/casework/projects/${id}/assets/${asset.id}/download`, {
      headers: { ...world.headers, authorization: `Bearer ${await app.key(world.tenant, 'viewer')}` },
    })
    return answer.text()
  }
  assert.match(await write(), /no earlier run to compare with[\s\S]*No case of the project has been investigated/)
  const first = await world.investigate(caseId)
  const alone = await write()
  assert.match(alone, /no earlier run to compare with/)
  assert.match(alone, new RegExp(`\`${key}\`: run 1 is the only finished run`))
  assert.doesNotMatch(alone, /\{\{|## Fixed|## New/)

  const { items } = await world.evidence().list({ params: { id }, headers: world.headers })
  await world.read(id, 'deps.csv', LATER, { kind: 'dependency_csv', supersedes: items[0]!.id })
  const second = await world.investigate(caseId)
  const text = await write()
  const rowsOf = (title: string) => (text.split(`## ${title}\n`)[1] ?? '').split('\n## ')[0]!.match(/^\| `.*$/gm) ?? []
  assert.deepEqual(rowsOf('What changed'), [
    `| \`${key}\` | A | 1 | 1 | 0 |`,
    `| \`${key}\` | B | 1 | 0 | -1 |`,
    `| \`${key}\` | C | 2 | 3 | +1 |`,
  ])
  assert.match(text, /1 became acceptable, 1 became unacceptable, 1 added, 1 gone.*the evidence has changed/)
  assert.deepEqual(rowsOf('Fixed'), [`| \`${key}\` | \`PROG:ZORDERS\` | C | A |`])
  assert.deepEqual(rowsOf('Worse'), [`| \`${key}\` | \`CLAS:ZCL_MATERIAL\` | B | C |`])
  assert.deepEqual(rowsOf('New'), [`| \`${key}\` | \`PROG:ZNEW\` | C | no |`])
  assert.deepEqual(rowsOf('Removed'), [`| \`${key}\` | \`CLAS:ZCL_VIEW\` | A |`])
  const { delta } = JSON.parse(await write({ baseline: first.id, case_ids: [caseId] }, 'json'))
  assert.deepEqual([delta.compared[0].before.id, delta.compared[0].after.id], [first.id, second.id])
  assert.deepEqual(second.diff!.fixed, delta.compared[0].changes.fixed.length)
  assert.match(await write({ baseline: second.id }), /no run after run 2 has finished/)
  const other = await world.projects().create({ body: { name: 'Other' }, headers: world.headers })
  const asked = { format: 'md', template: 'delta', redact: false, baseline: first.id } as const
  const elsewhere = world.api(assets).report({ params: { id: other.id }, body: asked, headers: world.headers })
  await assert.rejects(elsewhere, { code: 'run_not_found' })
})

test('a section whose placeholders are all empty is left out', () => {
  const template = '<!-- section: a -->\n# {{title}}\n<!-- section: b -->\n## B\n{{none}}\n'
  assert.equal(fillTemplate(template, { title: 'T', none: '' }), '# T\n')
  assert.equal(fillTemplate(template, { title: 'T', none: 'x' }, ['b']), '## B\nx\n')
  assert.equal(fillTemplate(template, { title: 'T', none: '' }, []), '# T\n', 'an empty selection means all')
})
