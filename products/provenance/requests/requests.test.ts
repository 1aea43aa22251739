// Trust requests through HTTP: as members who work on them, as a stranger, and as someone who tries what is not allowed.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@veritrace/contract/endpoint'
import { pages } from '@veritrace/contract/provenance/pages'
import {
  type NewTrustRequest,
  REQUEST_STATUSES,
  requests,
  type StageAdvance,
  type TrustRequest,
} from '@veritrace/contract/provenance/requests'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { listHoldings, removeMember } from '@veritrace/platform/identity/leaving/remove-member'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { listMail } from '@veritrace/platform/outside/mailer'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addVendor } from '../vendors/testing.ts'
import { expireForgotten } from './close-request.ts'
import { DAYS_TO_ANSWER, isClosed, TRANSITIONS } from './rules.ts'

let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date())
const DAY = 24 * 3_600_000

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = platform
    return provenance(deps)
  })
})
after(() => app.close())

type Problem = { code: string; status: number; problem: Record<string, unknown> & { errors: { path: string }[] } }
const refused = (code: string) => (error: Problem) => error.code === code
const REQUESTER = { name: 'Ada', email: 'ada@example.com' }
const QUESTION = { kind: 'security_question', subject: 'Are backups encrypted?', requester: REQUESTER } as const

async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const as = (role: Role) => app.client(requests, tenant, role)
  const create = (body: Partial<NewTrustRequest> = {}) => as('member').create({ body: { ...QUESTION, ...body } })
  const advance = (request: TrustRequest, body: Partial<StageAdvance> = {}, stageId = request.current_stage_id!) =>
    as('member').advance({
      params: { id: request.id, stageId },
      body: { outcome: 'complete', expected_version: request.version, ...body },
    })
  return { tenant, as, create, advance }
}

/** Advances the request until its last stage is active. */
async function untilDelivery({ advance }: Awaited<ReturnType<typeof workspace>>, request: TrustRequest) {
  let now = request
  while (now.stages.at(-1)!.status !== 'active') now = await advance(now)
  return now
}

test('a new request has a number, stages and a due date, and reads back as it was created', async () => {
  const { as, create } = await workspace()
  const made = await create({ kind: 'document_access', requested_items: [{ free_text: 'Pen test' }] })
  assert.deepEqual([made.number, made.status, made.direction, made.source], ['TR-0001', 'open', 'inbound', 'api'])
  assert.equal(made.current_stage_id, made.stages[0]!.id)
  assert.equal(made.stages.length, 5)
  assert.equal(Date.parse(made.due_at) - Date.parse(made.created_at), DAYS_TO_ANSWER.document_access * DAY)
  assert.deepEqual(await as('viewer').get({ params: { id: made.id } }), made)
  assert.deepEqual((await as('viewer').list()).items, [made])
})

test('request numbers have no gaps, even with concurrent and rejected requests', async () => {
  const { create } = await workspace()
  const bodies = Array.from({ length: 6 }, (_, i) => ({ requester: { name: 'A', email: `a${i % 4}@example.com` } }))
  const made = await Promise.allSettled(bodies.map((body) => create(body)))
  assert.equal(made.filter(({ status }) => status === 'rejected').length, 2)
  const next = await create({ requester: { name: 'B', email: 'b@example.com' } })
  const numbers = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []))
  assert.deepEqual([...numbers, next.number].toSorted(), ['TR-0001', 'TR-0002', 'TR-0003', 'TR-0004', 'TR-0005'])
})

test('the last stage fulfills the request and gives access, with a token that is shown once', async () => {
  const space = await workspace()
  const items = [{ free_text: 'Report' }, { free_text: 'Contracts' }]
  const made = await space.create({ requested_items: items, requested_duration_days: 90 })
  const first = await space.advance(made, { note: 'Looks real.' })
  assert.deepEqual(
    [first.status, first.stages[0]!.status, first.stages[0]!.note],
    ['in_progress', 'done', 'Looks real.'],
  )
  const skipped = await space.advance(first, { outcome: 'skip' })
  const [report, contracts] = made.requested_items
  const approved = await space.advance(skipped, { items: [{ id: contracts!.id, decision: 'declined' }] })
  const key = { 'idempotency-key': newId('key') }
  const last = {
    params: { id: made.id, stageId: approved.current_stage_id! },
    body: { outcome: 'complete', expected_version: approved.version } as const,
    headers: key,
  }
  const done = await space.as('member').advance(last)
  assert.deepEqual([done.status, done.current_stage_id, done.grant!.status], ['fulfilled', null, 'active'])
  assert.deepEqual([done.grant!.items, done.grant!.subject_email], [[report!.id], REQUESTER.email])
  assert.equal(Date.parse(done.grant!.expires_at) - Date.parse(done.closed_at!), 90 * DAY)
  const token = done.grant!.token!
  assert.equal(done.grant!.token_hint, token.slice(-4))

  assert.deepEqual(await space.as('member').advance(last), { ...done, grant: { ...done.grant!, token: null } })
  assert.equal((await space.as('owner').get({ params: { id: made.id } })).grant!.token, null)
  const { rows } = await sql<{ hash: string; kept: number }>`
    select token_hash as hash, (select count(*)::int from platform.idempotency_keys k where k::text like ${`%${token}%`})
      as kept from provenance.grants where request_id = ${made.id}`.execute(deps.db)
  assert.deepEqual(rows, [{ hash: hashOf(token), kept: 0 }])
  const [mail] = (await listMail(app.platform.db, { tenant: space.tenant.id, limit: 10 })).items
  assert.deepEqual([mail!.to, mail!.subject, mail!.html], [REQUESTER.email, 'TR-0001: Are backups encrypted?', null])
  assert.ok(mail!.text.includes(`/access/${token}`), 'only the requester gets the link')
})

test('the holder of a grant downloads what was approved until the grant is revoked', async () => {
  const space = await workspace()
  const evidence = async (title: string) => {
    const [id, storage_key] = [newId('evi'), `test/${newId('obj')}`]
    const bytes = Buffer.from(title)
    const { size, sha256 } = await deps.blobs.put(storage_key, bytes, { contentType: 'text/plain' })
    await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, upload_status, scan_status,
        storage_tier, storage_key, size_bytes, sha256, filename)
      values (${id}, ${space.tenant.id}, ${title}, 'text/plain', 'approved', 'uploaded', 'skipped', 'hot', ${storage_key},
        ${size}, ${sha256}, 'report.txt')`.execute(deps.db)
    return id
  }
  const requested_items = [{ evidence_id: await evidence('<b>Report') }, { evidence_id: await evidence('Secret') }]
  const made = await space.create({ requested_items })
  const [report, secret] = made.requested_items
  const last = await untilDelivery(space, made)
  const done = await space.advance(last, { items: [{ id: secret!.id, decision: 'declined' }] })
  const url = `${app.url}/access/${done.grant!.token}`
  const page = await (await fetch(url)).text()
  assert.match(page, new RegExp(`&#60;b&#62;Report.*href="/access/${done.grant!.token}/${report!.id}"`))
  assert.doesNotMatch(page, /Secret|<b>Report/)
  // Mail programs send HEAD requests to scan links before anyone opens them.
  const looked = await fetch(`${url}/${report!.id}`, { method: 'HEAD', redirect: 'manual' })
  assert.deepEqual([looked.status, looked.headers.get('location')], [302, `/access/${done.grant!.token}`])
  assert.equal((await fetch(`${url}/${secret!.id}`, { method: 'HEAD' })).status, 404)
  assert.equal(await (await fetch(`${url}/${report!.id}`)).text(), '<b>Report')
  assert.equal((await fetch(`${url}/${secret!.id}`)).status, 404)
  assert.equal((await space.as('viewer').get({ params: { id: made.id } })).grant!.downloads, 1)
  const handed = (await fetch(`${url}/${report!.id}`, { redirect: 'manual' })).headers.get('location')!

  const revoke = (id: string) => space.as('member').revokeGrant({ params: { id }, body: { reason: 'Moved on' } })
  const { grant } = await revoke(made.id)
  assert.deepEqual([grant!.status, grant!.revoked_reason], ['revoked', 'Moved on'])
  for (const path of ['', `/${report!.id}`]) assert.equal((await fetch(url + path)).status, 404)
  for (const id of [made.id, (await space.create()).id])
    await assert.rejects(revoke(id), (error: Problem) => {
      assert.deepEqual(error.problem.allowed, [])
      return error.code === 'forbidden_transition'
    })
  assert.equal((await fetch(handed)).status, 200, 'a signed file URL stays valid for minutes')
  await sql`update platform.tenants set deleted_at = now() where id = ${space.tenant.id}`.execute(deps.db)
  assert.equal((await fetch(handed)).status, 403, 'but not after the tenant was deleted')
})

test('a grant does not open a file after its valid_until date', async () => {
  const space = await workspace()
  const [id, storage_key] = [newId('evi'), `test/${newId('obj')}`]
  const { size, sha256 } = await deps.blobs.put(storage_key, Buffer.from('Report'), { contentType: 'text/plain' })
  const valid_until = new Date(clock.now().getTime() + DAY)
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, upload_status, scan_status,
      storage_tier, storage_key, size_bytes, sha256, filename, valid_until)
    values (${id}, ${space.tenant.id}, 'Report', 'text/plain', 'approved', 'uploaded', 'skipped', 'hot', ${storage_key},
      ${size}, ${sha256}, 'report.txt', ${valid_until})`.execute(deps.db)
  const made = await space.create({ requested_items: [{ evidence_id: id }] })
  const done = await space.advance(await untilDelivery(space, made))
  const url = `${app.url}/access/${done.grant!.token}`
  const file = `${url}/${made.requested_items[0]!.id}`
  assert.equal((await fetch(file, { redirect: 'manual' })).status, 302)
  clock.advance(DAY)
  assert.doesNotMatch(await (await fetch(url)).text(), /Download/)
  assert.equal((await fetch(file, { redirect: 'manual' })).status, 404)
})

test('a grant opens the version that replaced a document, unless the new version is hidden', async () => {
  const space = await workspace()
  const evidence = async (words: string, version: number, first: string | null = null) => {
    const [id, storage_key] = [newId('evi'), `test/${newId('obj')}`]
    const { size, sha256 } = await deps.blobs.put(storage_key, Buffer.from(words), { contentType: 'text/plain' })
    await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, upload_status, scan_status,
        storage_tier, storage_key, size_bytes, sha256, filename, lineage_id, version, visibility)
      values (${id}, ${space.tenant.id}, ${words}, 'text/plain', ${first ? 'pending' : 'approved'}, 'uploaded', 'skipped', 'hot',
        ${storage_key}, ${size}, ${sha256}, 'report.txt', ${first}, ${version}, ${first ? 'hidden' : 'gated'})`.execute(
      deps.db,
    )
    return id
  }
  const become = (id: string, status: string) =>
    sql`update provenance.evidence set review_status = ${status} where id = ${id}`.execute(deps.db)
  const old = await evidence('Report of last year', 1)
  const made = await space.create({ requested_items: [{ evidence_id: old }] })
  const done = await space.advance(await untilDelivery(space, made))
  const url = `${app.url}/access/${done.grant!.token}`
  const file = async () => (await fetch(`${url}/${made.requested_items[0]!.id}`)).text()
  const fresh = await evidence('Report of this year', 2, old)
  assert.equal(await file(), 'Report of last year', 'an unapproved version replaces nothing')
  await become(old, 'superseded')
  for (const status of ['pending', 'approved']) {
    await become(fresh, status)
    assert.match(await (await fetch(url)).text(), /Report of last year<.*No file/s, `${status}, and hidden`)
    assert.doesNotMatch(await file(), /^Report/)
  }
  await sql`update provenance.evidence set visibility = 'gated' where id = ${fresh}`.execute(deps.db)
  assert.match(await (await fetch(url)).text(), /Report of this year<.*Download/s)
  assert.equal(await file(), 'Report of this year')
})

test('a grant shows the published version of a disclosure, and none that was withdrawn', async () => {
  const space = await workspace()
  const say = async (title: string, body: string, supersedes_id: string | null = null) => {
    const id = newId('dis')
    await sql`insert into provenance.disclosures (id, tenant_id, kind, title, body, status, supersedes_id, author_id)
      values (${id}, ${space.tenant.id}, 'security_overview', ${title}, ${body}, 'published', ${supersedes_id}, 'usr_1')`.execute(
      deps.db,
    )
    return id
  }
  const become = (id: string, status: string) =>
    sql`update provenance.disclosures set status = ${status} where id = ${id}`.execute(deps.db)
  const first = await say('How we keep keys', 'In *one* vault. <script>alert(1)</script>')
  const made = await space.create({ requested_items: [{ disclosure_id: first }] })
  const done = await space.advance(await untilDelivery(space, made))
  const shown = async () => (await fetch(`${app.url}/access/${done.grant!.token}`)).text()
  assert.match(await shown(), /How we keep keys<.*In <em>one<\/em> vault\./s)
  assert.doesNotMatch(await shown(), /<script>alert|No file/)
  const second = await say('How we keep keys now', 'In *two* vaults.', first)
  await become(first, 'superseded')
  assert.match(await shown(), /How we keep keys now<.*In <em>two<\/em> vaults\./s)
  await become(second, 'withdrawn')
  assert.match(await shown(), /How we keep keys<.*Not published/s)
  assert.doesNotMatch(await shown(), /vault/)
})

test('an expired grant opens nothing', async () => {
  const space = await workspace()
  const done = await space.advance(await untilDelivery(space, await space.create({ requested_duration_days: 90 })))
  const url = `${app.url}/access/${done.grant!.token}`
  clock.advance(89 * DAY)
  assert.equal((await fetch(url)).status, 200)
  clock.advance(DAY)
  assert.equal((await fetch(url)).status, 404)
  assert.equal((await space.as('viewer').get({ params: { id: done.id } })).grant!.status, 'expired')
})

test('a stage that is not active does not advance, and the error names the active stage', async () => {
  const { as, create, advance } = await workspace()
  const made = await create()
  for (const stage of made.stages.slice(1))
    await assert.rejects(advance(made, {}, stage.id), (error: Problem) => {
      assert.deepEqual(error.problem.active_stage, { id: made.stages[0]!.id, key: 'intake', title: 'Intake' })
      return error.status === 409 && error.code === 'stage_not_active'
    })
  await assert.rejects(advance(made, { outcome: 'skip' }), refused('stage_required'))
  assert.deepEqual(await as('viewer').get({ params: { id: made.id } }), made)
})

test('one of several concurrent steps succeeds, and the others fail with stale_version', async () => {
  const { as, create, advance } = await workspace()
  const made = await create()
  const steps = await Promise.allSettled([advance(made), advance(made), advance(made)])
  assert.equal(steps.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const step of steps) if (step.status === 'rejected') assert.equal(step.reason.code, 'stale_version')
  assert.equal((await as('viewer').get({ params: { id: made.id } })).version, made.version + 1)
})

test('a rejection closes the request as declined, with its reason and without access', async () => {
  const { tenant, create, advance } = await workspace()
  const made = await create({ requested_items: [{ free_text: 'Keys' }] })
  const done = await advance(made, { outcome: 'reject', note: 'Never.' })
  assert.deepEqual([done.status, done.decision_reason, done.grant], ['declined', 'Never.', null])
  assert.deepEqual([done.stages[0]!.status, done.requested_items[0]!.decision], ['failed', 'declined'])
  const [mail] = (await listMail(app.platform.db, { tenant: tenant.id, limit: 10 })).items
  assert.match(mail!.text, /was declined\.\n\nNever\.$/)
})

test('an outbound request ends without a grant and without email', async () => {
  const space = await workspace()
  const done = await space.advance(await untilDelivery(space, await space.create({ direction: 'outbound' })))
  assert.deepEqual([done.status, done.grant], ['fulfilled', null])
  assert.deepEqual((await listMail(app.platform.db, { tenant: space.tenant.id, limit: 10 })).items, [])
})

test('a closed request cannot change, and the error lists no allowed states', async () => {
  const { tenant, as, create, advance } = await workspace()
  for (const status of REQUEST_STATUSES) {
    const allowed = TRANSITIONS[status]
    const made = await create({ requester: { name: 'A', email: `${status.replace('_', '')}@example.com` } })
    await deps.db
      .updateTable('provenance.requests')
      .set({ status, ...(isClosed(status) && { closed_at: clock.now() }) })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', made.id)
      .execute()
    const cancel = as('member').cancel({ params: { id: made.id }, body: { reason: 'Twice.' } })
    if (allowed.includes('canceled')) {
      const { status: now, decision_reason, stages } = await cancel
      assert.deepEqual([now, decision_reason, stages[0]!.status], ['canceled', 'Twice.', 'failed'])
      continue
    }
    const isRefused = (error: Problem) => {
      assert.deepEqual([error.problem.from, error.problem.allowed], [status, []])
      return error.code === 'forbidden_transition'
    }
    await assert.rejects(cancel, isRefused)
    await assert.rejects(advance(made), isRefused)
  }
})

test('only one request per page, address and item can be open; closing it allows another', async () => {
  const { tenant, as, create, advance } = await workspace()
  const slug = `page-${newId('x').slice(-8)}`
  await app.client(pages, tenant, 'member').create({ body: { slug, display_name: 'Acme' } })
  const asked = { requested_items: [{ free_text: 'SOC 2' }, { free_text: 'ISO' }], page_slug: slug }
  const first = await create(asked)
  const again = { ...asked, requested_items: [{ free_text: ' soc  2' }] }
  const shouting = { name: 'Ada', email: 'ADA@example.com' }
  await assert.rejects(create({ ...again, requester: shouting }), (error: Problem) => {
    assert.deepEqual([error.problem.number, error.problem.open_request_id], [first.number, first.id])
    return error.code === 'request_open_already'
  })
  await create({ ...again, page_slug: null })
  await create({ ...asked, requested_items: [{ free_text: 'DPA' }] })
  await advance(first, { outcome: 'reject' })
  assert.equal((await create(again)).number, 'TR-0004')
  assert.equal((await as('viewer').list()).items.length, 4)
})

test('without items, requests differ by vendor, subject, kind and direction', async () => {
  const { create } = await workspace()
  const [a, b] = [await addVendor(deps), await addVendor(deps)]
  const asked = { kind: 'questionnaire', direction: 'outbound', vendor_id: a.id, subject: 'Security of 2026' } as const
  const first = await create(asked)
  const others: Partial<NewTrustRequest>[] = [
    { vendor_id: b.id },
    { vendor_id: null },
    { subject: 'Privacy of 2026' },
    { kind: 'correction' },
    { direction: 'inbound' },
  ]
  for (const other of others) await create({ ...asked, ...other })
  for (const subject of [asked.subject, 'security  OF 2026 '])
    await assert.rejects(create({ ...asked, subject, message: 'Once more.' }), (error: Problem) => {
      assert.deepEqual([error.code, error.problem.open_request_id], ['request_open_already', first.id])
      return true
    })
  for (const other of others) await assert.rejects(create({ ...asked, ...other }), refused('request_open_already'))

  const raced = await Promise.allSettled([1, 2, 3].map(() => create({ ...asked, subject: 'All at once' })))
  assert.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('outbound, an item may be requested from several vendors or under several subjects; inbound, only once', async () => {
  const { create } = await workspace()
  const [a, b] = [await addVendor(deps), await addVendor(deps)]
  const requested_items = [{ free_text: 'SOC 2' }]
  const asked: Partial<NewTrustRequest> = { kind: 'document_access', vendor_id: a.id, requested_items }
  const outbound: Partial<NewTrustRequest> = { ...asked, direction: 'outbound', subject: 'Review of 2026' }
  const others: Partial<NewTrustRequest>[] = [
    {},
    { vendor_id: b.id },
    { vendor_id: null },
    { subject: 'Review of 2027' },
  ]
  for (const other of others) await create({ ...outbound, ...other })
  for (const other of others) await assert.rejects(create({ ...outbound, ...other }), refused('request_open_already'))
  await create({ ...asked, direction: 'inbound' })
  const again = create({ ...asked, direction: 'inbound', subject: 'In other words' })
  await assert.rejects(again, (error: Problem) => {
    assert.notEqual(error.problem.request_id, error.problem.open_request_id)
    return error.code === 'request_open_already'
  })
})

test('an inbound request does not block an outbound request for the same item', async () => {
  const { create } = await workspace()
  for (const direction of ['inbound', 'outbound'] as const) {
    await create({ kind: 'document_access', requested_items: [{ free_text: 'SOC 2' }], direction })
    const again = create({ kind: 'other', requested_items: [{ free_text: 'soc 2' }], direction })
    await assert.rejects(again, refused('request_open_already'))
  }
})

test('an address with an account gets the same answer as one without', async () => {
  const { tenant, create } = await workspace()
  const member = { tenant_id: tenant.id, user_id: newId('usr'), role: 'member', email: 'known@example.com' } as const
  await insertMember(app.platform.db, { ...member, display_name: 'Known', joined_at: new Date() })
  const answers = []
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const { id, number, requester, current_stage_id, stages, ...rest } = await create({
      requester: { name: 'X', email },
    })
    answers.push({ ...rest, keys: stages.map((stage) => stage.key) })
  }
  assert.deepEqual(answers[0], answers[1])
})

test('references to another tenant’s resources are unknown, each reported at its field', async () => {
  const [own, other] = [await workspace(), await workspace()]
  const slug = `page-${newId('x').slice(-8)}`
  await app.client(pages, other.tenant, 'member').create({ body: { slug, display_name: 'Theirs' } })
  const evidence = { id: newId('evd'), tenant_id: other.tenant.id, title: 'R', content_type: 'application/pdf' }
  await deps.db.insertInto('provenance.evidence').values(evidence).execute()
  const body = {
    page_slug: slug,
    vendor_id: 'ven_none',
    assignee_id: 'usr_none',
    requested_items: [{ evidence_id: evidence.id }, { disclosure_id: 'dis_none' }],
  }
  await assert.rejects(own.create(body), (error: Problem) => {
    const paths = error.problem.errors.map(({ path }) => path)
    assert.deepEqual(paths, ['page_slug', 'vendor_id', 'assignee_id', 'requested_items', 'requested_items'])
    return error.code === 'unknown_reference'
  })
  assert.equal((await own.create()).number, 'TR-0001')
})

test('one request cannot ask for the same item twice', async () => {
  const { create } = await workspace()
  const item = { free_text: 'The last audit' }
  await assert.rejects(create({ requested_items: [item, item] }), refused('invalid_body'))
  assert.equal((await create({ requested_items: [item, { free_text: 'The one before' }] })).requested_items.length, 2)
})

test('fields that a caller may not set are rejected, and nothing is created', async () => {
  const { tenant, as } = await workspace()
  const other = await workspace()
  const forged = { tenant_id: other.tenant.id, status: 'fulfilled', number: 7, source: 'email', nda_signature_id: 'x' }
  for (const [field, value] of Object.entries(forged)) {
    const body = { ...QUESTION, [field]: value } as never
    await assert.rejects(as('owner').create({ body }), refused('invalid_body'))
  }
  const nested = { ...QUESTION, requested_items: [{ free_text: 'x', decision: 'approved' }] } as never
  await assert.rejects(as('owner').create({ body: nested }), refused('invalid_body'))
  const twofold = { ...QUESTION, requested_items: [{ free_text: 'x', evidence_id: 'y' }] }
  await assert.rejects(as('owner').create({ body: twofold }), refused('invalid_body'))
  assert.deepEqual((await app.client(requests, tenant, 'viewer').list()).items, [])
})

test('markup in requester input is returned as text, and cannot add a header to an email', async () => {
  const { create, advance, tenant } = await workspace()
  const subject = '<script>alert(1)</script> & "quotes"'
  const message = '<img src=x onerror=alert(1)>\n\u202e{{7*7}} =cmd()'
  const made = await create({ subject, message })
  assert.deepEqual([made.subject, made.message], [subject, message])
  await advance(made, { outcome: 'reject', note: '<b>no</b>' })
  const [mail] = (await listMail(app.platform.db, { tenant: tenant.id, limit: 1 })).items
  assert.deepEqual([mail!.html, mail!.subject], [null, `TR-0001: ${subject}`])
  for (const bad of ['a\r\nBcc: x@example.com', ' ', 'a\u001bb', 'a\u2028b'])
    await assert.rejects(create({ subject: bad }), refused('invalid_body'))
})

test('open work of a removed member becomes unassigned; requests they closed keep their name', async () => {
  const { tenant, as, create, advance } = await workspace()
  const user_id = newId('usr')
  const member = { tenant_id: tenant.id, user_id, role: 'member', email: null, display_name: 'Ben' } as const
  await insertMember(app.platform.db, { ...member, joined_at: new Date() })
  const open = await create({ kind: 'questionnaire', assignee_id: user_id })
  const closed = await advance(await create({ kind: 'correction', assignee_id: user_id }), { outcome: 'reject' })
  await removeMember(app.platform, systemCaller(tenant.id, tenant.customer_id), user_id)
  const left = await as('viewer').get({ params: { id: open.id } })
  assert.deepEqual([left.assignee_id, left.version], [null, open.version + 1])
  assert.ok(left.stages.every(({ assignee_id }) => assignee_id === null))
  assert.equal((await as('viewer').get({ params: { id: closed.id } })).assignee_id, user_id)
})

test('removing a member ends the links to documents they gave, unless someone takes them over', async () => {
  const space = await workspace()
  const { tenant } = space
  const [giver, heir] = [await app.person(tenant, 'member'), await app.person(tenant, 'member')]
  const give = async (email: string) => {
    const made = await space.create({ requested_items: [{ free_text: 'Report' }], requester: { name: 'A', email } })
    const last = await untilDelivery(space, made)
    const body = { outcome: 'complete', expected_version: last.version } as const
    const params = { id: made.id, stageId: last.current_stage_id! }
    const { id, grant } = await giver.client(requests).advance({ params, body })
    return { id, grantId: grant!.id, url: `${app.url}/access/${grant!.token}` }
  }
  const [ended, kept] = [await give('a@example.com'), await give('b@example.com')]
  const work = await space.create({ kind: 'questionnaire', assignee_id: giver.id })
  const statusOf = async ({ url }: { url: string }) => (await fetch(url)).status
  assert.deepEqual([await statusOf(ended), await statusOf(kept)], [200, 200])
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const { items } = await listHoldings(app.platform, caller, giver.id)
  assert.deepEqual(
    items.map(({ kind, total, on_removal }) => [kind, total, on_removal]),
    [
      ['session', 1, 'ends'],
      ['document_link', 2, 'ends'],
      ['request', 1, 'stays'],
    ],
  )
  const { handed_over } = await removeMember(app.platform, caller, giver.id, [
    { kind: 'document_link', id: kept.grantId, to: heir.id },
    { kind: 'request', to: heir.id },
  ])
  assert.deepEqual(handed_over, { document_link: 1, request: 1 })
  assert.deepEqual([await statusOf(ended), await statusOf(kept)], [404, 200])
  const read = (id: string) => space.as('viewer').get({ params: { id } })
  assert.equal((await read(ended.id)).grant!.status, 'revoked')
  assert.equal((await read(work.id)).assignee_id, heir.id)
  await removeMember(app.platform, caller, heir.id)
  assert.equal(await statusOf(kept), 404)
})

test('the list can be filtered and paged, and reports the state of each deadline', async () => {
  const { tenant, as, create, advance } = await workspace()
  const user = newId('usr')
  const member = { tenant_id: tenant.id, user_id: user, role: 'member', email: null, display_name: 'Ben' } as const
  await insertMember(app.platform.db, { ...member, joined_at: new Date() })
  const slow = await create({ kind: 'questionnaire', assignee_id: user })
  const fast = await create({ kind: 'vulnerability_report', direction: 'outbound' })
  const gone = await advance(await create({ kind: 'correction' }), { outcome: 'reject' })
  assert.equal(slow.stages[0]!.assignee_id, user)
  const find = async (query: object) => (await as('viewer').list({ query })).items.map(({ id }) => id)
  assert.deepEqual(await find({ status: 'declined' }), [gone.id])
  assert.deepEqual(await find({ kind: 'questionnaire' }), [slow.id])
  assert.deepEqual(await find({ direction: 'outbound' }), [fast.id])
  assert.deepEqual(await find({ assignee_id: user }), [slow.id])
  await assert.rejects(find({ status: 'lost' }), refused('invalid_query'))

  clock.advance(DAYS_TO_ANSWER.questionnaire * DAY * 0.8)
  for (const [sla_state, ids] of Object.entries({ breached: [fast.id], at_risk: [slow.id], on_track: [gone.id] })) {
    const { items } = await as('viewer').list({ query: { sla_state: sla_state as 'breached' } })
    assert.deepEqual(
      items.map((item) => [item.id, item.sla_state]),
      ids.map((id) => [id, sla_state]),
    )
  }

  const page = await as('viewer').list({ query: { limit: 2 } })
  const rest = await as('viewer').list({ query: { limit: 2, cursor: page.next } })
  const all = [...page.items, ...rest.items].map(({ id }) => id)
  assert.deepEqual(all, [slow.id, fast.id, gone.id].toSorted().toReversed())
  const stranger = await workspace()
  await assert.rejects(stranger.as('viewer').list({ query: { cursor: page.next } }), refused('invalid_cursor'))
})

test('an abandoned request expires, once', async () => {
  const { tenant, as, create } = await workspace()
  const { id } = await create()
  clock.advance((DAYS_TO_ANSWER.security_question + 89) * DAY)
  await expireForgotten(deps)
  assert.equal((await as('viewer').get({ params: { id } })).status, 'open')
  clock.advance(2 * DAY)
  await expireForgotten(deps)
  await expireForgotten(deps)
  assert.equal((await as('viewer').get({ params: { id } })).status, 'expired')
  assert.deepEqual(
    (await app.audit(tenant)).map(({ action }) => action),
    ['request.create', 'request.expire'],
  )
})

test('a stranger finds no request of another tenant, and cannot advance its stages through their own request', async () => {
  const [own, stranger] = [await workspace(), await workspace()]
  const [made, theirs] = [await own.create(), await stranger.create()]
  const body = { outcome: 'complete', expected_version: 1 } as const
  const as = stranger.as('owner')
  await assert.rejects(as.get({ params: { id: made.id } }), refused('request_not_found'))
  await assert.rejects(as.cancel({ params: { id: made.id }, body: {} }), refused('request_not_found'))
  const stageId = made.current_stage_id!
  await assert.rejects(as.advance({ params: { id: made.id, stageId }, body }), refused('request_not_found'))
  await assert.rejects(as.advance({ params: { id: theirs.id, stageId }, body }), refused('stage_not_found'))
  assert.deepEqual((await as.list()).items, [theirs])
  for (const role of ['viewer', 'reviewer'] as const)
    await assert.rejects(own.as(role).advance({ params: { id: made.id, stageId }, body }), refused('role_too_low'))
  await assert.rejects(app.visitor(requests).list(), refused('unauthenticated'))
  assert.deepEqual(await own.as('viewer').get({ params: { id: made.id } }), made)
})
