// Resetting a forgotten password over HTTP, as a browser does it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { fakeClock } from '../clock.ts'
import {
  type AuthServer,
  makeApplication,
  makePerson,
  openBrowser,
  PASSWORD,
  signIn,
  startAuth,
  startTrip,
} from '../identity/provider/testing.ts'
import { findMembership, insertMember } from '../identity/tenancy/store.ts'
import { ensureTenant } from '../identity/tenancy/tenants.ts'
import { insertReset } from '../identity/users/reset-store.ts'
import { fillEverywhere } from '../identity/users/testing.ts'
import { createUser, disableUser } from '../identity/users/users.ts'
import { newId } from '../ids.ts'
import { listMail } from '../outside/mailer.ts'

const MINUTE_MS = 60_000
const NEW = 'staple of another colour'
const clock = fakeClock(new Date())
let server: AuthServer
before(async () => {
  server = await startAuth({ clock })
})
after(() => server.close())

const page = (path = '') => new URL(`${server.issuer}/reset${path}`)
const ask = (email: string, browser = openBrowser()) => browser.post(page(), { email })
const setPassword = (link: URL, password = NEW) => openBrowser().post(link, { password })
/** Has no password, because no one in the test signs in with it. */
const makeAccount = () => createUser(server, { email: `${newId('p')}@example.com`, displayName: 'Ada' })
const mailTo = async (to: string) => (await listMail(server.db, { to, limit: 10 })).items
/** The newest emailed link. */
const linkTo = async (to: string) => {
  await server.work()
  return new URL(/http\S+\/reset\/\S+/.exec((await mailTo(to))[0]!.text)![0])
}
const linkFor = async (to: string) => {
  await ask(to)
  return linkTo(to)
}

test('a reset from the sign-in page leads back to the interrupted sign-in', async () => {
  const { email } = await makePerson(server)
  await fillEverywhere(server, email)
  const trip = await startTrip(server, (await makeApplication(server)).relyingParty)
  const start = await trip.browser.open(trip.url)
  const untold = await trip.browser.post(start.url, { email, password: 'forgotten' })
  assert.match(await untold.response.text(), /Check your email/)
  const path = /href="(\/auth\/reset\?continue=[\w-]+)"/.exec(
    await (await trip.browser.open(start.url)).response.text(),
  )![1]!
  const form = await trip.browser.open(new URL(path, server.url))
  assert.match(form.response.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
  assert.match(await form.response.text(), new RegExp(`href="${start.url.pathname}"`))
  await trip.browser.post(form.url, { email: email.toUpperCase() })
  const link = await linkTo(email)
  const [received] = await mailTo(email)
  const until = new Date(clock.now().getTime() + 30 * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ')
  assert.match(
    received!.text,
    new RegExp(`works once, until ${until} UTC[^]*If it was not you, you can ignore this email`),
  )

  const question = await trip.browser.open(link)
  assert.equal(question.response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(await question.response.text(), /Set a new password/)
  const weak = await trip.browser.post(link, { password: 'short one' })
  assert.equal(weak.response.status, 422)
  assert.match(await weak.response.text(), /<input name="password"[^>]* aria-invalid="true"/)
  const done = await (await trip.browser.post(link, { password: NEW })).response.text()
  const back = new URL(/href="(\/auth\/interaction\/[\w-]+)"/.exec(done)![1]!, server.url)
  assert.equal(back.href, start.url.href)
  assert.equal(
    (await trip.browser.post(back, { email, password: PASSWORD })).response.status,
    401,
    'the old password no longer works',
  )
  const arrived = await trip.browser.post(back, { email, password: NEW })
  assert.ok((await trip.redeem(arrived.url)).access_token, 'no link is required again')
  const [told] = await mailTo(email)
  assert.equal(told!.subject, 'Your password was changed')
  assert.ok(told!.text.includes(`\n${page().href}\n`))
})

test('a reset ends everything opened with the old password, and is in the audit log of each tenant', async () => {
  const { email, user } = await makePerson(server)
  const tenant = newId('t').replace('_', '-')
  await ensureTenant(server.db, { id: tenant, displayName: tenant })
  const member = { tenant_id: tenant, user_id: user.id, role: 'member', email, display_name: 'Ada' } as const
  await insertMember(server.db, { ...member, joined_at: clock.now() })
  const { sessions } = server
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
  const membership = (await findMembership(server.db, user.id, tenant))!
  const how = { authMethod: 'oidc', amr: ['pwd'], tokens: {} } as const
  const { secret } = await sessions.start(visitor, user, membership, how)
  const { relyingParty } = await makeApplication(server)
  const tokens = await signIn(server, relyingParty, email)
  const userinfo = () => client.fetchUserInfo(relyingParty, tokens.access_token, user.id)
  await userinfo()
  // Another sign-in with the old password is waiting for its last step.
  const waiting = await startTrip(server, relyingParty)
  const { url } = await waiting.browser.open(waiting.url)
  const given = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, password: PASSWORD }),
    headers: { origin: url.origin, cookie: cookiesOf(waiting.browser) },
  })

  assert.equal((await setPassword(await linkFor(email))).response.status, 200)
  clock.advance(1_001)
  assert.equal(await sessions.find(visitor, secret), undefined)
  await assert.rejects(client.refreshTokenGrant(relyingParty, tokens.refresh_token!), { error: 'invalid_grant' })
  await assert.rejects(userinfo(), { status: 401 })
  const late = await fetch(given.headers.get('location')!, {
    redirect: 'manual',
    headers: { cookie: cookiesOf(waiting.browser), accept: 'text/html' },
  })
  assert.doesNotMatch(late.headers.get('location') ?? '', /code=/)
  const { rows } = await sql<{ action: string; actor: string }>`
    select action, actor ->> 'id' as actor from platform.audit_entries where tenant_id = ${tenant}
    order by sequence`.execute(server.db)
  assert.deepEqual(
    rows.map((row) => [row.action, row.actor === user.id]),
    ['session.create', 'session.revoke', 'user.reset_password'].map((action) => [action, true]),
  )
})
const cookiesOf = ({ cookies }: ReturnType<typeof openBrowser>) =>
  [...cookies.values()].map(({ value }) => value).join('; ')

test('the form does not reveal whether an email address has an account, and only accounts get an email', async () => {
  const [known, shut] = [await makeAccount(), await makeAccount()]
  await disableUser(server, shut.id, clock.now())
  const nobody = `${newId('p')}@example.com`
  const texts: string[] = []
  for (const email of [known.email, shut.email, nobody]) {
    const { response } = await ask(email)
    texts.push(`${response.status} ${(await response.text()).replaceAll(email, '@')}`)
  }
  assert.deepEqual(new Set(texts).size, 1, texts.join('\n'))
  await server.work()
  const mailboxes = [await mailTo(known.email), await mailTo(shut.email), await mailTo(nobody)]
  assert.deepEqual(
    mailboxes.map((list) => list.length),
    [1, 0, 0],
  )
})

test('a link ends after its use, after a newer one and after 30 minutes, and then looks like an unknown one', async () => {
  const { email } = await makeAccount()
  const replaced = await linkFor(email)
  clock.advance(1)
  const newer = await linkFor(email)
  const unknown = await openBrowser().open(page(`/${'A'.repeat(43)}`))
  const never = [404, await unknown.response.text()]
  const answer = async (link: URL) => {
    const { response } = await setPassword(link)
    return [response.status, await response.text()]
  }
  assert.deepEqual(await answer(replaced), never)
  assert.equal((await answer(newer))[0], 200)
  assert.deepEqual(await answer(newer), never)
  const late = await linkFor(email)
  clock.advance(30 * MINUTE_MS)
  assert.deepEqual(await answer(late), never)
  const { rows } = await sql<{
    text: string
  }>`select password_resets::text as text from platform.password_resets`.execute(server.db)
  const tokens = [replaced, newer, late].map(({ pathname }) => pathname.split('/').at(-1)!)
  assert.ok(rows.length > 0 && !rows.some(({ text }) => tokens.some((token) => text.includes(token))))
})

test('an email address gets five requests per hour, with or without an account, and a network is rate limited', async () => {
  const email = `${newId('p')}@example.com`
  const [createdAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 30 * MINUTE_MS)]
  for (let i = 0; i < 5; i++)
    await insertReset(server.db, { id: newId('rst'), email, interactionUid: null, createdAt, expiresAt })
  assert.equal((await ask(email.toUpperCase())).response.status, 429)
  clock.advance(60 * MINUTE_MS)
  assert.equal((await ask(email)).response.status, 200)
  const own = await startAuth()
  try {
    const send = async () => (await openBrowser().post(new URL(`${own.issuer}/reset`), { email: 'x' })).response.status
    const answers = await Promise.all(Array.from({ length: 12 }, send))
    assert.ok(answers.includes(429) && answers.includes(422), answers.join())
  } finally {
    await own.close()
  }
})

test('another site cannot submit the forms, and without a mail server the page says so', async () => {
  const evil = 'https://evil.example.com'
  assert.equal((await openBrowser().post(page(), { email: 'a@example.com' }, evil)).response.status, 403)
  const link = page(`/${'A'.repeat(43)}`)
  const foreign = { method: 'POST', headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } }
  assert.equal((await fetch(link, foreign)).status, 403)
  const ours = { method: 'POST', headers: { origin: 'null', 'sec-fetch-site': 'same-origin' } }
  assert.equal((await fetch(link, ours)).status, 404, 'a page without a referrer has no origin to send')
  const mute = await startAuth({ env: { SMTP_URL: '' } })
  try {
    const url = new URL(`${mute.issuer}/reset`)
    assert.match(await (await openBrowser().open(url)).response.text(), /This server sends no email/)
    assert.equal((await openBrowser().post(url, { email: 'a@example.com' })).response.status, 503)
  } finally {
    await mute.close()
  }
})
