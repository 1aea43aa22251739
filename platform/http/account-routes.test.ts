// Changing the password of a signed-in user, as a browser does it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../cookies.ts'
import { type AuthServer, makePerson, PASSWORD, startAuth } from '../identity/provider/testing.ts'
import { findMembership, insertMember } from '../identity/tenancy/store.ts'
import { ensureTenant } from '../identity/tenancy/tenants.ts'
import { applicantOf, confirmPassword } from '../identity/users/sign-in.ts'
import { fillEverywhere, fillFrom, tryPassword } from '../identity/users/testing.ts'
import { newId } from '../ids.ts'
import { listMail } from '../outside/mailer.ts'

const NEW = 'staple of another colour'
const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
let server: AuthServer
before(async () => {
  server = await startAuth()
})
after(() => server.close())

/** A user with two sessions. */
async function signedIn() {
  const { email, user } = await makePerson(server)
  const tenant = newId('t').replace('_', '-')
  await ensureTenant(server.db, { id: tenant, displayName: tenant })
  const member = { tenant_id: tenant, user_id: user.id, role: 'member', email, display_name: 'Ada' } as const
  await insertMember(server.db, { ...member, joined_at: new Date() })
  const membership = (await findMembership(server.db, user.id, tenant))!
  const start = async () =>
    (await server.sessions.start(visitor, user, membership, { authMethod: 'oidc', amr: [], tokens: {} })).secret
  return { email, here: await start(), elsewhere: await start() }
}
const send = (secret: string, form?: Record<string, string>, origin = server.url) =>
  fetch(`${server.issuer}/account`, {
    redirect: 'manual',
    headers: { cookie: `${cookieNames(server.url).session}=${secret}`, ...(form && { origin }) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })

test('a signed-in user with the old password sets a new one, stays signed in here and is signed out elsewhere', async () => {
  const { email, here, elsewhere } = await signedIn()
  assert.match(await (await send(here)).text(), new RegExp(`${email}[^]*Current password`))
  assert.equal((await send(here, { old: PASSWORD, password: NEW }, 'https://evil.example.com')).status, 403)
  const wrong = await send(here, { old: 'not this one', password: NEW })
  assert.equal(wrong.status, 422)
  assert.match(await wrong.text(), /<input name="old"[^>]* aria-invalid="true"/)
  assert.match(
    await (await send(here, { old: PASSWORD, password: 'short' })).text(),
    /<input name="password"[^>]* aria-inv/,
  )
  const done = await send(here, { old: PASSWORD, password: NEW })
  assert.match(await done.text(), /Your password has been changed/)
  assert.equal((await tryPassword(server, email, NEW)).result, 'ok')
  assert.ok(await server.sessions.find(visitor, here))
  assert.equal(await server.sessions.find(visitor, elsewhere), undefined)
  const { items } = await listMail(server.db, { to: email, limit: 5 })
  assert.match(items[0]!.text, /by someone who was signed in and knew the old password/)
})

test('without a session the page redirects to sign-in', async () => {
  const away = await send('nobody', { old: PASSWORD, password: NEW })
  assert.equal(away.headers.get('location'), '/session/login?return_to=/auth/account')
})

test('a signed-in user can change the password despite failed attempts by others, but not after failing ten times', async () => {
  const { email, here } = await signedIn()
  await fillEverywhere(server, email)
  await fillFrom(server, email, '127.0.0.1')
  for (let i = 0; i < 9; i++) assert.equal(await confirm(email, 'not this one'), 'wrong')
  assert.equal((await send(here, { old: PASSWORD, password: NEW })).status, 200)
  for (let i = 0; i < 10; i++) assert.equal(await confirm(email, PASSWORD), 'wrong')
  const refused = await send(here, { old: NEW, password: PASSWORD })
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /Too many wrong passwords\. Wait a few hours, or choose/)
})
const confirm = async (email: string, password: string) =>
  confirmPassword(server, await applicantOf(server, email), password)
