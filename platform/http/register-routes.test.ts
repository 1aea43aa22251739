// Signing up over HTTP, as a browser does it.
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
import { insertRegistration } from '../identity/users/registration-store.ts'
import { findUserByEmail } from '../identity/users/users.ts'
import { newId } from '../ids.ts'
import { listMail } from '../outside/mailer.ts'

const DAY_MS = 86_400_000
const clock = fakeClock(new Date())
let server: AuthServer
before(async () => {
  server = await startAuth({ clock })
})
after(() => server.close())

const newPerson = () => ({ name: 'Ada <b>', email: `${newId('p')}@example.com`, password: PASSWORD })
const register = (form: Record<string, string>, query = '') =>
  openBrowser().post(new URL(`${server.issuer}/register${query}`), form)
const mailTo = async (to: string) => (await listMail(server.db, { to, limit: 10 })).items
const linkTo = async (to: string) => new URL(/http\S+/.exec((await mailTo(to))[0]!.text)![0])

test('a visitor can sign up from the sign-in page by an emailed link and is then signed in', async () => {
  const { relyingParty } = await makeApplication(server)
  const trip = await startTrip(server, relyingParty)
  const signIn = await trip.browser.open(trip.url)
  const path = /href="(\/auth\/register\?continue=[\w-]+)"/.exec(await signIn.response.text())![1]!
  const form = await trip.browser.open(new URL(path, server.url))
  assert.match(form.response.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'sha256-/)
  const wish = newPerson()
  const sent = await trip.browser.post(form.url, wish)
  assert.match(await sent.response.text(), /Check your inbox/)
  assert.equal(await findUserByEmail(server.db, wish.email), undefined, 'no account exists before the link is used')
  const link = await linkTo(wish.email)
  const question = await trip.browser.open(link)
  assert.match(await question.response.text(), /Confirm your address/)
  assert.equal(await findUserByEmail(server.db, wish.email), undefined, 'opening the page creates no account')
  const stranger = await trip.browser.post(link, { password: 'somebody else entirely' })
  assert.equal(stranger.response.status, 422)
  assert.match(await stranger.response.text(), /That is not the password/)
  assert.equal(await findUserByEmail(server.db, wish.email), undefined, 'a wrong password creates no account')
  const ready = await (await trip.browser.post(link, { password: wish.password })).response.text()
  const user = (await findUserByEmail(server.db, wish.email))!
  assert.deepEqual([user.displayName, user.emailVerifiedAt], [wish.name, clock.now()])
  const back = new URL(/href="(\/auth\/interaction\/[\w-]+)"/.exec(ready)![1]!, server.url)
  assert.equal(back.href, signIn.url.href)
  const done = await trip.browser.post(back, { email: wish.email, password: wish.password })
  assert.ok((await trip.redeem(done.url)).access_token)
  assert.equal((await trip.browser.post(link, { password: wish.password })).response.status, 404, 'a link works once')
})

test('the form does not reveal whether an email address has an account, but its owner is notified', async () => {
  const known = await makePerson(server)
  const [one, two] = [await register({ ...newPerson(), email: known.email }), await register(newPerson())]
  const text = async ({ response }: typeof one) => (await response.text()).replace(/[\w.]+@\w+\.\w+/gi, '@')
  assert.deepEqual([one.response.status, await text(one)], [two.response.status, await text(two)])
  const [mail] = await mailTo(known.email)
  assert.match(mail!.subject, /already have an account/)
  assert.doesNotMatch(mail!.text, /\/register\//)
})

test('invalid input is reported at its field, and the form keeps everything but the password', async () => {
  for (const [wrong, field] of [
    [{ password: 'short one' }, 'password'],
    [{ name: '  ' }, 'name'],
  ] as const) {
    const { response } = await register({ ...newPerson(), ...wrong })
    const page = await response.text()
    assert.equal(response.status, 422)
    assert.match(page, new RegExp(`<input name="${field}"[^>]* aria-invalid="true"`))
    assert.doesNotMatch(page, /correct horse|Ada <b>/)
  }
})

test('another site cannot submit the form, and the form is rate limited per network', async () => {
  const url = new URL(`${server.issuer}/register`)
  assert.equal((await openBrowser().post(url, newPerson(), 'https://evil.example.com')).response.status, 403)
  const own = await startAuth()
  try {
    const weak = { ...newPerson(), password: 'x' }
    const send = async () => (await openBrowser().post(new URL(`${own.issuer}/register`), weak)).response.status
    const answers = await Promise.all(Array.from({ length: 12 }, send))
    assert.ok(answers.includes(429) && answers.includes(422))
  } finally {
    await own.close()
  }
})

test('a link expires after a day, and an unknown one gets the same answer', async () => {
  const wish = newPerson()
  await register(wish)
  const link = await linkTo(wish.email)
  clock.advance(DAY_MS)
  const [old, unknown] = [await fetch(link), await fetch(`${server.issuer}/register/${'A'.repeat(43)}`)]
  assert.deepEqual([old.status, await old.text()], [404, await unknown.text()])
})

test('an email address gets at most five emails per hour, and without registration there is no page', async () => {
  const closed = await startAuth({ clock, env: { REGISTRATION: 'false' } })
  assert.equal((await fetch(`${closed.issuer}/register`)).status, 404)
  await closed.close()
  const own = await startAuth({ clock })
  after(() => own.close())
  const ask = () => openBrowser().post(new URL(`${own.issuer}/register`), { ...newPerson(), email })
  const { email } = newPerson()
  const expiresAt = new Date(clock.now().getTime() + DAY_MS)
  for (let i = 0; i < 5; i++) {
    const row = { id: newId('reg'), tokenHash: newId('h'), email, displayName: 'Ada', passwordHash: '-', expiresAt }
    await insertRegistration(server.db, { ...row, createdAt: clock.now() })
  }
  await ask()
  assert.equal((await mailTo(email)).length, 0)
  clock.advance(DAY_MS / 2)
  await ask()
  assert.equal((await mailTo(email)).length, 1)
})
