import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fakeClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { hashAsAlways, hashSlowly } from '../../testing/cheap-passwords.ts'
import { testDatabase } from '../../testing/db.ts'
import { makeAccount } from './make-account.ts'
import { fitsHash, hashPassword } from './passwords.ts'
import { tryPassword } from './testing.ts'
import { createUser, findUserByEmail } from './users.ts'

const PASSWORD = 'correct horse battery'
const open = async () => ({ db: (await testDatabase()).db, clock: fakeClock() })
const account = () => ({ email: `${newId('p')}@Example.com`, displayName: 'Ada' })

test('an account is found by its email address in any case, and each address has one account', async () => {
  const deps = await open()
  const input = account()
  const user = await createUser(deps, input)
  assert.match(user.id, /^usr_/)
  assert.deepEqual(await findUserByEmail(deps.db, input.email.toLowerCase()), user)
  await assert.rejects(createUser(deps, { ...input, email: input.email.toUpperCase() }), { code: 'email_taken' })
})

test('weak passwords and invalid email addresses are rejected', async () => {
  const deps = await open()
  for (const password of ['short one', 'aaaaaaaaaaaaaaaa', 'x1'.repeat(200)])
    await assert.rejects(createUser(deps, { ...account(), password }), { code: 'password_too_weak' })
  for (const email of ['nobody', 'a b@example.com', 'a@b@c', '@example.com', 'a\u0000@example.com'])
    await assert.rejects(createUser(deps, { ...account(), email }), { code: 'unacceptable' })
})

test('a hash contains its parameters and a random salt, and matches only its password', async (t) => {
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

test('an unknown email address and an account without a password take as long as a wrong password', async (t) => {
  hashSlowly(t)
  const deps = await open()
  const invited = await createUser(deps, account())
  // CPU time, because wall time is meaningless on a busy machine.
  const workOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const least = (await workOf(() => hashPassword(PASSWORD))) / 4
  for (const email of ['nobody@example.com', 'no\u0000body', invited.email]) {
    const work = await workOf(async () =>
      assert.deepEqual(await tryPassword(deps, email, PASSWORD), { result: 'wrong' }),
    )
    assert.ok(work > least, `${email}: ${work} of ${least}`)
  }
})

test('an operator can create accounts and operators; an existing account keeps its password', async () => {
  const deps = await open()
  const { email, displayName } = account()
  const isOperator = async (id: string) =>
    (await sql`select 1 from platform.operators where user_id = ${id}`.execute(deps.db)).rows.length === 1
  const made = await makeAccount(deps, { email, displayName, password: PASSWORD, isOperator: false })
  assert.deepEqual([made.isNew, await isOperator(made.id)], [true, false])
  const again = await makeAccount(deps, { email, displayName, password: `${PASSWORD} 2`, isOperator: true })
  assert.deepEqual([again, await isOperator(made.id)], [{ id: made.id, isNew: false }, true])
  assert.deepEqual(await tryPassword(deps, email, PASSWORD), { result: 'ok', userId: made.id })
})
