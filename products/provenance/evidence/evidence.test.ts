// Evidence through HTTP, with a virus scanner on loopback: as a customer, as a reviewer, and as a stranger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { account } from '@veritrace/contract/provenance/account'
import { evidence, REVIEW_STATUSES } from '@veritrace/contract/provenance/evidence'
import { requests } from '@veritrace/contract/provenance/requests'
import { fakeClock } from '@veritrace/platform/clock'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { madeKey } from '@veritrace/platform/testing/made-key'
import { openProvenance, type Provenance, provenance, provenanceMigrations } from '../index.ts'
import { expireEvidence } from './expire-evidence.ts'
import { sweepLeftovers } from './leftovers.ts'
import { allowedFrom } from './rules.ts'
import { scanEvidence } from './scan-evidence.ts'
import { openCustomer, openScanner, sha256Of } from './testing.ts'

const DAY = 24 * 3_600_000
let app: TestApp
let deps: Provenance
let scanner: Awaited<ReturnType<typeof openScanner>>
const clock = fakeClock(new Date())

before(async () => {
  scanner = await openScanner()
  const env = { CLAMAV_URL: scanner.url }
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock, env }, (platform) => {
    deps = openProvenance(platform)
    return provenance(platform)
  })
})
after(async () => {
  await deps.extractors.close()
  await app.close()
  await scanner.close()
})

const refused = (code: string) => (error: { code: string }) => error.code === code
const scan = (tenant: { id: string }, id: string) => scanEvidence(deps, { tenant: tenant.id, id })
/** A customer with one clean file. */
async function withEvidence(
  text = newId('text'),
  ...details: Parameters<Customer['register']> extends [string, ...infer R] ? R : never
) {
  const customer = await openCustomer(app)
  const piece = await customer.register(text, ...details)
  await scan(customer.tenant, piece.id)
  return { ...customer, id: piece.id, text }
}
type Customer = Awaited<ReturnType<typeof openCustomer>>

test('a file is uploaded, registered, scanned, reviewed and downloaded unchanged', async () => {
  const { tenant, as, id, text, approve } = await withEvidence()
  const approved = await approve(id)
  assert.deepEqual(
    [approved.review_status, approved.scan_status, approved.upload_status, approved.sha256, approved.visibility],
    ['approved', 'clean', 'uploaded', sha256Of(text), 'hidden'],
  )
  assert.ok(!JSON.stringify(approved).includes('storage_key'))
  const link = await as('viewer').url({ params: { id } })
  assert.ok(link.storage_tier === 'hot')
  assert.ok(Date.parse(link.expires_at) - clock.now().getTime() <= 15 * 60_000)
  assert.equal(await (await fetch(link.url)).text(), text)
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(
    actions.map((action) => action.replace('evidence.', '')),
    ['presign', 'create', 'scan', 'submit', 'approve', 'access'],
  )
})

test('an upload can be registered once, if the file has arrived and matches its announcement', async () => {
  const { as, presign, upload } = await openCustomer(app)
  const words = { title: 'Report', kind: 'policy' } as const
  const { storage_key_token: nothing } = await presign('never sent')
  const ask = (storage_key_token: string, sha256?: string) =>
    as('member').create({ body: { ...words, storage_key_token, ...(sha256 && { sha256 }) } })
  await assert.rejects(ask(nothing), refused('evidence_not_uploaded'))
  const token = await upload('the file')
  await assert.rejects(ask(token, sha256Of('another file')), refused('checksum_mismatch'))
  await ask(token, sha256Of('the file'))
  await assert.rejects(ask(token), refused('upload_used'))
})

test('stored bytes that do not match their checksum are 422, even if the store accepted them', async () => {
  const { tenant, as, presign } = await openCustomer(app)
  const { storage_key_token } = await presign('promised')
  const { storage_key } = await deps.db
    .selectFrom('provenance.evidence_uploads')
    .select('storage_key')
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  await deps.blobs.put(storage_key, Buffer.from('smuggled'), { contentType: 'application/pdf' })
  const body = { storage_key_token, title: 'Report', kind: 'policy' } as const
  await assert.rejects(as('member').create({ body }), refused('checksum_mismatch'))
})

test('an upload URL accepts only the announced bytes, for one object, until it is registered', async () => {
  const { presign } = await openCustomer(app)
  const { upload_url, headers } = await presign('the file')
  const put = async (url: string, body: string) => (await fetch(url, { method: 'PUT', headers, body })).status
  assert.equal(await put(upload_url, 'the fame'), 422)
  assert.equal(await put(upload_url.replace(/obj_\w/, 'obj_x'), 'the file'), 403)
  assert.equal(await put(upload_url, 'the file'), 201)
  assert.equal(await put(upload_url, 'the file'), 409)
  clock.advance(15 * 60_000)
  assert.equal(await put(upload_url, 'the file'), 403)
})

test('a file name cannot inject headers or folders, and HTML files are downloaded, not displayed', async () => {
  for (const content_type of ['image/svg+xml', 'text/html']) {
    const filename = '../a"b\r\nSet-Cookie: x=1\r\n\r\n<script>.svg'
    const { as, id } = await withEvidence('<svg onload="alert(1)"/>', {}, { filename, content_type })
    const link = await as('viewer').url({ params: { id } })
    const { headers } = await fetch(link.storage_tier === 'hot' ? link.url : '')
    assert.match(headers.get('content-disposition')!, /^attachment; filename="[^"\r\n/\\]+"$/)
    assert.equal(headers.get('set-cookie'), null)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy')!, /sandbox/)
  }
})

test('a file cannot be downloaded before its scan, nor if infected, and neither can be approved', async () => {
  const { tenant, as, register, review } = await openCustomer(app)
  const { id, scan_status } = await register('--EICAR--')
  assert.equal(scan_status, 'pending')
  await review(id, 'in_review')
  for (const code of ['evidence_not_scanned', 'evidence_infected']) {
    await assert.rejects(as('viewer').url({ params: { id } }), refused(code))
    await assert.rejects(review(id, 'approved'), refused(code))
    await scan(tenant, id)
  }
  const { items } = await as('viewer').list({})
  assert.deepEqual([items[0]!.scan_status, items[0]!.scan_detail], ['infected', 'Eicar-Test-Signature'])
})

test('every step that the table does not allow is 409 and lists the allowed ones', async () => {
  const { tenant, as, id } = await withEvidence()
  for (const from of REVIEW_STATUSES) {
    await deps.db.updateTable('provenance.evidence').set({ review_status: from }).where('id', '=', id).execute()
    const allowed = allowedFrom(from)
    for (const to of REVIEW_STATUSES.filter((status) => !allowed.includes(status))) {
      const asked = as('admin').update({ params: { id }, body: { review_status: to } })
      await assert.rejects(asked, (error: { code: string; problem: unknown }) => {
        assert.deepEqual({ code: error.code, ...pick(error.problem) }, { code: 'forbidden_transition', from, allowed })
        return true
      })
    }
  }
  assert.ok((await app.audit(tenant)).every(({ action }) => !/approve|reject/.test(action)))
})
const pick = (problem: unknown) => {
  const { from, allowed } = problem as { from: string; allowed: string[] }
  return { from, allowed }
}

test('uploaders cannot approve their own upload if someone else can review', async () => {
  const { tenant, as, id, review } = await withEvidence()
  const person = { tenant_id: tenant.id, role: 'member', email: null, joined_at: new Date() } as const
  for (const display_name of ['Ada', 'Ben'])
    await insertMember(app.platform.db, { ...person, user_id: newId('usr'), display_name })
  await review(id, 'in_review')
  const own = as('member').update({ params: { id }, body: { review_status: 'approved' } })
  await assert.rejects(own, refused('self_approval'))
  const byOwnKey = await fetch(`${app.url}/api/provenance/v1/app/evidence/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await madeKey(app, tenant, 'member')}`, 'content-type': 'application/json' },
    body: '{"review_status":"approved"}',
  })
  assert.match(await byOwnKey.text(), /"code":"self_approval"/)
  assert.equal((await review(id, 'approved')).review_status, 'approved')
})

test('an uploader whose colleagues are all viewers can approve their own upload', async () => {
  const { tenant, as, id, review } = await withEvidence()
  const person = { tenant_id: tenant.id, email: null, joined_at: new Date() } as const
  for (const role of ['owner', 'viewer', 'viewer'] as const)
    await insertMember(app.platform.db, { ...person, user_id: newId('usr'), display_name: role, role })
  await review(id, 'in_review')
  const own = await as('member').update({ params: { id }, body: { review_status: 'approved' } })
  assert.equal(own.review_status, 'approved')
})

test('requesting changes needs a reason; a new file then replaces the old one, which is deleted', async () => {
  const { as, id, review, upload } = await withEvidence()
  await review(id, 'in_review')
  const silent = as('reviewer').update({ params: { id }, body: { review_status: 'changes_requested' } })
  await assert.rejects(silent, refused('invalid_body'))
  await review(id, 'changes_requested')
  const before = await as('viewer').url({ params: { id } })
  const storage_key_token = await upload('better')
  const after = await as('member').update({ params: { id }, body: { storage_key_token, title: 'Better' } })
  assert.deepEqual(
    [after.review_status, after.scan_status, after.sha256, after.title],
    ['pending', 'pending', sha256Of('better'), 'Better'],
  )
  assert.equal((await fetch(before.storage_tier === 'hot' ? before.url : '')).status, 404)
})

test('the description is locked once in review, handling fields are not, and a stale edit is 412', async () => {
  const { as, id, review } = await withEvidence()
  const { version } = await review(id, 'in_review')
  const edit = (body: object, headers = {}) => as('member').update({ params: { id }, body, headers })
  await assert.rejects(edit({ title: 'Another' }), refused('evidence_locked'))
  assert.equal((await edit({ visibility: 'public' })).visibility, 'public')
  await assert.rejects(edit({ tags: ['x'] }, { 'if-match': `"${version}"` }), refused('stale_version'))
  await assert.rejects(edit({ legal_hold: true }), refused('role_too_low'))
  const asReviewer = as('reviewer').update({ params: { id }, body: { visibility: 'hidden' } })
  await assert.rejects(asReviewer, refused('role_too_low'))
})

test('approving a new version supersedes the old one, and only one replacement can be open', async () => {
  const { tenant, as, id, approve, register } = await withEvidence()
  await assert.rejects(register('too early', { supersedes_id: id }), refused('forbidden_transition'))
  const old = await approve(id)
  const next = await register('next', { supersedes_id: id })
  assert.deepEqual([next.version, next.supersedes_id], [old.version + 1, id])
  await assert.rejects(register('rival', { supersedes_id: id }), refused('evidence_replacement_open'))
  await assert.rejects(register('lost', { supersedes_id: 'evd_none' }), refused('unknown_reference'))
  await scan(tenant, next.id)
  await approve(next.id)
  const { items } = await as('viewer').list({ query: { review_status: 'superseded' } })
  assert.deepEqual(
    items.map((item) => item.id),
    [id],
  )
})

test('changing valid_until moves the renewal date, unless a user chose that date', async () => {
  const { as, id } = await withEvidence(undefined, { valid_until: '2031-01-01T00:00:00.000Z' })
  const edit = (body: object) => as('member').update({ params: { id }, body })
  assert.equal((await edit({ valid_until: '2032-01-01T00:00:00Z' })).renewal_due_at, '2032-01-01T00:00:00.000Z')
  const issued = { valid_until: null, issued_at: '2029-02-03T00:00:00Z' }
  assert.equal((await edit(issued)).renewal_due_at, '2030-02-03T00:00:00.000Z')
  const chosen = '2029-11-01T00:00:00.000Z'
  assert.equal((await edit({ renewal_due_at: chosen })).renewal_due_at, chosen)
  assert.equal((await edit({ valid_until: '2033-01-01T00:00:00Z' })).renewal_due_at, chosen)
})

test('evidence past its valid_until date cannot be approved', async () => {
  const valid_until = new Date(clock.now().getTime() + DAY).toISOString()
  const { as, id, review } = await withEvidence(undefined, { valid_until })
  await review(id, 'in_review')
  clock.advance(DAY)
  await assert.rejects(review(id, 'approved'), (error: { code: string; message: string }) => {
    assert.match(error.message, new RegExp(valid_until.slice(0, 10)))
    return error.code === 'unacceptable'
  })
  assert.equal((await as('viewer').list({})).items[0]!.review_status, 'in_review')
  assert.equal((await review(id, 'changes_requested')).review_status, 'changes_requested')
})

test('approved evidence expires on time', async () => {
  const valid_until = new Date(clock.now().getTime() + DAY).toISOString()
  const { tenant, as, id, approve } = await withEvidence(undefined, { valid_until })
  assert.equal((await approve(id)).renewal_due_at, valid_until)
  await expireEvidence(deps)
  assert.equal((await as('viewer').list({})).items[0]!.review_status, 'approved')
  clock.advance(DAY)
  await expireEvidence(deps)
  assert.equal((await as('viewer').list({})).items[0]!.review_status, 'expired')
  assert.equal((await app.audit(tenant)).at(-1)!.action, 'evidence.expire')
  await assert.rejects(
    as('member').create({
      body: {
        storage_key_token: 'x',
        title: 'x',
        kind: 'dpa',
        valid_from: valid_until,
        valid_until: '2020-01-01T00:00:00Z',
      },
    }),
    refused('invalid_body'),
  )
})

test('a replacement for expired evidence reaches its recipients, and the evidence no longer counts as expired', async () => {
  const valid_until = new Date(clock.now().getTime() + DAY).toISOString()
  const { tenant, id, approve, register } = await withEvidence('of 2025', { title: 'SOC2 2025', valid_until })
  await approve(id)
  const { url, file } = await grantOf(tenant, id)
  const expired = async () => (await app.client(account, tenant, 'viewer').overview({})).evidence.expired
  clock.advance(DAY)
  await expireEvidence(deps)
  const next = await register('of 2026', { title: 'SOC2 2026', supersedes_id: id })
  await scan(tenant, next.id)
  assert.match(await (await fetch(url)).text(), /SOC2 2025<.*No file/s)
  assert.equal(await expired(), 1, 'an unapproved version renews nothing')
  await approve(next.id)
  assert.match(await (await fetch(url)).text(), /SOC2 2026<.*Download/s)
  assert.equal(await (await fetch(file)).text(), 'of 2026')
  assert.equal(await expired(), 0)
})

/** Fulfills a request for the evidence and returns its access page. */
async function grantOf(tenant: Customer['tenant'], evidence_id: string) {
  const as = app.client(requests, tenant, 'member')
  const requester = { name: 'Ada', email: 'ada@example.com' }
  const requested_items = [{ evidence_id }]
  let request = await as.create({ body: { kind: 'other', subject: 'The report', requester, requested_items } })
  while (request.current_stage_id) {
    const params = { id: request.id, stageId: request.current_stage_id }
    request = await as.advance({ params, body: { outcome: 'complete', expected_version: request.version } })
  }
  const url = `${app.url}/access/${request.grant!.token}`
  return { url, file: `${url}/${request.requested_items[0]!.id}` }
}

test('an unregistered upload is deleted after a day, a registered file is not', async () => {
  const { as, id, upload, text } = await withEvidence()
  const storage_key_token = await upload('forgotten')
  clock.advance(DAY + 1)
  await sweepLeftovers(deps)
  const late = as('member').create({ body: { storage_key_token, title: 'Late', kind: 'other' } })
  await assert.rejects(late, refused('upload_not_found'))
  const link = await as('viewer').url({ params: { id } })
  assert.equal(await (await fetch(link.storage_tier === 'hot' ? link.url : '')).text(), text)
})

test('the same Idempotency-Key registers a file once', async () => {
  const { as, upload } = await openCustomer(app)
  const headers = { 'idempotency-key': newId('key') }
  const body = { storage_key_token: await upload('once'), title: 'Once', kind: 'other' } as const
  const first = await as('member').create({ body, headers })
  assert.deepEqual(await as('member').create({ body, headers }), first)
})

test('a stranger cannot see, change, register or replace evidence; a visitor and a viewer get the reason', async () => {
  const { as, id, upload, review } = await withEvidence()
  const token = await upload('mine')
  const stranger = await withEvidence()
  const params = { id }
  assert.deepEqual(
    (await stranger.as('admin').list({})).items.map((item) => item.id),
    [stranger.id],
  )
  await assert.rejects(stranger.as('admin').url({ params }), refused('evidence_not_found'))
  await assert.rejects(stranger.as('admin').update({ params, body: { tags: [] } }), refused('evidence_not_found'))
  const body = { storage_key_token: token, title: 'Theft', kind: 'other' } as const
  await assert.rejects(stranger.as('admin').create({ body }), refused('upload_not_found'))
  await assert.rejects(stranger.register('x', { supersedes_id: id }), refused('unknown_reference'))
  await assert.rejects(as('viewer').create({ body }), refused('role_too_low'))
  await assert.rejects(app.visitor(evidence).url({ params }), refused('unauthenticated'))
  assert.equal((await review(id, 'in_review')).title, 'Report')
})
