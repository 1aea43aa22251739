// Limits of password guesses, tested with real buckets and a fake clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { fakeClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { hashSlowly } from '../../testing/cheap-passwords.ts'
import { testDatabase } from '../../testing/db.ts'
import { networkIn } from '../addresses.ts'
import { deleteEmptyGuesses } from './guess-store.ts'
import { hashPassword } from './passwords.ts'
import { fillEverywhere, fillFrom, tryPassword } from './testing.ts'
import { createUser, disableUser } from './users.ts'

const PASSWORD = 'correct horse battery'
const WRONG = 'not the password'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The documented limits: guesses that are answered in any 24 hours, over all networks. */
const A_DAY = 80
const A_DAY_WITH_COOKIE = 100

/** Networks are used up too, so each test has its own. */
let networks = 0
const open = async () => ({ db: (await testDatabase()).db, clock: fakeClock(), net: networks++ })
type Deps = Awaited<ReturnType<typeof open>>
const ipOf = ({ net }: Deps, at: number) => `fd00:db8:${(net * 1000 + at).toString(16)}::1`
const withPassword = (deps: Deps) =>
  createUser(deps, { email: `${newId('p')}@Example.com`, displayName: 'Ada', password: PASSWORD })

test('ten wrong passwords for an account from one network are answered, then one more every 40 minutes', async () => {
  const deps = await open()
  const { email, id } = await withPassword(deps)
  const ip = ipOf(deps, 1)
  const wrong = async () => (await tryPassword(deps, email, WRONG, { ip })).result
  for (let i = 0; i < 10; i++) assert.equal(await wrong(), 'wrong')
  const until = new Date(deps.clock.now().getTime() + 40 * 60_000)
  assert.deepEqual(await tryPassword(deps, email.toUpperCase(), PASSWORD, { ip }), { result: 'locked', until })
  assert.deepEqual(await tryPassword(deps, email, PASSWORD, { ip, mail: true }), { result: 'untold', userId: id })
  assert.deepEqual(await tryPassword(deps, email, WRONG, { ip, mail: true }), { result: 'untold', userId: undefined })
  assert.deepEqual(await tryPassword(deps, email, PASSWORD, { ip: ipOf(deps, 2) }), { result: 'ok', userId: id })
  deps.clock.advance(40 * 60_000)
  assert.equal(await wrong(), 'wrong')
  assert.equal(await wrong(), 'locked')
})

test('the right password never counts as a guess', async () => {
  const deps = await open()
  const { email } = await withPassword(deps)
  for (let i = 0; i < 60; i++)
    assert.equal((await tryPassword(deps, email, PASSWORD, { ip: ipOf(deps, 0) })).result, 'ok')
})

test('simultaneous guesses are counted one by one', async () => {
  const deps = await open()
  const { email } = await withPassword(deps)
  const guesses = Array.from({ length: 24 }, () => tryPassword(deps, email, WRONG, { ip: ipOf(deps, 0) }))
  const results = (await Promise.all(guesses)).map(({ result }) => result)
  assert.equal(results.filter((result) => result === 'wrong').length, 10)
})

test('one network alone never uses up the guesses of an account, so that its owner does not notice', async () => {
  const deps = await open()
  const { email } = await withPassword(deps)
  for (let hour = 0; hour < 72; hour++) {
    await fillFrom(deps, email, ipOf(deps, 0))
    assert.equal((await tryPassword(deps, email, PASSWORD, { ip: ipOf(deps, 1) })).result, 'ok', `hour ${hour}`)
    deps.clock.advance(HOUR_MS)
  }
})

test('one password on many accounts is answered 100 times from one network', async () => {
  const deps = await open()
  const ip = ipOf(deps, 0)
  const spray = () => tryPassword(deps, `${newId('p')}@example.com`, 'Password123', { ip })
  const results: string[] = []
  for (let i = 0; i < 110; i++) results.push((await spray()).result)
  assert.equal(results.filter((result) => result === 'wrong').length, 100)
  const { email } = await withPassword(deps)
  assert.equal((await tryPassword(deps, email, PASSWORD, { ip, browser: newId('brw') })).result, 'ok')
})

test('an email address without an account, with a disabled one and with an active one get the same answers', async () => {
  const deps = await open()
  const [user, shut] = [await withPassword(deps), await withPassword(deps)]
  await disableUser(deps, shut.id, deps.clock.now())
  const answers: unknown[] = []
  for (const [i, email] of [user.email, shut.email, `${newId('p')}@example.com`].entries()) {
    const ip = ipOf(deps, i)
    const told: unknown[] = []
    for (let n = 0; n < 11; n++) told.push(await tryPassword(deps, email, WRONG, { ip }))
    told.push(await tryPassword(deps, email, WRONG, { ip, mail: true }))
    answers.push(told)
  }
  assert.deepEqual(answers[1], answers[0])
  assert.deepEqual(answers[2], answers[0])
  assert.deepEqual(await tryPassword(deps, shut.email, PASSWORD, { ip: ipOf(deps, 9), mail: true }), {
    result: 'wrong',
  })
})

test('a withheld answer takes the same time for every email address and every password', async (t) => {
  hashSlowly(t)
  const deps = await open()
  const { email } = await withPassword(deps)
  const nobody = `${newId('p')}@example.com`
  for (const one of [email, nobody]) await fillEverywhere(deps, one)
  const started = performance.now()
  await hashPassword(PASSWORD)
  const least = (performance.now() - started) / 4
  for (const [one, password] of [
    [email, PASSWORD],
    [email, WRONG],
    [nobody, WRONG],
  ] as const) {
    const start = performance.now()
    assert.equal((await tryPassword(deps, one, password, { mail: true })).result, 'untold')
    assert.ok(performance.now() - start > least)
  }
})

test('a network is a /24, or a /48 of IPv6, in any notation', () => {
  const of = (ip: string) => networkIn(ip, { ipv4: 24, ipv6: 48 })
  for (const [ip, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['::ffff:cb00:7109', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001::', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '::/48'],
    ['', ''],
    ['nonsense', 'nonsense'],
  ])
    assert.equal(of(ip!), network)
})

test('empty buckets are deleted, and buckets contain no readable email address or network', async () => {
  const deps = await open()
  const { email } = await withPassword(deps)
  const ip = ipOf(deps, 0)
  await tryPassword(deps, email, WRONG, { ip })
  const rows = async () =>
    (await sql<{ text: string }>`select g::text as text from platform.sign_in_guesses g`.execute(deps.db)).rows
  const [local] = email.toLowerCase().split('@')
  assert.ok((await rows()).length >= 3)
  assert.ok(!(await rows()).some(({ text }) => text.includes(local!) || text.includes('fd00:')))
  deps.clock.advance(365 * DAY_MS)
  await deleteEmptyGuesses(deps.db, deps.clock.now())
  assert.deepEqual(await rows(), [])
})

interface Move {
  network: number
  guesses: number
  spelling: number
  waitMinutes: number
  stolenCookie: boolean
}
const move: fc.Arbitrary<Move> = fc.record({
  network: fc.integer({ min: 0, max: 40 }),
  guesses: fc.integer({ min: 1, max: 12 }),
  spelling: fc.integer({ min: 0, max: 3 }),
  waitMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 600 })),
  stolenCookie: fc.boolean(),
})
const SPELLINGS = [
  (email: string) => email,
  (email: string) => email.toUpperCase(),
  (email: string) => email.toLowerCase(),
  (email: string) => ` ${email} `,
]

test('whatever others do, the owner gets in at the first attempt, and few guesses of others are answered', async () => {
  const shared = await open()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), fc.boolean(), async (moves, mail) => {
      const deps = { ...shared, net: networks++ }
      const { email, id } = await withPassword(deps)
      const [own, stolen] = [newId('brw'), newId('brw')]
      const told: { at: number; cookie: boolean }[] = []
      for (const { network, guesses, spelling, waitMinutes, stolenCookie } of moves) {
        for (let i = 0; i < guesses; i++) {
          const way = { ip: ipOf(deps, network), mail, ...(stolenCookie && { browser: stolen }) }
          const { result } = await tryPassword(deps, SPELLINGS[spelling]!(email), WRONG, way)
          if (result === 'wrong') told.push({ at: deps.clock.now().getTime(), cookie: stolenCookie })
        }
        deps.clock.advance(waitMinutes * 60_000)
      }
      const cookieUsed = told.some(({ cookie }) => cookie)
      for (const { at } of told) {
        const within = told.filter((one) => one.at >= at && one.at < at + DAY_MS).length
        assert.ok(within <= (cookieUsed ? A_DAY_WITH_COOKIE : A_DAY), `${within} guesses in a day`)
      }
      // A known browser gets in immediately; any other does too, or with the link that only the owner can read.
      const home = ipOf(deps, 900)
      const known = await tryPassword(deps, email, PASSWORD, { ip: home, mail, browser: own })
      assert.deepEqual(known, { result: 'ok', userId: id })
      const fresh = await tryPassword(deps, email, PASSWORD, { ip: home, mail: true })
      assert.ok(fresh.result === 'ok' || fresh.result === 'untold')
      assert.equal(fresh.userId, id)
    }),
    { numRuns: 40 },
  )
})
