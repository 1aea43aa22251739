// Signing in while others try passwords, as a browser does it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fakeClock } from '../clock.ts'
import {
  type AuthServer,
  makeApplication,
  makePerson,
  openBrowser,
  PASSWORD,
  startAuth,
  startTrip,
} from '../identity/provider/testing.ts'
import { findMembership, insertMember } from '../identity/tenancy/store.ts'
import { ensureTenant } from '../identity/tenancy/tenants.ts'
import { fillEverywhere, fillFrom } from '../identity/users/testing.ts'
import { unlockAccount } from '../identity/users/unlock.ts'
import { disableUser, type User } from '../identity/users/users.ts'
import { newId } from '../ids.ts'
import { listMail } from '../outside/mailer.ts'

const WRONG = 'not the password'
const MINUTE_MS = 60_000
const clock = fakeClock(new Date())
let server: AuthServer
before(async () => {
  server = await startAuth({ clock })
})
after(() => server.close())

type Trip = Awaited<ReturnType<typeof begin>>
/** Opens the sign-in page, in a new browser or in the given one. */
async function begin(on = server, browser = openBrowser()) {
  const trip = await startTrip(on, (await makeApplication(on)).relyingParty)
  trip.url.searchParams.set('prompt', 'login')
  const { url } = await browser.open(trip.url)
  return { ...trip, browser, page: url }
}
const give = async ({ browser, page }: Trip, email: string, password = PASSWORD) => {
  const { url, response } = await browser.post(page, { email, password })
  return { url, response, status: response.status, text: await response.text() }
}
const mailTo = async (to: string) => (await listMail(server.db, { to, limit: 20 })).items
/** The newest emailed link. */
async function linkTo(email: string): Promise<URL> {
  await server.work()
  return new URL(/http\S+\/link\/\S+/.exec((await mailTo(email))[0]!.text)![0])
}
const attacked = async () => {
  const person = await makePerson(server)
  await fillEverywhere(server, person.email)
  return person
}
const cookieOf = ({ browser }: Trip) => browser.cookies.get('veritrace_browser/')?.value

test('while others try passwords, the right password and an emailed link sign in', async () => {
  const { email } = await attacked()
  const trip = await begin()
  const asked = await give(trip, email)
  assert.deepEqual([asked.status, asked.url.href], [200, trip.page.href])
  assert.match(asked.text, /<h1>Check your email<\/h1>/)
  const link = await linkTo(email)
  const [received] = await mailTo(email)
  assert.equal(received!.subject, 'Finish signing in')
  assert.match(
    received!.text,
    /from the IP address 127\.0\.0\.1\.[\s\S]*If it was not you, someone knows your password/,
  )

  const visit = await trip.browser.open(link)
  assert.equal(visit.response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(visit.response.headers.get('content-security-policy')!, /form-action 'self' http:\/\/127/)
  assert.match(await visit.response.text(), /Finish signing in[\s\S]*as p_[\s\S]*<button autofocus>Sign in/)
  assert.equal((await trip.browser.post(link, {}, 'https://evil.example.com')).response.status, 403)
  const arrived = await trip.browser.post(link, {})
  assert.ok((await trip.redeem(arrived.url)).access_token)
  assert.notEqual((await trip.browser.post(link, {})).response.status, 303, 'the link works once')
})

test('the response is the same for a right password, a wrong one, a disabled account and no account', async () => {
  const [known, shut] = [await attacked(), await attacked()]
  await disableUser(server, shut.user.id, clock.now())
  const nobody = `${newId('p')}@example.com`
  await fillEverywhere(server, nobody)
  const answers: string[] = []
  for (const [email, password] of [
    [known.email, PASSWORD],
    [known.email, WRONG],
    [shut.email, PASSWORD],
    [nobody, PASSWORD],
  ] as const) {
    const trip = await begin()
    const { status, text, response } = await give(trip, email, password)
    const headers = [...response.headers.keys()].filter((name) => name !== 'date')
    answers.push(
      `${status} ${headers} ${text.replaceAll(email, '@').replaceAll(trip.page.pathname.split('/').at(-1)!, 'uid')}`,
    )
    assert.equal(cookieOf(trip), undefined)
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
  await server.work()
  const mailboxes = [await mailTo(known.email), await mailTo(shut.email), await mailTo(nobody)]
  assert.deepEqual(
    mailboxes.map((list) => list.length),
    [1, 0, 0],
  )
})

test('the link works in the same browser for 15 minutes, and not after the password has changed', async () => {
  const { email } = await attacked()
  const trip = await begin()
  await give(trip, email)
  const link = await linkTo(email)
  const elsewhere = await openBrowser().open(link)
  assert.equal(elsewhere.response.status, 400)
  assert.match(await elsewhere.response.text(), /Open this link in the browser you signed in with/)
  const other = await begin()
  const borrowed = new URL(`${other.page.pathname}/link/${link.pathname.split('/').at(-1)}`, link)
  assert.equal((await other.browser.open(borrowed)).response.status, 404, 'the link is for one sign-in only')
  assert.equal((await other.browser.post(borrowed, {})).response.status, 404)
  await give(trip, email, WRONG)
  assert.equal(
    (await trip.browser.open(link)).response.status,
    200,
    'a later wrong password does not invalidate the link',
  )
  clock.advance(15 * MINUTE_MS)
  const late = await trip.browser.post(link, {})
  assert.equal(late.response.status, 404)
  assert.match(await late.response.text(), /This link no longer works/)

  const again = await begin()
  await give(again, email)
  const second = await linkTo(email)
  await openBrowser().post(new URL(`${server.issuer}/reset`), { email })
  await server.work()
  const reset = /http\S+\/reset\/\S+/.exec((await mailTo(email))[0]!.text)![0]
  assert.equal(
    (await openBrowser().post(new URL(reset), { password: 'staple of another colour' })).response.status,
    200,
  )
  assert.equal(
    (await again.browser.post(second, {})).response.status,
    404,
    'the link was requested with the old password',
  )
})

test('a known browser needs no link until the password changes or its session is revoked', async () => {
  const { email, user } = await makePerson(server)
  const first = await begin()
  assert.equal((await give(first, email)).url.pathname, '/callback')
  const cookie = cookieOf(first)!
  await fillEverywhere(server, email)
  await fillFrom(server, email, '127.0.0.1')
  assert.equal((await give(await begin(server, first.browser), email)).url.pathname, '/callback')
  assert.match((await give(await begin(), email)).text, /Check your email/, 'other browsers need one')
  const { email: second } = await attacked()
  const borrowed = await begin(server, first.browser)
  assert.match(
    (await give(borrowed, second)).text,
    /Check your email/,
    'and so does another account in the same browser',
  )

  const forged = await begin()
  forged.browser.cookies.set('veritrace_browser/', { value: `${cookie.slice(0, -4)}AAAA`, path: '/' })
  assert.match((await give(forged, email)).text, /Check your email/)

  const [here, lost] = await twoSessions(user)
  clock.advance(1)
  await server.sessions.revoke(here.caller, here.caller.sessionId!)
  assert.equal(
    (await give(await begin(server, first.browser), email)).url.pathname,
    '/callback',
    'signing out does not forget the browser',
  )
  await server.sessions.revoke(here.caller, lost.caller.sessionId!)
  assert.match((await give(await begin(server, first.browser), email)).text, /Check your email/)
})
async function twoSessions(user: User) {
  const tenant = newId('t').replace('_', '-')
  await ensureTenant(server.db, { id: tenant, displayName: tenant })
  const { id: user_id, email, displayName: display_name } = user
  const joined_at = clock.now()
  await insertMember(server.db, { tenant_id: tenant, user_id, role: 'member', email, display_name, joined_at })
  const membership = (await findMembership(server.db, user.id, tenant))!
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
  const open = async () => {
    const how = { authMethod: 'oidc', amr: ['pwd'], tokens: {} } as const
    const { secret } = await server.sessions.start(visitor, user, membership, how)
    return (await server.sessions.find(visitor, secret))!
  }
  return [await open(), await open()] as const
}

test('a stolen cookie allows ten guesses, and its owner can still sign in', async () => {
  const { email } = await makePerson(server)
  const own = await begin()
  await give(own, email)
  const stolen = await begin()
  stolen.browser.cookies.set('veritrace_browser/', { value: cookieOf(own)!, path: '/' })
  await fillEverywhere(server, email)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await give(stolen, email, WRONG)).status)
  assert.deepEqual(statuses, [...Array(10).fill(401), 200, 200])
  await give(own, email)
  const again = await begin(server, own.browser)
  assert.match((await give(again, email)).text, /Check your email/)
  const arrived = await again.browser.post(await linkTo(email), {})
  assert.equal(arrived.url.pathname, '/callback')
})

test('a known browser is not limited by others in its network', async () => {
  const { email } = await makePerson(server)
  const own = await begin()
  await give(own, email)
  while ((await server.limiter.take({ key: 'sign-in:127.0.0.1', perMinute: 60 })).allowed);
  assert.equal((await give(await begin(), email)).status, 429)
  assert.equal((await give(await begin(server, own.browser), email)).url.pathname, '/callback')
})

test('an address in X-Forwarded-For counts only if a trusted proxy has written it', async () => {
  for (const [proxies, told] of [
    ['', 10],
    ['127.0.0.1', 12],
  ] as const) {
    const own = await startAuth({ clock, env: { TRUSTED_PROXIES: proxies } })
    try {
      const { email } = await makePerson(own)
      const trip = await begin(own)
      const cookie = [...trip.browser.cookies.values()].map(({ value }) => value).join('; ')
      const statuses: number[] = []
      for (let i = 0; i < 12; i++) {
        const headers = { cookie, origin: trip.page.origin, 'x-forwarded-for': `2001:db8:${i}::7` }
        const body = new URLSearchParams({ email, password: WRONG })
        statuses.push((await fetch(trip.page, { method: 'POST', headers, body })).status)
      }
      assert.equal(statuses.filter((status) => status === 401).length, told, proxies)
    } finally {
      await own.close()
    }
  }
})

test('without email the page shows the waiting time, and an operator can create a link for the owner', async () => {
  const mute = await startAuth({ clock, env: { SMTP_URL: '' } })
  try {
    const { email } = await makePerson(mute)
    await fillEverywhere(mute, email)
    for (const address of [email, email.toUpperCase()]) {
      const { response, text } = await give(await begin(mute), address)
      assert.equal(response.status, 429)
      assert.match(text, /Too many wrong passwords[\s\S]*Try again in 36 minutes, or ask the operator of this server/)
      assert.equal(response.headers.get('retry-after'), String(36 * 60))
    }
    const { token } = (await unlockAccount(mute, email))!
    await fillEverywhere(mute, email)
    const link = new URL(`${mute.issuer}/browser/${token}`)
    const trip = await begin(mute)
    assert.match(await (await trip.browser.open(link)).response.text(), /Use this browser to sign in\?/)
    assert.equal((await trip.browser.post(link, {}, 'https://evil.example.com')).response.status, 403)
    assert.match(await (await trip.browser.post(link, {})).response.text(), /This browser is ready/)
    assert.equal((await openBrowser().post(link, {})).response.status, 404, 'the link works once')
    assert.equal((await give(trip, email)).url.pathname, '/callback')
    assert.equal(await unlockAccount(mute, 'nobody@example.com'), undefined)
  } finally {
    await mute.close()
  }
})
