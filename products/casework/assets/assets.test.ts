// Files from the sample project through HTTP: every format, equal bytes for equal inputs, ranges, strangers.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assets } from '@veritrace/contract/casework/assets'
import { casePlans } from '@veritrace/contract/casework/case-plans'
import { cases } from '@veritrace/contract/casework/cases'
import { plan } from '@veritrace/contract/casework/plan'
import { projects } from '@veritrace/contract/casework/projects'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { unzipSync } from 'fflate'
import { evidenceTenant } from '../evidence/testing.ts'
import { casework, caseworkMigrations } from '../index.ts'
import { fillTemplate } from './report/fill.ts'

let app: TestApp
let product: Product
let tenant: Tenant
let headers: Record<string, string>
let projectId: string

before(async () => {
  app = await openTestApp({ product: 'casework', migrations: [caseworkMigrations] }, async (platform) => {
    product = await casework(platform)
    return product
  })
  const open = await evidenceTenant(app, () => product)
  tenant = open.tenant
  headers = open.at()
  const made = await open.projects().create({ body: { name: 'Sample', sample: true }, headers })
  projectId = made.id
  const { items } = await open.evidence().list({ params: { id: projectId }, headers })
  for (const { id } of items) await open.run(id)
})
after(() => app.close())

const files = () => app.client(assets, tenant, 'member')
const params = () => ({ id: projectId })

async function download(assetID: string, range?: string) {
  const path = `/api/casework/projects/${projectId}/assets/${assetID}/download`
  const key = await app.key(tenant, 'viewer')
  const response = await fetch(app.url + path, {
    headers: { ...headers, authorization: `Bearer ${key}`, ...(range && { range }) },
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a report says in every form how many objects are acceptable', async () => {
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

test('a PDF of the same things has the same bytes, and a range of it is a part of it', async () => {
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

test('the export names the digest of every file in it', async () => {
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

test('without a plan there is none to export; with one every format is written and it is the latest', async () => {
  await assert.rejects(files().latestPlan({ params: params(), headers }), { code: 'no_plan_yet' })
  const body = { scope: { project_id: projectId }, target: 's4_private:2023_3' }
  const made = await app.client(plan, tenant, 'member').make({ body: body as never, headers })
  const formats = ['json', 'csv', 'xlsx', 'md', 'jira_csv', 'github_json', 'mspdi_xml', 'ics'] as const
  for (const format of formats) {
    const asset = await files().migrationPlan({ params: params(), body: { format, granularity: 'item' }, headers })
    assert.ok((await download(asset.id)).bytes.length > 200, format)
  }
  const latest = await files().latestPlan({ params: params(), headers })
  assert.deepEqual([latest.plan.id, latest.asset.format], [made.id, 'ics'])
})

test('a plan of a case is written as it stands, and one of another project is not found', async () => {
  const body = { scope: { project_id: projectId }, target: 's4_private:2023_3' }
  const quick = await app.client(plan, tenant, 'member').make({ body: body as never, headers })
  const made = await app.client(cases, tenant, 'member').create({
    body: { title: 'Orders', project_id: projectId, scope: { selector: { packages: ['ZSD_ORDERS'] } } },
    headers,
  })
  const caseParams = { caseId: made.id }
  const drafted = await app
    .client(casePlans, tenant, 'member')
    .create({ params: caseParams, body: { from_version_id: quick.id, title: 'Of the case' }, headers })
  const asked = { format: 'json', granularity: 'item', plan_ids: [drafted.id] } as const
  const asset = await files().migrationPlan({ params: params(), body: { ...asked, plan_ids: [drafted.id] }, headers })
  const written = JSON.parse((await download(asset.id)).bytes.toString())
  assert.deepEqual([written.id, written.title], [drafted.id, 'Of the case'])
  assert.equal((await files().latestPlan({ params: params(), headers })).plan.id, drafted.id)
  const other = await app.client(projects, tenant, 'member').create({ body: { name: 'Other' }, headers })
  const elsewhere = files().migrationPlan({
    params: { id: other.id },
    body: { ...asked, plan_ids: [drafted.id] },
    headers,
  })
  await assert.rejects(elsewhere, { code: 'case_plan_not_found' })
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

test('a section whose placeholders are all empty is left out', () => {
  const template = '<!-- section: a -->\n# {{title}}\n<!-- section: b -->\n## B\n{{none}}\n'
  assert.equal(fillTemplate(template, { title: 'T', none: '' }), '# T\n')
})
