// Replacement links through HTTP: as the recipient, as someone who tries addresses, and as time passes.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { requests, type TrustRequest } from '@veritrace/contract/provenance/requests'
import { fakeClock } from '@veritrace/platform/clock'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { newId } from '@veritrace/platform/ids'
import { listMail } from '@veritrace/platform/outside/mailer'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { LINKS_PER_HOUR, type Reclaim, SEND_LINKS } from './reclaim-links.ts'
import { ASKED_PER_MINUTE } from './reclaim-page.ts'

let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date())
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Jobs in the queue; no worker runs here. */
const queued: Reclaim[] = []

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    const add: ProvenanceParts['jobs']['add'] = async (tx, job, data, options) => {
      if (job === SEND_LINKS) queued.push(data as Reclaim)
      await platform.jobs.add(tx, job, data, options)
    }
    deps = { ...platform, jobs: { ...platform.jobs, add } }
    return provenance(deps)
  })
})
after(() => app.close())

const runJob = (name: string, data: object) =>
  app.product.jobs.find((job) => job.name === name)!.handle(data as never, jobRun())
const runQueued = async () => {
  for (const reclaim of queued.splice(0)) await runJob(SEND_LINKS, reclaim)
}

const FORM = 'application/x-www-form-urlencoded'
const send = (body: string | URLSearchParams | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/access`, { method: 'POST', body, headers: { 'content-type': FORM, ...headers } })
/** Each call is a minute after the last one: all requests of these tests come from one network. */
const ask = async (email: string) => {
  await sql`delete from platform.rate_buckets where key like 'reclaim:%'`.execute(deps.db)
  clock.advance(60_000)
  const response = await send(new URLSearchParams({ email }))
  return { status: response.status, page: await response.text() }
}
/** Asks, runs the queue, and returns the emails it sent, newest first. */
const reclaim = async (email: string) => {
  const before = new Set((await mailTo(email)).map(({ id }) => id))
  const { status, page } = await ask(email)
  assert.equal(status, 200)
  assert.match(page, /If anything is shared with this address, a link is on its way/)
  await runQueued()
  return (await mailTo(email)).filter(({ id }) => !before.has(id))
}
const mailTo = async (to: string) =>
  (await listMail(app.platform.db, { to, limit: 50 })).items.filter(({ kind }) => kind === 'access_links')
const tokensIn = (text: string) => [...text.matchAll(/\/access\/([\w-]{43})/g)].map((match) => match[1]!)
const open = async (token: string) => {
  const response = await fetch(`${app.url}/access/${token}`)
  return { status: response.status, page: await response.text() }
}
const newEmail = () => `${newId('ada').replace('_', '.')}@example.com`

/** A tenant that has given access to the address. */
async function giver(email: string, subject = 'Are backups encrypted?', requested_duration_days = 30) {
  const tenant = await app.tenant({ plan: 'pro' })
  const as = app.client(requests, tenant, 'member')
  let request: TrustRequest = await as.create({
    body: { kind: 'security_question', subject, requester: { name: 'Ada', email }, requested_duration_days },
  })
  while (request.current_stage_id)
    request = await as.advance({
      params: { id: request.id, stageId: request.current_stage_id },
      body: { outcome: 'complete', expected_version: request.version },
    })
  const revoke = () => as.revokeGrant({ params: { id: request.id }, body: {} })
  return { tenant, request, first: request.grant!.token!, revoke }
}

test('a recipient who has lost a link gets a new one by email for a day; the first link keeps working', async () => {
  const email = newEmail()
  const { request, first } = await giver(email.replace('ada', 'Ada'))
  const form = await fetch(`${app.url}/access`)
  assert.equal(form.status, 200)
  assert.match(await form.text(), /<h1[^>]*>Get your link again<.*<form method="post" action="\/access".*name="email"/s)

  const { page } = await ask(email.toUpperCase())
  assert.ok(!page.toLowerCase().includes(email), 'the answer does not repeat the address')
  assert.deepEqual(
    await mailTo(email.replace('ada', 'Ada')),
    [],
    'nothing is sent while the visitor waits for the answer',
  )
  await runQueued()
  const [mail, ...more] = await mailTo(email.replace('ada', 'Ada'))
  assert.deepEqual([more.length, mail!.tenant_id, mail!.html], [0, null, null])
  const [token, ...others] = tokensIn(mail!.text)
  assert.equal(others.length, 0)
  assert.notEqual(token, first)
  const { rows } = await sql<{ link: string; first: string }>`
    select link.token_hash as link, given.token_hash as first from provenance.grant_links link
    join provenance.grants given on given.id = link.grant_id where given.request_id = ${request.id}`.execute(deps.db)
  assert.deepEqual(rows, [{ link: hashOf(token!), first: hashOf(first) }])

  assert.match((await open(token!)).page, /works until [\d-]+ \d\d:\d\d UTC.*href="\/access">get another link/s)
  clock.advance(DAY - HOUR)
  for (const one of [first, token!]) {
    const shown = await open(one)
    assert.equal(shown.status, 200)
    assert.match(shown.page, /Are backups encrypted\?/)
  }
  clock.advance(HOUR)
  const late = await open(token!)
  assert.equal(late.status, 404)
  assert.match(late.page, /It worked for 24 hours.*href="\/access"/s)
  assert.equal((await open(first)).status, 200)
})

test('a new link opens the files, and its downloads are counted', async () => {
  const email = newEmail()
  const tenant = await app.tenant({ plan: 'pro' })
  const [id, storage_key] = [newId('evi'), `test/${newId('obj')}`]
  const { size, sha256 } = await deps.blobs.put(storage_key, Buffer.from('Report'), { contentType: 'text/plain' })
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, upload_status, scan_status,
      storage_tier, storage_key, size_bytes, sha256, filename)
    values (${id}, ${tenant.id}, 'Report', 'text/plain', 'approved', 'uploaded', 'skipped', 'hot', ${storage_key},
      ${size}, ${sha256}, 'report.txt')`.execute(deps.db)
  const as = app.client(requests, tenant, 'member')
  const requester = { name: 'Ada', email }
  let request: TrustRequest = await as.create({
    body: { kind: 'other', subject: 'Report', requester, requested_items: [{ evidence_id: id }] },
  })
  while (request.current_stage_id)
    request = await as.advance({
      params: { id: request.id, stageId: request.current_stage_id },
      body: { outcome: 'complete', expected_version: request.version },
    })
  const [mail] = await reclaim(email)
  const file = `${app.url}/access/${tokensIn(mail!.text)[0]}/${request.requested_items[0]!.id}`
  assert.equal(await (await fetch(file)).text(), 'Report')
  assert.equal((await as.get({ params: { id: request.id } })).grant!.downloads, 1)
  clock.advance(DAY)
  const late = await fetch(file, { redirect: 'manual' })
  assert.equal(late.status, 404)
  assert.match(await late.text(), /It worked for 24 hours.*href="\/access"/s)
})

test('an address without grants gets the same answer, and no email', async () => {
  const [known, unknown] = [newEmail(), newEmail()]
  await giver(known)
  const answers = [await ask(known), await ask(unknown)]
  assert.deepEqual(answers[0], answers[1])
  assert.equal(queued.length, 2, 'both addresses queue a job')
  await runQueued()
  assert.deepEqual([(await mailTo(known)).length, (await mailTo(unknown)).length], [1, 0])
})

test('an expired or revoked grant gets no new link, and revoking a grant ends all its links', async () => {
  const email = newEmail()
  const { first, revoke } = await giver(email)
  const [mail] = await reclaim(email)
  const [token] = tokensIn(mail!.text)
  assert.equal((await open(token!)).status, 200)
  await revoke()
  for (const one of [first, token!]) {
    const { status, page } = await open(one)
    assert.equal(status, 404)
    assert.doesNotMatch(page, /24 hours/)
    assert.match(page, /href="\/access"/)
  }
  assert.deepEqual(await reclaim(email), [])

  const brief = newEmail()
  await giver(brief, 'For a week', 7)
  clock.advance(7 * DAY - HOUR)
  const [last] = await reclaim(brief)
  assert.equal((await open(tokensIn(last!.text)[0]!)).status, 200)
  clock.advance(HOUR)
  assert.equal((await open(tokensIn(last!.text)[0]!)).status, 404, 'no link outlives its grant')
  assert.deepEqual(await reclaim(brief), [])

  const left = newEmail()
  const { tenant } = await giver(left)
  await sql`update platform.tenants set deleted_at = now() where id = ${tenant.id}`.execute(deps.db)
  assert.deepEqual(await reclaim(left), [], 'a deleted tenant sends no links')
})

test('an address with grants from several tenants gets one email with a link for each of its grants only', async () => {
  const [email, other] = [newEmail(), newEmail()]
  const subjects = ['Are backups encrypted?', 'Who reads logs?']
  for (const subject of subjects) await giver(email, subject)
  await giver(other, 'Not for Ada')
  const [mail, ...more] = await reclaim(email)
  assert.equal(more.length, 0)
  const shown = await Promise.all(tokensIn(mail!.text).map(open))
  assert.equal(shown.length, 2)
  for (const subject of subjects) assert.equal(shown.filter(({ page }) => page.includes(subject)).length, 1)
  assert.doesNotMatch(mail!.text, /Not for Ada/)
  assert.deepEqual(await mailTo(other), [])
})

test('a mailbox gets only a few emails an hour, and a job that runs again sends none', async () => {
  const email = newEmail()
  await giver(email)
  await ask(email)
  const [job] = queued
  await runQueued()
  await runJob(SEND_LINKS, job!)
  assert.equal((await mailTo(email)).length, 1)
  clock.advance(HOUR)
  for (let i = 0; i < LINKS_PER_HOUR + 2; i++) await reclaim(email)
  assert.equal((await mailTo(email)).length, 1 + LINKS_PER_HOUR)
  await Promise.all(Array.from({ length: 4 }, () => runJob(SEND_LINKS, { id: newId('mail'), email })))
  assert.equal((await mailTo(email)).length, 1 + LINKS_PER_HOUR)
  clock.advance(HOUR)
  await Promise.all(Array.from({ length: LINKS_PER_HOUR + 3 }, () => runJob(SEND_LINKS, { id: newId('mail'), email })))
  assert.equal((await mailTo(email)).length, 1 + 2 * LINKS_PER_HOUR, 'the limit holds for concurrent jobs too')
})

test('a network is limited to a few requests a minute, whatever the addresses', async () => {
  await ask(newEmail())
  queued.length = 0
  const answers = []
  for (let i = 0; i < ASKED_PER_MINUTE + 2; i++) answers.push(await send(new URLSearchParams({ email: newEmail() })))
  const statuses = answers.map(({ status }) => status)
  assert.deepEqual(statuses.slice(0, ASKED_PER_MINUTE - 1), Array(ASKED_PER_MINUTE - 1).fill(200))
  assert.equal(statuses.at(-1), 429)
  assert.match(answers.at(-1)!.headers.get('retry-after') ?? '', /^[1-9]\d?$/)
  assert.match(await answers.at(-1)!.text(), /role="alert">Too many attempts from your network/)
  assert.ok(queued.length <= ASKED_PER_MINUTE)
  queued.length = 0
})

test('an invalid email address is reported at the field', async () => {
  const bad = [
    '',
    '   ',
    'ada',
    'ada@',
    'a@b@c',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com, eve@example.com',
    `${'a'.repeat(300)}@example.com`,
    'a\0@b.c',
  ]
  for (const email of bad) {
    const { status, page } = await ask(email)
    assert.equal(status, 422, email)
    assert.match(page, /role="alert">Enter a valid email address\..*aria-invalid="true"/s)
  }
  const { page } = await ask('"><script>alert(1)</script>')
  assert.doesNotMatch(page, /<script>alert/)
  await ask('reset')
  assert.equal((await send('')).status, 422, 'no field at all')
  assert.deepEqual(queued, [])
})

test('a body that is not a form is rejected, and so is a form sent from another site', async () => {
  await ask('reset')
  const json = await send(JSON.stringify({ email: newEmail() }), { 'content-type': 'application/json' })
  assert.equal(json.status, 415)
  assert.equal((await send(Uint8Array.of(0x65, 0x3d, 0xff, 0xfe))).status, 400)
  assert.equal((await send(`email=${'a'.repeat(40_000)}`)).status, 413)
  const foreign = await send(new URLSearchParams({ email: newEmail() }), { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  assert.deepEqual(queued, [])
})

test('an unknown link leads to the form for a new one, and links that expired long ago are deleted', async () => {
  const unknown = await open('nobody-sent-this')
  assert.equal(unknown.status, 404)
  assert.match(unknown.page, /href="\/access"/)
  const email = newEmail()
  const { request } = await giver(email, 'For long', 365)
  const [mail] = await reclaim(email)
  const left = async () =>
    (await sql`select 1 from provenance.grant_links where grant_id = ${request.grant!.id}`.execute(deps.db)).rows.length
  for (const [days, expected] of [
    [2, 1],
    [30, 0],
  ] as const) {
    clock.advance(days * DAY)
    await runJob('forget-access-links', {})
    assert.equal(await left(), expected)
  }
  assert.doesNotMatch((await open(tokensIn(mail!.text)[0]!)).page, /24 hours/)
})
