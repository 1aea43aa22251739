// People make an account by themselves: a wish, a mailed link, the account. Whoever asks learns nothing about an address:
// the answer is the same whether it has an account or not, and only its owner reads which.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { newId, newSecret } from '../../ids.ts'
import type { Mailer } from '../../outside/mailer.ts'
import { hashOf } from '../secrets.ts'
import { checkPassword, fitsHash, hashPassword } from './passwords.ts'
import {
  countRegistrations,
  findRegistration,
  insertRegistration,
  type Registration,
  takeRegistration,
} from './registration-store.ts'
import { findUserByEmail, insertUser } from './store.ts'
import { checkEmail } from './users.ts'

export interface RegisterDeps {
  db: Db
  clock: Clock
  mailer: Pick<Mailer, 'send'>
}
export interface Wish {
  email: string
  displayName: string
  password: string
}

const HOUR_MS = 3_600_000
const LIFETIME_MS = 24 * HOUR_MS
/** Messages that an address gets in an hour, whoever asks for them. */
const MAILS_PER_HOUR = 5
const MAX_NAME = 120

/** Refuses what cannot become an account (422). `linkTo` makes the address that is mailed. */
export async function requestAccount(
  { db, clock, mailer }: RegisterDeps,
  wish: Wish,
  links: { confirm: (token: string) => string; signIn: string },
): Promise<void> {
  const email = checkEmail(wish.email)
  const displayName = checkName(wish.displayName)
  checkPassword(wish.password)
  // Done for every address: the time must not tell either.
  const passwordHash = await hashPassword(wish.password)
  const token = newSecret()
  await transact(db, async (tx) => {
    const now = clock.now()
    if ((await countRegistrations(tx, email, new Date(now.getTime() - HOUR_MS))) >= MAILS_PER_HOUR) return
    const known = await findUserByEmail(tx, email)
    const id = newId('reg')
    const expiresAt = new Date(now.getTime() + LIFETIME_MS)
    await insertRegistration(tx, {
      id,
      tokenHash: hashOf(token),
      email,
      displayName,
      passwordHash,
      createdAt: now,
      expiresAt,
    })
    const message = known ? knownMessage(links.signIn) : confirmMessage(displayName, links.confirm(token))
    await mailer.send(tx, { to: email, kind: 'registration', ...message })
  })
}

/** What the link is for; undefined where it is nobody's, used or too old. */
export async function readRegistration(
  { db, clock }: Pick<RegisterDeps, 'db' | 'clock'>,
  token: string,
): Promise<Pick<Registration, 'email' | 'displayName'> | undefined> {
  const found = await findRegistration(db, hashOf(token))
  return found && found.expiresAt > clock.now() ? found : undefined
}

/**
 * Makes the account, its address proven. Whoever wished for it is who has the password: else somebody could wish with the
 * address of another, wait for a click, and own an account that looks like theirs. Undefined as above, and where the
 * address has got an account meanwhile.
 */
export async function confirmAccount(
  { db, clock }: Pick<RegisterDeps, 'db' | 'clock'>,
  token: string,
  password: string,
): Promise<{ email: string; made: boolean } | undefined> {
  const found = await findRegistration(db, hashOf(token))
  if (!found || found.expiresAt <= clock.now()) return undefined
  if (!(await fitsHash(password, found.passwordHash))) return { email: found.email, made: false }
  return transact(db, async (tx) => {
    const now = clock.now()
    const taken = await takeRegistration(tx, hashOf(token))
    if (!taken || taken.expiresAt <= now || (await findUserByEmail(tx, taken.email))) return undefined
    const { email, displayName, passwordHash } = taken
    await insertUser(tx, {
      id: newId('usr'),
      email,
      displayName,
      passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
    })
    return { email, made: true }
  })
}

function checkName(given: string): string {
  const name = given.trim()
  if (name.length === 0 || name.length > MAX_NAME || /\p{Cc}/u.test(name))
    fail('unacceptable', `A name has 1 to ${MAX_NAME} characters.`)
  return name
}

const confirmMessage = (name: string, link: string) => ({
  subject: 'Confirm your e-mail address',
  text: [
    `${name},`,
    '',
    'somebody asked for a Veritrace account with this address. If it was you, confirm it within 24 hours at',
    '',
    link,
    '',
    'If it was not you, do nothing: without this link there is no account.',
  ].join('\n'),
})

/** Only who reads this mailbox learns that there is an account. */
const knownMessage = (signIn: string) => ({
  subject: 'You already have an account',
  text: [
    'Somebody asked for a Veritrace account with this address. You already have one. Sign in at',
    '',
    signIn,
    '',
    'If it was not you, there is nothing to do: nothing has changed.',
  ].join('\n'),
})
