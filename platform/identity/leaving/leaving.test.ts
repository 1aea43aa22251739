// Access ends on time, whatever credentials people created, in any order and through any process.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import fc from 'fast-check'
import type { Caller } from '../../caller.ts'
import { isAppError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { acceptInvitation, invite } from '../invitations/invitations.ts'
import { membershipAtSignIn } from '../sessions/sign-in.ts'
import { addMember, changeRole } from '../tenancy/members.ts'
import { callerFor, type Person } from '../tenancy/person.ts'
import { findMembership } from '../tenancy/store.ts'
import {
  openTestApp,
  openTestIssuer,
  type TestApp,
  type TestIssuer,
  type TestTenancy,
  testPerson,
  testTenancy,
  testTenant,
} from '../testing.ts'
import { listHoldings, removeMember } from './remove-member.ts'

let tenancy: TestTenancy
let issuer: TestIssuer
/** Two processes on one database, each with its own caches. */
let apps: TestApp[]
before(async () => {
  tenancy = await testTenancy()
  issuer = await openTestIssuer(tenancy.clock)
  apps = [await openTestApp(tenancy, { issuer: issuer.url }), await openTestApp(tenancy, { issuer: issuer.url })]
  for (const app of apps) await app.listen()
})
after(async () => {
  for (const app of apps) await app.close()
  await issuer.close()
})

const visitor = { requestId: 'req_1', ip: '127.0.0.1', userAgent: 'test' }
const lower = (a: Role, b: Role): Role => ROLES[Math.min(ROLES.indexOf(a), ROLES.indexOf(b))]!
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code
/** Longer than other processes may take to notice. */
const aSecond = () => tenancy.clock.advance(1_001)

// The expected state

interface Someone {
  person: Person
  role: Role | undefined
  /** Counts their memberships: credentials of an earlier one are invalid. */
  epoch: number
  removedAt: number
}
interface Credential {
  kind: 'session' | 'api_key' | 'pat' | 'token'
  headers: Record<string, string>
  /** A person, or the key that created it. */
  owner: Someone | Credential
  role: Role
  epoch: number
  issuedAt: number
  id: string
}
interface Invitation {
  token: string
  to: Someone
  from: Someone
  epoch: number
  role: Role
  replaced: boolean
}
type Tenant = Awaited<ReturnType<typeof testTenant>>
interface World {
  tenant: Tenant
  people: Someone[]
  credentials: Credential[]
  invitations: Invitation[]
}

/** The role that the credential should have, or undefined. */
function expected({ kind, owner, role, epoch, issuedAt }: Credential): Role | undefined {
  if ('kind' in owner) {
    const above = expected(owner)
    return above && lower(role, above)
  }
  if (kind === 'token') {
    if (issuedAt <= owner.removedAt) return undefined
    // An external issuer may issue tokens for someone who never was a member.
    return owner.role ? lower(role, owner.role) : owner.epoch === 0 ? role : undefined
  }
  if (!owner.role || owner.epoch !== epoch) return undefined
  return kind === 'api_key' ? lower(role, owner.role) : owner.role
}

const invitationOpens = ({ from, to, epoch, role, replaced }: Invitation): boolean =>
  !replaced &&
  !to.role &&
  (from.role === 'admin' || from.role === 'owner') &&
  from.epoch === epoch &&
  lower(role, from.role) === role

async function checkAll({ credentials, people }: World): Promise<void> {
  for (const app of apps)
    await Promise.all(
      credentials.map(async (credential) => {
        const response = await fetch(`${app.url()}/mine`, { headers: credential.headers })
        const body = (await response.json()) as { role?: string; code?: string }
        const role = expected(credential)
        const story = JSON.stringify({ kind: credential.kind, role, got: body, people: people.map((p) => p.role) })
        if (role) assert.deepEqual([response.status, body.role], [200, role], story)
        else assert.equal(response.status, 401, story)
      }),
    )
}

// Actions

async function asCaller({ tenant }: World, who: Someone): Promise<Caller> {
  return callerFor(visitor, who.person, (await findMembership(tenancy.db, who.person.id, tenant.id))!)
}
const joined = (who: Someone, role: Role): void => {
  who.role = role
  who.epoch++
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

type Act = (world: World, who: Someone, other: Someone, role: Role) => Promise<void>
const ACTS: Record<string, Act> = {
  async invite(world, who, other, role) {
    if (who.role !== 'admin' && who.role !== 'owner') return
    if (lower(role, who.role) !== role) return
    const { token } = await invite(tenancy, await asCaller(world, who), { email: other.person.email!, role })
    for (const invitation of world.invitations) if (invitation.to === other) invitation.replaced = true
    world.invitations.push({ token, to: other, from: who, epoch: who.epoch, role, replaced: false })
  },
  async accept(world, who) {
    for (const invitation of world.invitations.filter(({ to }) => to === who)) {
      if (who.role) return
      const answer = acceptInvitation(tenancy, visitor, who.person, invitation.token)
      if (invitationOpens(invitation)) {
        await answer
        joined(who, invitation.role)
      } else await assert.rejects(answer, withCode('invitation_not_found'))
      invitation.replaced = true
    }
  },
  async addAgain(world, who, _, role) {
    if (who.role) return
    await addMember(tenancy, world.tenant.owner, who.person, role)
    joined(who, role)
  },
  async signInElsewhere(world, who, _, role) {
    const signedIn = { person: who.person, tenant: world.tenant.id, role, amr: [], tokens: {} }
    const answer = membershipAtSignIn({ ...tenancy, externalProvider: true }, visitor, signedIn, undefined)
    if (who.role) assert.equal((await answer).role, who.role)
    else if (who.epoch > 0) await assert.rejects(answer, withCode('membership_ended'))
    else {
      assert.equal((await answer).role, role)
      joined(who, role)
    }
  },
  async changeRole(world, who, _, role) {
    if (!who.role) return
    await changeRole(tenancy, world.tenant.owner, who.person.id, role)
    for (const invitation of world.invitations)
      if (
        invitation.from === who &&
        !invitationOpens({ ...invitation, to: { ...invitation.to, role: undefined }, from: { ...who, role } })
      )
        invitation.replaced = true
    who.role = role
  },
  async remove(world, who, other) {
    if (!who.role) return
    const isFit = other !== who && other.role && lower(who.role, other.role) === who.role
    const keys = world.credentials.filter(
      (one) => one.kind === 'api_key' && one.owner === who && expected(one) !== undefined,
    )
    const handOver = isFit && keys.length > 0 ? [{ kind: 'api_key', to: other.person.id }] : []
    const done = await removeMember(tenancy, world.tenant.owner, who.person.id, handOver)
    if (handOver.length > 0) {
      assert.equal(done.handed_over.api_key, keys.length)
      for (const key of keys) Object.assign(key, { role: expected(key)!, owner: other, epoch: other.epoch })
    }
    for (const invitation of world.invitations)
      if (invitation.to === who || invitation.from === who) invitation.replaced = true
    who.role = undefined
    who.removedAt = tenancy.clock.now().getTime()
  },
  async startSession(world, who) {
    if (!who.role) return
    const membership = (await findMembership(tenancy.db, who.person.id, world.tenant.id))!
    const how = { authMethod: 'oidc', amr: [], tokens: {} } as const
    const { secret } = await apps[0]!.sessions.start(visitor, who.person, membership, how)
    keep(world, { kind: 'session', headers: { cookie: `veritrace_session=${secret}` }, owner: who, role: who.role })
  },
  async makeKey(world, who, _, role) {
    if (!who.role) return
    const mine = lower(role, who.role)
    const made = await apps[0]!.keys.create(await asCaller(world, who), { name: 'Key', role: mine })
    keep(world, { kind: 'api_key', headers: bearer(made.secret), owner: who, role: mine, id: made.id })
  },
  async makePersonalToken(world, who) {
    if (!who.role) return
    const made = await apps[0]!.keys.create(await asCaller(world, who), { name: 'Laptop', kind: 'pat' })
    keep(world, { kind: 'pat', headers: bearer(made.secret), owner: who, role: 'owner', id: made.id })
  },
  async makeKeyByKey(world, who, _, role) {
    const key = world.credentials.find((one) => one.kind === 'api_key' && one.owner === who && expected(one))
    if (!key) return
    const caller = await apps[0]!.keys.resolve(visitor, key.headers.authorization!.slice('Bearer '.length))
    const mine = lower(role, caller.role)
    const made = await apps[0]!.keys.create(caller, { name: 'Key of a key', role: mine })
    keep(world, { kind: 'api_key', headers: bearer(made.secret), owner: key, role: mine, id: made.id })
  },
  async getToken(world, who, _, role) {
    const claims = { sub: who.person.id, role, 'urn:idp:iam:org:id': world.tenant.id }
    const now = Math.floor(tenancy.clock.now().getTime() / 1000)
    const token = await issuer.sign({ ...claims, exp: now + 86_400 })
    keep(world, { kind: 'token', headers: bearer(token), owner: who, role, issuedAt: now * 1000 })
  },
}
function keep(
  { credentials }: World,
  made: Partial<Credential> & Pick<Credential, 'kind' | 'headers' | 'owner' | 'role'>,
) {
  credentials.push({ epoch: made.owner.epoch, issuedAt: tenancy.clock.now().getTime(), id: newId('x'), ...made })
}

const NAMES = Object.keys(ACTS)
const step = fc.record({
  act: fc.constantFrom(...NAMES, 'makeKey', 'makeKeyByKey', 'remove', 'remove', 'changeRole', 'getToken', 'addAgain'),
  who: fc.nat(3),
  other: fc.nat(3),
  role: fc.constantFrom(...ROLES.filter((role) => role !== 'owner'), 'admin' as const),
})

test('removed and demoted members have no access left, in any order of events and in any process', async () => {
  let [dead, alive] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
      const people = Array.from({ length: 4 }, () => ({
        person: testPerson(),
        role: undefined,
        epoch: 0,
        removedAt: 0,
      }))
      const world: World = { tenant: await testTenant(tenancy), people, credentials: [], invitations: [] }
      for (const who of people.slice(0, 2)) await ACTS.addAgain!(world, who, who, 'admin')
      for (const { act, who, other, role } of steps) {
        await ACTS[act]!(world, people[who]!, people[other]!, role)
        // Every credential is used in both processes, so that both have it cached before the next action.
        aSecond()
        await checkAll(world)
      }
      for (const who of people) await ACTS.accept!(world, who, who, 'viewer')
      alive += world.credentials.filter((one) => expected(one) !== undefined).length
      dead += world.credentials.filter((one) => expected(one) === undefined).length
    }),
    { numRuns: 30 },
  )
  assert.ok(dead > 40 && alive > 40, `${dead} credentials had ended, ${alive} had not: too few for a meaningful test`)
})

test('a credential created while its maker is being removed ends with them, and is not restored with them', async () => {
  const tenant = await testTenant(tenancy)
  for (let round = 0; round < 10; round++) {
    const admin = await tenant.join('admin')
    const person = { id: admin.actor.id, email: null, displayName: 'Admin' }
    const made = await Promise.allSettled([
      ...Array.from({ length: 6 }, () => apps[0]!.keys.create(admin, { name: 'Quick', role: 'admin' })),
      removeMember(tenancy, tenant.owner, admin.actor.id),
      ...Array.from({ length: 6 }, () => apps[1]!.keys.create(admin, { name: 'Quick', role: 'admin' })),
    ])
    await addMember(tenancy, tenant.owner, person, 'admin')
    aSecond()
    for (const one of made) {
      if (one.status === 'rejected') assert.ok(withCode('membership_ended')(one.reason), String(one.reason))
      else if ('secret' in one.value)
        await assert.rejects(apps[0]!.keys.resolve(visitor, one.value.secret), withCode('invalid_token'))
    }
    await removeMember(tenancy, tenant.owner, admin.actor.id)
  }
})

test("the remover sees a member's credentials, including keys that their keys created", async () => {
  const tenant = await testTenant(tenancy)
  const admin = await tenant.join('admin')
  const { keys } = apps[0]!
  const outer = await keys.create(admin, { name: 'Deploy', role: 'admin' })
  await keys.create(await keys.resolve(visitor, outer.secret), { name: 'Nightly', role: 'viewer' })
  await keys.create(admin, { name: 'Laptop', kind: 'pat' })
  await invite(tenancy, admin, { email: 'new@example.com', role: 'member' })
  const { items } = await listHoldings(tenancy, tenant.owner, admin.actor.id)
  assert.deepEqual(
    items.map(({ kind, total, items, on_removal, can_hand_over }) => [
      kind,
      total,
      on_removal,
      can_hand_over,
      items.map(({ label }) => label).toSorted(),
    ]),
    [
      ['personal_token', 1, 'ends', false, ['Laptop']],
      ['api_key', 2, 'ends', true, ['Deploy', 'Nightly']],
      ['invitation', 1, 'ends', true, ['new@example.com']],
    ],
  )
  const nightly = items.flatMap((kind) => kind.items).find(({ label }) => label === 'Nightly')
  assert.match(nightly!.detail!, /viewer, made with the key Deploy/)
  const stranger = await testTenant(tenancy)
  await assert.rejects(listHoldings(tenancy, stranger.owner, admin.actor.id), withCode('member_not_found'))
  const { ended } = await removeMember(tenancy, tenant.owner, admin.actor.id)
  assert.deepEqual(ended, { personal_token: 1, api_key: 2, invitation: 1 })
  assert.deepEqual(
    (await keys.list(tenant.owner, { kind: 'api_key' }, { limit: 10 })).items.map(({ status }) => status),
    ['revoked', 'revoked'],
  )
})

test('a transfer never raises a role and never touches credentials of others', async () => {
  const tenant = await testTenant(tenancy)
  const [admin, member, bystander] = [
    await tenant.join('admin'),
    await tenant.join('member'),
    await tenant.join('admin'),
  ]
  const { keys } = apps[0]!
  const key = await keys.create(admin, { name: 'Deploy', role: 'admin' })
  const others = await keys.create(bystander, { name: 'Other', role: 'admin' })
  const remove = (entry: object) =>
    removeMember(tenancy, tenant.owner, admin.actor.id, [{ kind: 'api_key', to: bystander.actor.id, ...entry }])
  for (const wrong of [
    { to: member.actor.id },
    { to: admin.actor.id },
    { to: 'usr_nobody' },
    { id: others.id },
    { id: 'key_none' },
    { kind: 'session' },
    { kind: 'nothing' },
  ])
    await assert.rejects(remove(wrong), withCode('cannot_take_over'), JSON.stringify(wrong))
  assert.ok(await keys.resolve(visitor, key.secret), 'a rejected removal changes nothing')
  assert.deepEqual((await remove({ id: key.id })).handed_over, { api_key: 1 })
  aSecond()
  assert.equal((await keys.resolve(visitor, key.secret)).answeredBy, bystander.actor.id)
})

test('transferring a capped key to someone with a higher role does not raise it', async () => {
  const tenant = await testTenant(tenancy)
  const admin = await tenant.join('admin')
  const key = await apps[0]!.keys.create(admin, { name: 'Deploy', role: 'admin' })
  await changeRole(tenancy, tenant.owner, admin.actor.id, 'member')
  const [listed] = (await apps[0]!.keys.list(tenant.owner, { kind: 'api_key' }, { limit: 1 })).items
  assert.deepEqual([listed!.role, listed!.effective_role, listed!.capped], ['admin', 'member', 'owner_has_less'])
  await removeMember(tenancy, tenant.owner, admin.actor.id, [{ kind: 'api_key', to: tenant.owner.actor.id }])
  aSecond()
  assert.equal((await apps[1]!.keys.resolve(visitor, key.secret)).role, 'member')
})

test('revoking a key revokes the keys that were created with it', async () => {
  const { owner } = await testTenant(tenancy)
  const { keys } = apps[0]!
  const outer = await keys.create(owner, { name: 'Outer', role: 'admin' })
  const inner = await keys.create(await keys.resolve(visitor, outer.secret), { name: 'Inner', role: 'viewer' })
  const innermost = await keys.create(await keys.resolve(visitor, outer.secret), { name: 'Inner 2', role: 'viewer' })
  for (const { secret } of [inner, innermost]) await keys.resolve(visitor, secret)
  await keys.revoke(owner, outer.id, 'leaked')
  for (const { secret } of [outer, inner, innermost])
    await assert.rejects(keys.resolve(visitor, secret), withCode('invalid_token'))
})

test('a proxy that still names a removed member is rejected', async () => {
  const tenant = await testTenant(tenancy)
  const admin = await tenant.join('admin')
  const settings = { APP_AUTH_MODE: 'forwarded', FORWARDED_PROXIES: '127.0.0.1' }
  const app = await openTestApp(tenancy, { issuer: issuer.url, settings })
  await app.listen()
  const ask = async () => {
    const headers = { 'x-forwarded-user': admin.actor.id, 'x-forwarded-tenant': tenant.id, 'x-forwarded-role': 'owner' }
    const response = await fetch(`${app.url()}/mine`, { headers })
    const { role, code } = (await response.json()) as { role?: string; code?: string }
    return [response.status, role ?? code]
  }
  assert.deepEqual(await ask(), [200, 'admin'])
  await removeMember(tenancy, tenant.owner, admin.actor.id)
  aSecond()
  assert.deepEqual(await ask(), [403, 'membership_ended'])
  await app.close()
})

test('a live stream of a removed member ends', async () => {
  const tenant = await testTenant(tenancy)
  const admin = await tenant.join('admin')
  const { secret } = await apps[0]!.keys.create(admin, { name: 'Watcher', role: 'viewer' })
  const response = await fetch(`${apps[0]!.url()}/live`, { headers: bearer(secret) })
  assert.equal(response.status, 200)
  await removeMember(tenancy, tenant.owner, admin.actor.id)
  aSecond()
  // The test app checks every 10 ms, the server every 30 seconds.
  for await (const _ of response.body!);
  assert.equal((await fetch(`${apps[0]!.url()}/live`, { headers: bearer(secret) })).status, 401)
})
