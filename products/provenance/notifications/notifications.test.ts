// Notifications through HTTP and jobs: who gets an email, when, only once, and that no one else does.
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { client } from '@veritrace/contract/client'
import type { Resource, Role } from '@veritrace/contract/endpoint'
import type { EventType } from '@veritrace/contract/event-types'
import { apiKeys } from '@veritrace/contract/provenance/access'
import { notificationPreferences, type PreferencesPatch } from '@veritrace/contract/provenance/notifications'
import { pins } from '@veritrace/contract/provenance/pins'
import { requests } from '@veritrace/contract/provenance/requests'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { addMember, changeRole } from '@veritrace/platform/identity/tenancy/members'
import { purgeTenants } from '@veritrace/platform/identity/tenancy/purge'
import {
  deleteMember,
  findMembership,
  insertMember,
  type Tenant,
  updateMember,
} from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import type { Job } from '@veritrace/platform/jobs/job'
import { listMail, openMailer } from '@veritrace/platform/outside/mailer'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { jobRun } from '@veritrace/platform/testing/job-run'
import { sql } from 'kysely'
import { openProvenance, type Provenance, provenance, provenanceMigrations } from '../index.ts'
import { expireForgotten } from '../requests/close-request.ts'
import { addVendor } from '../vendors/testing.ts'
import { gatherChanges } from './gather-changes.ts'
import { gatherEvents } from './gather-events.ts'
import { notificationsJobs } from './jobs.ts'
import { sendNotices } from './send-notices.ts'
import { warnOfDeadlines } from './warn-of-deadlines.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

const BASE = '/api/provenance/v1'
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000]
/** A Wednesday. */
const clock = fakeClock(new Date('2026-11-18T12:00:00Z'))
let app: TestApp
let deps: Provenance

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = openProvenance(platform)
    return provenance(platform)
  })
  await gatherChanges(deps)
})
after(async () => {
  await deps.extractors.close()
  await app.close()
})

const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }

/** A member with a client that is signed in as them, and the preferences they start with. */
async function person(tenant: Tenant, role: Role, preferences?: PreferencesPatch) {
  const id = newId('usr')
  const email = `${id}@example.com`
  const row = { user_id: id, role, email, display_name: `The ${role}`, joined_at: clock.now() }
  await insertMember(deps.db, { tenant_id: tenant.id, ...row })
  const as = <R extends Resource>(resource: R) =>
    client(resource, app.url + BASE, async (address, init) => {
      const membership = (await findMembership(deps.db, id, tenant.id))!
      const who = { id, email, displayName: row.display_name }
      const signIn = { authMethod: 'oidc', amr: [], tokens: {} } as const
      const { secret } = await deps.identity.sessions.start(visitor, who, membership, signIn)
      const headers = { cookie: `veritrace_session=${secret}`, 'x-csrf': '1' }
      return fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } })
    })
  const prefer = (body: PreferencesPatch) => as(notificationPreferences).update({ body })
  const mails = async () => {
    const { items } = await listMail(app.platform.db, { tenant: tenant.id, to: email, limit: 100 })
    return items.toReversed()
  }
  if (preferences) await prefer(preferences)
  return { id, email, as, prefer, mails }
}
const NOW: PreferencesPatch = { cadence: 'immediate' }

let asked = 0
const ask = (tenant: Tenant, subject = 'Are backups encrypted?') =>
  app.client(requests, tenant, 'member').create({
    body: {
      kind: 'security_question',
      subject,
      requester: { name: 'Ada', email: `ada${++asked}@example.com`, company: 'Acme' },
    },
  })

/** Gathers until the outbox is read: rows stay invisible while older transactions on this server are open. */
async function gather(): Promise<void> {
  for (;;) {
    await gatherEvents(deps)
    const { rows } = await sql`
      select 1 from platform.outbox message, platform.outbox_consumers consumer
      where consumer.name = 'notices' and (message.xid, message.id) > (consumer.xid, consumer.id) limit 1`.execute(
      deps.db,
    )
    if (rows.length === 0) break
    await pause(20)
  }
  await gatherChanges(deps)
}
const runJob = async (name: string): Promise<void> => {
  const job = notificationsJobs(deps).find((one) => one.name === name)
  await job!.handle({}, jobRun())
}
async function work(): Promise<void> {
  await gather()
  await sendNotices(deps)
}
const later = async (ms: number): Promise<void> => {
  clock.advance(ms)
  await sendNotices(deps)
}
const count = async (mails: Promise<unknown[]>): Promise<number> => (await mails).length
const textOf = async (mails: Promise<{ text: string }[]>): Promise<string> =>
  (await mails).map(({ text }) => text).join('\n')
/** How many notices the tenant has. */
const countNotices = async (tenant: Tenant): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from provenance.notices where tenant_id = ${tenant.id}`.execute(deps.db)
  return rows[0]!.kept
}
/** Inserts a change as the crawler does. */
async function change(vendor: { id: string }, event_type: string, severity: 'info' | 'minor' | 'major', value = '') {
  const payload = JSON.stringify({ after: value ? { value } : null })
  const row = { id: newId('evt'), vendor_id: vendor.id, source_id: null, event_type, severity, payload }
  const rest = { source_url: null, content_hash: null, observed_at: clock.now() }
  await deps.db
    .insertInto('provenance.change_events')
    .values({ ...row, ...rest })
    .execute()
}
const pinIn = (tenant: Tenant, vendor: { id: string }) =>
  app.client(pins, tenant, 'admin').pin({ body: { vendor_id: vendor.id } })

/** A mail server that accepts everything. */
async function openSmtp() {
  const messages: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let [heard, inData] = ['', false]
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      heard += chunk.toString()
      for (;;) {
        const end = heard.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const said = heard.slice(0, end)
        heard = heard.slice(end + (inData ? 5 : 2))
        if (inData) messages.push(said)
        inData = !inData && said === 'DATA'
        socket.write(inData ? '354 continue\r\n' : '250 ok\r\n')
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messages, close }
}

test('a new trust request is emailed once to those who work on requests, and to no one else', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const worker = await person(tenant, 'member', NOW)
  const viewer = await person(tenant, 'viewer', NOW)
  const stranger = await person(other, 'owner', NOW)
  const { id } = await ask(tenant, 'Are \u202ebackups encrypted?')
  await work()
  await work()
  const [mail, ...more] = await worker.mails()
  assert.deepEqual(more, [])
  assert.equal(mail!.subject, `${tenant.display_name}: TR-0001: Ada (Acme) asks: Are backups encrypted?`)
  assert.ok(mail!.text.includes(`${app.url}/workspace/requests/${id}`), mail!.text)
  assert.deepEqual([mail!.kind, mail!.html], ['notification', null])
  assert.deepEqual([await viewer.mails(), await stranger.mails()], [[], []])
})

test('outbound requests and your own actions do not notify you', async () => {
  const tenant = await app.tenant()
  const [one, other] = [await person(tenant, 'member', NOW), await person(tenant, 'member', NOW)]
  const requester = { name: 'Ada', email: 'ada@example.com' }
  const body = { kind: 'security_question', subject: 'Backups?', requester } as const
  await one.as(requests).create({ body })
  const theirs = { ...requester, email: 'bo@example.com' }
  await one.as(requests).create({ body: { ...body, direction: 'outbound', requester: theirs } })
  await work()
  assert.deepEqual([await count(one.mails()), await count(other.mails())], [0, 1])
})

test('by default a member gets one email in the morning with everything that happened', async () => {
  const tenant = await app.tenant()
  const worker = await person(tenant, 'member')
  for (let i = 0; i < 55; i++) await ask(tenant, `Question ${i}`)
  await work()
  await later(6 * HOUR)
  assert.deepEqual(await worker.mails(), [])
  await later(14 * HOUR)
  const [mail, ...more] = await worker.mails()
  assert.deepEqual([mail!.subject, more], [`${tenant.display_name}: 55 notices`, []])
  assert.equal(mail!.text.match(/^- /gm)!.length, 50)
  assert.match(mail!.text, /^Trust requests$/m)
  assert.match(mail!.text, /^And 5 more\.$/m)
  assert.equal(mail!.created_at.toISOString(), '2026-11-19T08:00:00.000Z')
})

test('quiet hours delay an email, and changed preferences apply to pending notices', async () => {
  const tenant = await app.tenant()
  const sleeper = await person(tenant, 'member', { ...NOW, quiet_hours: { start: '07:00', end: '10:00' } })
  const weekly = await person(tenant, 'member', { cadence: 'weekly' })
  const away = await person(tenant, 'member', { ...NOW, mute_until: new Date(+clock.now() + 3 * HOUR).toISOString() })
  await ask(tenant)
  await work()
  assert.deepEqual([await count(sleeper.mails()), await count(weekly.mails()), await count(away.mails())], [0, 0, 0])
  await later(2 * HOUR)
  assert.deepEqual([await count(sleeper.mails()), await count(weekly.mails()), await count(away.mails())], [1, 0, 0])
  await later(HOUR)
  assert.deepEqual([await count(weekly.mails()), await count(away.mails())], [0, 1])
  await weekly.prefer(NOW)
  await later(MINUTE)
  assert.equal(await count(weekly.mails()), 1)
})

test('a member who muted, turned off email or turned off the topic gets nothing, not even what was pending', async () => {
  const tenant = await app.tenant()
  const off: PreferencesPatch[] = [
    { cadence: 'mute' },
    { channels: { email: { enabled: false } } },
    { topics: { trust_request: { enabled: false } } },
  ]
  const before = await Promise.all(off.map((change) => person(tenant, 'member', { ...NOW, ...change })))
  const after = await Promise.all(off.map(() => person(tenant, 'member')))
  await ask(tenant)
  await gather()
  for (const [i, who] of after.entries()) await who.prefer(off[i]!)
  for (const who of after) await who.prefer({ timezone: 'Europe/Berlin' })
  await later(2 * DAY)
  for (const who of [...before, ...after]) assert.deepEqual(await who.mails(), [])
  assert.equal(await countNotices(tenant), 0)
})

test('vendor changes go to members of the tenants they concern, from the severity those members chose', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const [pinned, claimed, foreign] = [await addVendor(deps), await addVendor(deps), await addVendor(deps)]
  await pinIn(tenant, pinned)
  await sql`insert into provenance.profile_claims (id, tenant_id, vendor_id, status, method, contact_email, contact_name,
      contact_role, proof, token_hash, token_hint, token_expires_at, next_check_at, created_at, updated_at)
    values (${newId('pcl')}, ${tenant.id}, ${claimed.id}, 'verified', 'dns_txt', '', '', '', '', ${newId('h')}, '',
      ${clock.now()}, ${clock.now()}, ${clock.now()}, ${clock.now()})`.execute(deps.db)
  const usual = await person(tenant, 'viewer', NOW)
  const strict = await person(tenant, 'viewer', { ...NOW, topics: { 'vendor.change': { min_severity: 'major' } } })
  const wide = await person(tenant, 'viewer', { ...NOW, topics: { 'vendor.change': { only_pinned: false } } })
  const healthy = await person(tenant, 'viewer', { ...NOW, topics: { 'source.health': { enabled: true } } })
  const stranger = await person(other, 'owner', NOW)
  await change(pinned, 'subprocessor.added', 'major', 'Acme Hosting')
  await change(pinned, 'claim.changed', 'minor')
  await change(pinned, 'source.content_changed', 'info')
  await change(claimed, 'claim.added', 'minor')
  await change(foreign, 'claim.added', 'major')
  await change(claimed, 'source.unreachable', 'minor')
  clock.advance(MINUTE)
  await work()
  await work()
  const titles = async (who: typeof usual) =>
    [...(await textOf(who.mails())).matchAll(/^- Cloudy: (.*)$/gm)].map(([, words]) => words!)
  const [added, changed] = ['a subprocessor was added (Acme Hosting)', 'a statement has changed']
  assert.deepEqual((await titles(usual)).toSorted(), [changed, added].toSorted())
  assert.deepEqual(await titles(strict), [added])
  assert.deepEqual((await titles(wide)).toSorted(), ['a new statement', changed, added].toSorted())
  assert.deepEqual((await titles(healthy)).toSorted(), ['a page cannot be reached', changed, added].toSorted())
  assert.deepEqual(await titles(stranger), [])
  assert.ok((await textOf(usual.mails())).includes(`${app.url}/vendors/${pinned.slug}`))
})

test('expiring evidence is announced once per reminder, and neither earlier nor in between', async () => {
  const tenant = await app.tenant()
  const keeper = await person(tenant, 'member', { ...NOW, topics: { 'evidence.expiry': { days_before: [7, 2] } } })
  const valid_until = new Date(clock.now().getTime() + 10 * DAY)
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, valid_until)
    values (${newId('evi')}, ${tenant.id}, 'SOC 2', 'text/plain', 'approved', ${valid_until})`.execute(deps.db)
  const told: number[] = []
  for (let day = 0; day < 11; day++) {
    await warnOfExpiry(deps)
    await warnOfExpiry(deps)
    await sendNotices(deps)
    told.push(await count(keeper.mails()))
    clock.advance(DAY)
  }
  assert.deepEqual(told, [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2])
  const [first, second] = await keeper.mails()
  assert.match(first!.subject, /“SOC 2” expires in 7 days, on \d{4}-\d\d-\d\d$/)
  assert.match(second!.subject, /expires in 2 days/)
})

test('security goes to owners and admins immediately, whatever their preferences, but not to the actor', async () => {
  const tenant = await app.tenant()
  const silent = {
    cadence: 'mute',
    channels: { email: { enabled: false } },
    quiet_hours: { start: '00:00', end: '23:59' },
  }
  const owner = await person(tenant, 'owner', { ...silent, cadence: 'mute' })
  const admin = await person(tenant, 'admin')
  const member = await person(tenant, 'member', NOW)
  await admin.as(apiKeys).create({ body: { name: 'Deploy', role: 'member' } })
  await work()
  const [mail] = await owner.mails()
  assert.match(mail!.subject, /The admin created the API key “Deploy” as member$/)
  assert.ok(!mail!.text.includes('/unsubscribe/'), 'security emails have no unsubscribe link')
  assert.deepEqual([await count(owner.mails()), await admin.mails(), await member.mails()], [1, [], []])

  const actor = { type: 'user', id: admin.id, label: 'The admin' } as const
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), actor }
  const tenancy = { db: app.platform.db, events: deps.events, clock }
  await addMember(tenancy, caller, { id: newId('usr'), email: null, displayName: 'Newcomer' }, 'viewer')
  await changeRole(tenancy, caller, member.id, 'viewer')
  await work()
  const { text } = (await owner.mails()).at(-1)!
  assert.match(text, /^- The admin added Newcomer as viewer$/m)
  assert.match(text, /^- The admin changed the role of The member from member to viewer$/m)
  assert.deepEqual([await count(owner.mails()), await count(member.mails()), await admin.mails()], [2, 1, []])

  const { sessions } = app.platform.identity
  const visitor = { requestId: 'req_1', ip: '192.0.2.1', userAgent: '' }
  const signedIn = { id: member.id, email: null, displayName: 'The member' }
  const membership = (await findMembership(app.platform.db, member.id, tenant.id))!
  const signIn = { authMethod: 'password', amr: ['pwd'], tokens: {} } as const
  for (const _ of ['own', 'of others']) await sessions.start(visitor, signedIn, membership, signIn)
  const { items } = await sessions.list(caller, { userId: member.id }, { limit: 10 })
  const self = { ...caller, actor: { type: 'user', id: member.id, label: 'The member' } } as const
  await sessions.revoke({ ...self, role: 'member' }, items[0]!.id)
  await sessions.revoke(caller, items[1]!.id)
  await work()
  for (const who of [owner, member])
    assert.match((await who.mails()).at(-1)!.text, /^- The admin ended a session of The member$/m)
  assert.deepEqual([await count(owner.mails()), await count(member.mails()), await admin.mails()], [3, 2, []])
})

test('the platform’s own actions notify no one, except that it disabled a webhook', async () => {
  const tenant = await app.tenant()
  const owner = await person(tenant, 'owner')
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const record = (action: EventType) =>
    transact(app.platform.db, (tx) =>
      deps.events.record(tx, caller, { action, resource: { type: 'webhook', id: 'whk_1', label: 'hooks.example' } }),
    )
  await record('webhook.create')
  await record('webhook.disable')
  await work()
  assert.match((await textOf(owner.mails())).replace('\n', ' '), /The webhook to hooks\.example was disabled/)
  assert.equal((await textOf(owner.mails())).match(/^- /gm)!.length, 1)
})

test('an inbound request is announced once when at risk and once when overdue, unless it is closed', async () => {
  const tenant = await app.tenant()
  const worker = await person(tenant, 'member', NOW)
  const viewer = await person(tenant, 'viewer', NOW)
  const { number, id, due_at } = await ask(tenant)
  const gone = await ask(tenant, 'Never mind?')
  const requester = { name: 'Ada', email: `ada${++asked}@example.com` }
  const own = { kind: 'security_question', direction: 'outbound', subject: 'Of them', requester } as const
  await app.client(requests, tenant, 'member').create({ body: own })
  await work()
  const told = [await count(worker.mails())]
  for (let half = 0; half < 12; half++) {
    clock.advance(12 * HOUR)
    if (half === 5) await app.client(requests, tenant, 'member').cancel({ params: { id: gone.id }, body: {} })
    await runJob('warn-of-deadlines')
    await runJob('warn-of-deadlines')
    await sendNotices(deps)
    told.push(await count(worker.mails()))
  }
  // A security question is due after three days, and at risk after 54 hours.
  assert.deepEqual(told, [1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3])
  const [, atRisk, late] = await worker.mails()
  const until = due_at.slice(0, 16).replace('T', ' ')
  assert.match(atRisk!.text, new RegExp(`^- ${number} is due by ${until} UTC: Are backups encrypted\\?$`, 'm'))
  assert.equal(late!.subject, `${tenant.display_name}: ${number} was due by ${until} UTC: Are backups encrypted?`)
  assert.ok(late!.text.includes(`${app.url}/workspace/requests/${id}`))
  assert.ok(!(await textOf(worker.mails())).includes('Of them'), 'outbound requests are for the other party to answer')
  assert.deepEqual(await viewer.mails(), [])
})

test('a request that became overdue long ago is not announced', async () => {
  const tenant = await app.tenant()
  const worker = await person(tenant, 'member', NOW)
  await ask(tenant)
  await work()
  clock.advance(30 * DAY)
  await warnOfDeadlines(deps)
  await sendNotices(deps)
  assert.equal(await count(worker.mails()), 1)
})

test('a failed payment and a new plan notify owners and admins; a renewal does not', async () => {
  const tenant = await app.tenant()
  const [owner, member] = [await person(tenant, 'owner', NOW), await person(tenant, 'member', NOW)]
  const actor = { type: 'webhook', id: 'stripe', label: 'Stripe' } as const
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), actor }
  const record = (changes: { field: string; from: unknown; to: unknown }[]) =>
    transact(app.platform.db, (tx) =>
      deps.events.record(tx, caller, {
        action: 'subscription.update',
        resource: { type: 'tenant', id: tenant.id, label: tenant.display_name },
        changes,
      }),
    )
  await record([{ field: 'subscription_current_period_end', from: null, to: '2027-01-01T00:00:00Z' }])
  await record([{ field: 'subscription_status', from: 'active', to: 'past_due' }])
  await record([{ field: 'plan', from: 'pro', to: 'free' }])
  await sql`update platform.tenants set trial_ends_at = ${new Date(+clock.now() + 2 * DAY)} where id = ${tenant.id}`.execute(
    deps.db,
  )
  await warnOfExpiry(deps)
  await warnOfExpiry(deps)
  await work()
  const text = await textOf(owner.mails())
  assert.equal(text.match(/^- /gm)!.length, 3, text)
  assert.match(text, /^- A payment failed/m)
  assert.match(text, /^- The plan changed from pro to free$/m)
  assert.match(text, /^- The Team plan trial ends in 2 days/m)
  assert.deepEqual(await member.mails(), [])
})

test('a signer’s answer notifies members who work on requests', async () => {
  const tenant = await app.tenant()
  const worker = await person(tenant, 'member', NOW)
  const actor = { type: 'system', id: newId('sig'), label: 'Signer bo@acme.test' } as const
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), actor }
  const resource = { type: 'statement', id: newId('stm'), label: 'NDA' }
  for (const action of ['statement.view', 'statement.sign'] as const)
    await transact(app.platform.db, (tx) => deps.events.record(tx, caller, { action, resource }))
  const { id, number } = await ask(tenant)
  await sql`update provenance.requests set due_at = ${clock.now()} where id = ${id}`.execute(deps.db)
  clock.advance(366 * DAY)
  await expireForgotten(deps)
  await work()
  const text = await textOf(worker.mails())
  assert.match(text, new RegExp(`^- ${number} expired without an answer: Are backups encrypted\\?$`, 'm'))
  assert.ok(!text.includes('Signer'), 'an event that waited in the outbox for a year notifies no one')
  await transact(app.platform.db, (tx) => deps.events.record(tx, caller, { action: 'statement.sign', resource }))
  await work()
  assert.match(await textOf(worker.mails()), /^- Signer bo@acme\.test signed “NDA”$/m)
})

test('two concurrent workers send one email', async () => {
  const tenant = await app.tenant()
  const people = await Promise.all(Array.from({ length: 4 }, () => person(tenant, 'member', NOW)))
  await Promise.all([ask(tenant), ask(tenant), ask(tenant)])
  await Promise.all([gather(), gather()])
  await Promise.all([sendNotices(deps), sendNotices(deps), sendNotices(deps)])
  for (const who of people) {
    assert.equal(await count(who.mails()), 1)
    assert.equal((await textOf(who.mails())).match(/^- /gm)!.length, 3)
  }
})

test('if sending fails, the notices stay pending and other people’s emails still go out', async () => {
  const tenant = await app.tenant()
  const [unlucky, lucky] = [await person(tenant, 'member', NOW), await person(tenant, 'member', NOW)]
  await ask(tenant)
  await gather()
  const { mailer } = deps
  const cutOff: Provenance['mailer'] = {
    ...mailer,
    send: async (tx, mail) => {
      const id = await mailer.send(tx, mail)
      if (mail.to === unlucky.email) throw new Error('The connection is gone.')
      return id
    },
  }
  await sendNotices({ ...deps, mailer: cutOff })
  assert.deepEqual([await count(unlucky.mails()), await count(lucky.mails())], [0, 1])
  await later(MINUTE)
  assert.deepEqual([await count(unlucky.mails()), await count(lucky.mails())], [1, 1])
})

test('a request that was rolled back notifies no one', async () => {
  const tenant = await app.tenant()
  const owner = await person(tenant, 'owner', NOW)
  const actor = { type: 'user', id: 'usr_else', label: 'Someone' } as const
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), actor }
  const failed = transact(app.platform.db, async (tx) => {
    await deps.events.record(tx, caller, {
      action: 'pat.create',
      resource: { type: 'pat', id: 'key_1', label: 'Mine' },
    })
    throw new Error('No.')
  })
  await assert.rejects(failed, /No\./)
  await work()
  assert.deepEqual([await owner.mails(), await countNotices(tenant)], [[], 0])
})

test('former members, members without an address and bounced addresses get nothing', async () => {
  const tenant = await app.tenant()
  const [gone, bounced] = [await person(tenant, 'member', NOW), await person(tenant, 'member', NOW)]
  const odd = { user_id: newId('usr'), role: 'member', display_name: 'Odd', joined_at: clock.now() } as const
  await insertMember(deps.db, { ...odd, tenant_id: tenant.id, email: null })
  await insertMember(deps.db, { ...odd, tenant_id: tenant.id, user_id: newId('usr'), email: 'no address' })
  await app.platform.mailer.suppress(deps.db, bounced.email, 'bounce')
  await ask(tenant)
  await gather()
  await deleteMember(deps.db, tenant.id, gone.id)
  await later(DAY)
  const { items } = await listMail(app.platform.db, { tenant: tenant.id, limit: 10 })
  assert.deepEqual(
    items.map(({ to, status }) => [to, status]),
    [[bounced.email, 'suppressed']],
  )
})

test('a member whose role was lowered before the email does not get what only the old role allowed', async () => {
  const tenant = await app.tenant()
  const [demoted, member] = [await person(tenant, 'member'), await person(tenant, 'member')]
  await ask(tenant)
  await gather()
  await updateMember(deps.db, tenant.id, demoted.id, { role: 'viewer' })
  await later(2 * DAY)
  assert.deepEqual(await demoted.mails(), [])
  assert.equal((await member.mails()).length, 1)
  assert.equal(await countNotices(tenant), 1)
})

test('the unsubscribe link asks for confirmation, works once, and leaves security emails on', async () => {
  const tenant = await app.tenant()
  const owner = await person(tenant, 'owner', NOW)
  const show = () => owner.as(notificationPreferences).get({})
  assert.equal((await show()).unsubscribe_token_hint, null)
  await ask(tenant)
  await work()
  const link = /https?:\S+\/unsubscribe\/\S+/.exec(await textOf(owner.mails()))![0]
  assert.equal((await show()).unsubscribe_token_hint, link.slice(-4))

  const page = await (await fetch(link)).text()
  assert.ok(page.includes(`Stop emails from ${tenant.display_name}?`) && page.includes('<button'), page)
  assert.equal((await show()).channels.email.enabled, true, 'opening the page changes nothing')
  await ask(tenant, 'Another')
  await gather()
  const press = () => fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  for (let times = 0; times < 2; times++) assert.match(await (await press()).text(), /You are unsubscribed/)
  const { channels, version } = await show()
  assert.deepEqual([channels.email.enabled, version], [false, 2])
  const told = (await app.audit(tenant)).filter(({ actor }) => actor.id === 'unsubscribe')
  assert.deepEqual(
    told.map(({ action, changes }) => [action, changes]),
    [['notification_preferences.update', [{ field: 'channels.email.enabled', from: true, to: false }]]],
  )
  await ask(tenant, 'A third')
  await work()
  assert.equal(await count(owner.mails()), 1)
  await app.client(apiKeys, tenant, 'owner').create({ body: { name: 'New', role: 'viewer' } })
  await work()
  assert.equal(await count(owner.mails()), 2)
})

test('emails carry a one-click unsubscribe header, except security emails', async (t) => {
  const tenant = await app.tenant()
  const owner = await person(tenant, 'owner', NOW)
  const { url, messages, close } = await openSmtp()
  const mail = { smtpUrl: url, from: 'Veritrace <no-reply@mail.test>' }
  const queued: { id: string }[] = []
  const jobs = { add: async (_tx: unknown, _job: string, data: object) => void queued.push(data as { id: string }) }
  const mailer = openMailer({ db: app.platform.db, mail, jobs, log: deps.log, clock })
  t.after(() => {
    mailer.close()
    close()
  })
  const send: Job<{ id: string }> = mailer.jobs.find(({ name }) => name === 'send-mail')!
  const deliver = async () => {
    await gather()
    await sendNotices({ ...deps, mailer })
    for (const data of queued.splice(0)) await send.handle(data, jobRun())
    return messages
      .at(-1)!
      .split('\r\n\r\n')[0]!
      .replaceAll(/\r\n\s+/g, ' ')
  }
  await ask(tenant)
  const head = await deliver()
  assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const [, link] = /^List-Unsubscribe: <(\S+)>$/m.exec(head)!
  await app.client(apiKeys, tenant, 'owner').create({ body: { name: 'New', role: 'viewer' } })
  assert.doesNotMatch(await deliver(), /^List-Unsubscribe/m)
  await fetch(link!, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  assert.equal((await owner.as(notificationPreferences).get({})).channels.email.enabled, false)
})

test('an invalid unsubscribe link opens nothing', async () => {
  for (const token of ['x', 'A'.repeat(43)])
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? new URLSearchParams({ a: 'b' }) : null
      assert.equal((await fetch(`${app.url}/unsubscribe/${token}`, { method, body })).status, 404)
    }
})

test('notices are deleted after 90 days, and with the workspace', async () => {
  const [tenant, leaving] = [await app.tenant(), await app.tenant()]
  for (const one of [tenant, leaving]) {
    await person(one, 'member', NOW)
    await ask(one)
  }
  await work()
  assert.deepEqual([await countNotices(tenant), await countNotices(leaving)], [1, 1])
  await sql`update platform.tenants set deleted_at = ${clock.now()} where id = ${leaving.id}`.execute(deps.db)
  clock.advance(31 * DAY)
  await purgeTenants({ ...app.platform, database: app.platform.database })
  assert.deepEqual([await countNotices(tenant), await countNotices(leaving)], [1, 0])
  const forget = notificationsJobs(deps).find(({ name }) => name === 'forget-notices')!
  await forget.handle({}, jobRun())
  assert.equal(await countNotices(tenant), 1)
  clock.advance(60 * DAY)
  await forget.handle({}, jobRun())
  assert.equal(await countNotices(tenant), 0)
})
