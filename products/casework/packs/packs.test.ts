import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { PackDetail, PackEffect, PackSummary } from '@veritrace/contract/casework/packs'
import type { Scorecard } from '@veritrace/contract/casework/scorecard'
import type { Role } from '@veritrace/contract/endpoint'
import type { TestApp } from '@veritrace/platform/testing/app'
import { zipSync } from 'fflate'
import { caseworkApp } from '../testing.ts'
import { putProductPack } from './product-store.ts'
import { smallPack } from './testing.ts'

type Tenant = Awaited<ReturnType<TestApp['tenant']>>
interface Problem {
  code: string
  errors?: { path: string; message: string }[]
}

let app: TestApp
before(async () => {
  app = await caseworkApp()
})

/** Calls in a workspace of a tenant; default: its main workspace. */
function member(tenant: Tenant, role: Role = 'admin', workspace = tenant.id) {
  const send = async <T>(line: string, body?: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') => {
    const [method = '', path = ''] = line.split(' ')
    const headers = {
      authorization: `Bearer ${await app.key(tenant, role)}`,
      'x-tenant-id': tenant.id,
      'x-customer-id': tenant.customer_id,
      'x-workspace-id': workspace,
      'x-context-id': 'default',
      ...(body !== undefined && { 'content-type': contentType }),
    }
    const response = await fetch(`${app.url}/api/casework${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    return { status: response.status, body: (await response.json()) as T }
  }
  return {
    list: async () => (await send<{ items: PackSummary[] }>('GET /packs')).body.items,
    get: <T = PackDetail>(id: string) => send<T>(`GET /packs/${id}`),
    upload: <T = PackSummary>(files: Record<string, string>) => send<T>('POST /packs', JSON.stringify({ files })),
    uploadZip: <T = PackSummary>(files: Record<string, string>, folder = '') =>
      send<T>('POST /packs', zipOf(files, folder), 'application/zip'),
    scorecard: (id: string) => send<Scorecard>(`GET /control/scorecard?pack=${id}`),
    change: <T = PackEffect>(id: string, patch: object, preview = false) =>
      send<T>(`PATCH /packs/${id}?preview=${preview}`, JSON.stringify(patch)),
  }
}
const zipOf = (files: Record<string, string>, folder: string): Uint8Array<ArrayBuffer> => {
  const entries = Object.entries(files).map(([path, text]) => [folder + path, new Uint8Array(Buffer.from(text))])
  return new Uint8Array(zipSync(Object.fromEntries(entries)))
}

test('every member sees the packs, their settings and the meaning of each setting', async () => {
  const items = await member(await app.tenant(), 'viewer').list()
  assert.deepEqual(
    items.map(({ id, origin, active }) => [id, origin, active]),
    [
      ['clean-core', 'built_in', true],
      ['vendor-trust', 'built_in', true],
    ],
  )
  const stale = items[1]!.options.find(({ id }) => id === 'stale_band')
  assert.deepEqual([stale?.value, stale?.values], ['medium', ['medium', 'low', 'unknown']])
  assert.match(stale?.explanation ?? '', /regulated buyers/)
  assert.ok(items.every(({ tests }) => tests.total > 0 && tests.passed === tests.total))
})

test('a pack shows its rules row by row, with their sources', async () => {
  const { body } = await member(await app.tenant(), 'viewer').get('clean-core')
  const level = body.tables.find(({ name }) => name === 'level')
  assert.match(level?.rows.find(({ id }) => id === 'L03-classic')?.source ?? '', /issues\/146$/)
  assert.deepEqual(body.scheme.codes, ['A', 'B', 'C', 'D'])
  const target = body.targets.find(({ profile_id }) => profile_id === body.default_target)
  assert.deepEqual(target?.policy, { acceptable: ['A', 'B'], deprecated_level: 'B', uncatalogued: 'C' })
  assert.deepEqual(
    body.versions.map(({ version, origin }) => [version, origin]),
    [['1.0.0', 'built_in']],
  )
})

test('a pack that is not installed is not found, with or without a version', async () => {
  const someone = member(await app.tenant())
  assert.equal((await someone.get('fruit')).status, 404)
  assert.equal((await someone.get('clean-core?version=9.9.9')).status, 404)
  const change = await someone.change<Problem>('clean-core', { version: '9.9.9' })
  assert.deepEqual([change.status, change.body.code], [404, 'pack_not_found'])
})

test('an uploaded pack is tested and stored, and a ZIP of the same files is recognized', async () => {
  const tenant = await app.tenant()
  const operator = member(tenant)
  const first = await operator.upload(smallPack())
  assert.deepEqual([first.status, first.body.tests, first.body.origin], [201, { passed: 2, total: 2 }, 'uploaded'])
  const again = await operator.uploadZip(smallPack(), 'fruit-1.0.0/')
  assert.deepEqual([again.status, again.body.digest], [200, first.body.digest])
  const other = await operator.upload<Problem>(smallPack({ 'ui.yaml': 'color: green' }))
  assert.deepEqual([other.status, other.body.code], [409, 'pack_version_exists'])
  assert.equal((await operator.get('fruit')).body.title, 'Fruit')
  assert.deepEqual(
    (await app.audit(tenant)).map(({ action }) => action),
    ['pack.install'],
  )
})

test('a pack that does not load is refused with every fault, and is not stored', async () => {
  const operator = member(await app.tenant())
  const wrong = { 'scoring.yaml': undefined, 'targets.yaml': 'targets: [{ profile_id: shop }]' }
  const { status, body } = await operator.upload<Problem>(smallPack(wrong))
  assert.deepEqual([status, body.code], [422, 'pack_invalid'])
  assert.deepEqual(
    body.errors?.map(({ path, message }) => `${path} ${message}`),
    [
      'targets.yaml#targets.0.label is required',
      'targets.yaml#targets.0.acceptable is required',
      'scoring.yaml is missing',
    ],
  )
  const outside = await operator.uploadZip<Problem>({ ...smallPack(), '../evil.yaml': '' })
  assert.deepEqual([outside.status, outside.body.code], [422, 'pack_invalid'])
  assert.equal((await operator.list()).length, 2)
})

test('property names of Object.prototype are unknown as names of tables and outcomes', async () => {
  const cases = `- { given: { table: constructor }, expect: { code: good } }
- { given: { taste.state: sweet }, expect: { valueOf: good, toString: good } }
`
  const { status, body } = await member(await app.tenant()).upload<Problem>(smallPack({ 'tests/level.yaml': cases }))
  assert.deepEqual([status, body.code], [422, 'pack_invalid'])
  assert.deepEqual(
    body.errors?.map(({ message }) => message),
    [
      'there is no table constructor',
      'expected valueOf good, but F1 gives nothing',
      'expected toString good, but F1 gives nothing',
    ],
  )
})

test('a control whose measure is named like a property of Object.prototype is not measured', async () => {
  const control = (measure: string) =>
    `{ id: ${measure}, title: T, description: D, category: governance, severity: low, weight: 1, measure: ${measure}, threshold: 1, compare: at_most, unit: x, remediation: { text: t, href: /x }, query: { language: sql, text: x } }`
  const operator = member(await app.tenant())
  const files = smallPack({ 'controls.yaml': `controls: [${control('constructor')}, ${control('valueOf')}]` })
  assert.equal((await operator.upload(files)).status, 201)
  const { status, body } = await operator.scorecard('fruit')
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(
    body.controls.map(({ status, reason }) => [status, reason]),
    [
      ['unknown', 'constructor cannot be measured.'],
      ['unknown', 'valueOf cannot be measured.'],
    ],
  )
})

test('a built-in version cannot be replaced by other files', async () => {
  const pack = smallPack()
  const files = { ...pack, 'pack.yaml': pack['pack.yaml']!.replace('id: fruit', 'id: clean-core') }
  const { status, body } = await member(await app.tenant()).upload<Problem>(files)
  assert.deepEqual([status, body.code], [409, 'pack_version_exists'])
})

test('only admins may upload packs or change their settings', async () => {
  const tenant = await app.tenant()
  for (const role of ['viewer', 'reviewer', 'member'] as const) {
    const upload = await member(tenant, role).upload<Problem>(smallPack())
    const change = await member(tenant, role).change<Problem>('clean-core', { options: { uncatalogued: 'D' } })
    assert.deepEqual([upload.status, upload.body.code, change.status], [403, 'role_required', 403], role)
  }
})

test('other tenants and workspaces see neither an uploaded pack nor its settings', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const owner = member(tenant)
  await owner.upload(smallPack())
  assert.equal((await owner.change('vendor-trust', { options: { undisclosed: 'low' } })).status, 200)
  for (const stranger of [member(other), member(tenant, 'admin', 'other')]) {
    assert.equal((await stranger.get('fruit')).status, 404)
    assert.equal((await stranger.change('fruit', { options: { green: 'good' } })).status, 404)
    const trust = (await stranger.list()).find(({ id }) => id === 'vendor-trust')
    assert.equal(trust?.options.find(({ id }) => id === 'undisclosed')?.value, 'unknown')
  }
})

test('several versions can be installed, and the workspace chooses which one it uses', async () => {
  const tenant = await app.tenant()
  const operator = member(tenant)
  await operator.upload(smallPack())
  await operator.upload(smallPack({ 'ui.yaml': 'color: green' }, '1.10.0'))
  await operator.upload(smallPack({ 'ui.yaml': 'color: red' }, '1.9.0'))
  const { body } = await operator.get('fruit')
  assert.deepEqual(
    body.versions.map(({ version, active }) => [version, active]),
    [
      ['1.0.0', false],
      ['1.9.0', false],
      ['1.10.0', true],
    ],
  )
  const changed = await operator.change('fruit', { version: '1.0.0', options: { green: 'good' } })
  assert.deepEqual(
    [changed.body.applied, changed.body.pack.version, changed.body.before.version],
    [true, '1.0.0', '1.10.0'],
  )
  assert.equal((await operator.get('fruit')).body.version, '1.0.0')
  assert.equal((await operator.get('fruit?version=1.10.0')).body.ui.color, 'green')
  const back = await operator.change('fruit', { version: null, options: { green: null } })
  assert.deepEqual([back.body.pack.version, back.body.pack.options[0]?.value], ['1.10.0', 'bad'])
  const [, , , entry] = await app.audit(tenant)
  assert.deepEqual(entry?.changes, [
    { field: 'version', from: null, to: '1.0.0' },
    { field: 'options', from: {}, to: { green: 'good' } },
  ])
})

test('a version from an older release of the product can still be read and chosen', async () => {
  const pack = smallPack({}, '0.9.0')
  const files = { ...pack, 'pack.yaml': pack['pack.yaml']!.replace('id: fruit', 'id: vendor-trust') }
  await putProductPack(app.platform.db as never, {
    pack_id: 'vendor-trust',
    version: '0.9.0',
    digest: 'sha256:0',
    files: Buffer.from(JSON.stringify({ files })),
    stored_at: new Date(0),
  })
  const operator = member(await app.tenant())
  assert.deepEqual((await operator.get('vendor-trust?version=0.9.0')).body.scheme.codes, ['good', 'bad'])
  await operator.change('vendor-trust', { version: '0.9.0' })
  const { body } = await operator.get('vendor-trust')
  assert.deepEqual(
    body.versions.map(({ version, active }) => [version, active]),
    [
      ['0.9.0', true],
      ['1.0.0', false],
    ],
  )
  assert.equal((await operator.change('vendor-trust', { version: null })).body.pack.version, '1.0.0')
})

test('a preview returns the effect on ratings and changes nothing', async () => {
  // The lists are the pack's sample, in which one vendor and one disclosure have not been confirmed for a year.
  const [, trust] = await member(await app.tenant()).list()
  const tenant = await app.tenant()
  const operator = member(tenant)
  const { body } = await operator.change('vendor-trust', { options: { stale_band: 'low' } }, true)
  assert.deepEqual([body.applied, body.changed], [false, 2])
  assert.equal((body.by_code_before.medium ?? 0) - (body.by_code_after.medium ?? 0), 2)
  assert.equal((body.by_code_after.low ?? 0) - (body.by_code_before.low ?? 0), 2)
  assert.deepEqual(body.sample.map(({ artifact, before, after }) => [artifact.name, before, after]).sort(), [
    ['FERNBOT-TRAINING', 'medium', 'low'],
    ['VAULTERRA', 'medium', 'low'],
  ])
  assert.equal(body.basis, 'lists')
  assert.deepEqual((await operator.list())[1], trust)
  assert.deepEqual(await app.audit(tenant), [])
})

test('an unknown setting or value is refused by name', async () => {
  const operator = member(await app.tenant())
  const { status, body } = await operator.change<Problem>('vendor-trust', {
    options: { stale_band: 'fine', color: 'red' },
  })
  assert.deepEqual([status, body.code], [422, 'unknown_option'])
  assert.deepEqual(body.errors, [
    { path: 'options.stale_band', message: 'must be one of medium, low, unknown' },
    { path: 'options.color', message: 'is not an option of the pack' },
  ])
  assert.equal((await operator.change<Problem>('vendor-trust', {})).body.code, 'invalid_body')
})

test('text that PostgreSQL cannot store is a fault of its file', async () => {
  const { upload } = member(await app.tenant())
  const about = smallPack()['pack.yaml']!
  for (const [title, path] of [
    ['"a\\0b"', 'pack.yaml#title'],
    ['"a\\ud800b"', 'pack.yaml#title'],
  ] as const) {
    const { status, body } = await upload<Problem>(
      smallPack({ 'pack.yaml': about.replace('title: Fruit', `title: ${title}`) }),
    )
    assert.deepEqual([status, body.code, body.errors?.[0]?.path], [422, 'pack_invalid', path])
  }
  const { uploadZip } = member(await app.tenant())
  const zipped = await uploadZip<Problem>(smallPack({ 'templates/plain.txt': 'a\0b' }))
  assert.deepEqual([zipped.status, zipped.body.errors?.[0]?.path], [422, 'templates/plain.txt'])
})
