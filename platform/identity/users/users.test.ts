import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fakeClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { hashAsAlways, hashSlowly } from '../../testing/cheap-passwords.ts'
import { testDatabase } from '../../testing/db.ts'
import { makeAccount } from './make-account.ts'
import { fitsHash, hashPassword } from './passwords.ts'
import { countWrong } from './testing.ts'
import { createUser, disableUser, findUserByEmail, verifyPassword } from './users.ts'

const PASSWORD = 'correct horse battery'
const open = async () => ({ db: (await testDatabase()).db, clock: fakeClock() })
const account = () => ({ email: `${newId('p')}@Example.com`, displayName: 'Ada' })
const withPassword = (deps: Awaited<ReturnType<typeof open>>) => createUser(deps, { ...account(), password: PASSWORD })

test('an account is found by its address in any case, and an address has one account', async () => {
  const deps = await open()
  const input = account()
  const user = await createUser(deps, input)
  assert.match(user.id, /^usr_/)
  assert.deepEqual(await findUserByEmail(deps.db, input.email.toLowerCase()), user)
  await assert.rejects(createUser(deps, { ...input, email: input.email.toUpperCase() }), { code: 'email_taken' })
})

test('weak passwords and addresses that are none are refused', async () => {
  const deps = await open()
  for (const password of ['short one', 'aaaaaaaaaaaaaaaa', 'x1'.repeat(200)])
    await assert.rejects(createUser(deps, { ...account(), password }), { code: 'password_too_weak' })
  for (const email of ['nobody', 'a b@example.com', 'a@b@c', '@example.com', 'a\u0000@example.com'])
    await assert.rejects(createUser(deps, { ...account(), email }), { code: 'unacceptable' })
})

test('a hash carries its parameters and a salt of its own, and fits its password only', async (t) => {
  const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  assert.notEqual(one, two)
  const cheap = 'scrypt$16$1$1$AAAA$'
  assert.deepEqual(
    await Promise.all([fitsHash(PASSWORD, one), fitsHash(`${PASSWORD} `, one), fitsHash(PASSWORD, cheap)]),
    [true, false, false],
  )
  hashAsAlways(t)
  assert.match(await hashPassword(PASSWORD), /^scrypt\$32768\$8\$3\$/)
})

test('an unknown address and an account without password take the work of a wrong password', async (t) => {
  hashSlowly(t)
  const deps = await open()
  const invited = await createUser(deps, account())
  const timed = async (email: string) => {
    const start = performance.now()
    assert.deepEqual(await verifyPassword(deps, email, PASSWORD), { result: 'wrong' })
    return performance.now() - start
  }
  const cost = performance.now()
  await hashPassword(PASSWORD)
  const least = (performance.now() - cost) / 4
  for (const email of ['nobody@example.com', 'no\u0000body', invited.email]) assert.ok((await timed(email)) > least)
})

test('the fifth wrong password locks for a minute, each further one for twice as long, at most an hour', async () => {
  const deps = await open()
  const user = await withPassword(deps)
  const wrong = () => verifyPassword(deps, user.email, 'not the password')
  await countWrong(deps.db, user.email, 2)
  for (let i = 0; i < 2; i++) assert.deepEqual(await wrong(), { result: 'wrong' })
  for (const minutes of [1, 2, 4]) {
    const until = new Date(deps.clock.now().getTime() + minutes * 60_000)
    assert.deepEqual(await wrong(), { result: 'locked', until })
    assert.deepEqual(await verifyPassword(deps, user.email, PASSWORD), { result: 'locked', until }, 'even if it fits')
    deps.clock.advance(minutes * 60_000)
  }
  await countWrong(deps.db, user.email, 40)
  const until = new Date(deps.clock.now().getTime() + 60 * 60_000)
  assert.deepEqual(await wrong(), { result: 'locked', until })
  deps.clock.advance(60 * 60_000)
  assert.deepEqual(await verifyPassword(deps, user.email, PASSWORD), { result: 'ok', userId: user.id })
  assert.deepEqual(await wrong(), { result: 'wrong' }, 'the count starts again')
})

test('guesses that come all at once are counted one by one', async () => {
  const deps = await open()
  const user = await withPassword(deps)
  const guesses = Array.from({ length: 8 }, () => verifyPassword(deps, user.email, 'not the password'))
  const results = (await Promise.all(guesses)).map(({ result }) => result)
  assert.ok(results.filter((result) => result === 'locked').length >= 3)
  assert.equal((await verifyPassword(deps, user.email, PASSWORD)).result, 'locked')
})

test('an address without account is locked like one with it, and a disabled account is answered like a wrong password', async () => {
  const deps = await open()
  const user = await withPassword(deps)
  await disableUser(deps, user.id, deps.clock.now())
  const nobody = account().email
  const until = new Date(deps.clock.now().getTime() + 60_000)
  for (const email of [user.email, nobody]) {
    await countWrong(deps.db, email, 4)
    const tried = await verifyPassword(deps, email.toUpperCase(), PASSWORD)
    assert.deepEqual(tried, { result: 'locked', until })
  }
})

test('who runs the installation makes accounts and operators; an account that is there keeps its password', async () => {
  const deps = await open()
  const { email, displayName } = account()
  const isOperator = async (id: string) =>
    (await sql`select 1 from platform.operators where user_id = ${id}`.execute(deps.db)).rows.length === 1
  const made = await makeAccount(deps, { email, displayName, password: PASSWORD, isOperator: false })
  assert.deepEqual([made.isNew, await isOperator(made.id)], [true, false])
  const again = await makeAccount(deps, { email, displayName, password: `${PASSWORD} 2`, isOperator: true })
  assert.deepEqual([again, await isOperator(made.id)], [{ id: made.id, isNew: false }, true])
  assert.deepEqual(await verifyPassword(deps, email, PASSWORD), { result: 'ok', userId: made.id })
})
