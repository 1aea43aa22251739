// Sign-up: a request, an emailed link, and the account. The response does not reveal whether an email address already
// has an account; only the email to its owner does.
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
/** Maximum number of emails per address and hour. */
const MAILS_PER_HOUR = 5
const MAX_NAME = 120

/** Rejects invalid input (422). `links` builds the URLs in the email. */
export async function requestAccount(
  { db, clock, mailer }: RegisterDeps,
  wish: Wish,
  links: { confirm: (token: string) => string; signIn: string },
): Promise<void> {
  const email = checkEmail(wish.email)
  const displayName = checkName(wish.displayName)
  checkPassword(wish.password)
  // Hashed even if there is no need, so that the time reveals nothing.
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

/** The registration behind the link; undefined if it is unknown, used or too old. */
export async function readRegistration(
  { db, clock }: Pick<RegisterDeps, 'db' | 'clock'>,
  token: string,
): Promise<Pick<Registration, 'email' | 'displayName'> | undefined> {
  const found = await findRegistration(db, hashOf(token))
  return found && found.expiresAt > clock.now() ? found : undefined
}

/**
 * Creates the account with a verified email address. The password proves that the same person signed up: otherwise
 * someone could sign up with another person's address, wait for a click, and own an account in their name. Undefined as
 * above, or if the address has an account by now.
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
  subject: 'Confirm your email address',
  text: [
    `${name},`,
    '',
    'someone asked for a Veritrace account with this email address. If it was you, confirm it within 24 hours at',
    '',
    link,
    '',
    'If it was not you, you can ignore this email: without the link no account is created.',
  ].join('\n'),
})

/** Sent only to the mailbox, so that no one else learns that there is an account. */
const knownMessage = (signIn: string) => ({
  subject: 'You already have an account',
  text: [
    'Someone tried to create a Veritrace account with this email address, but you already have one. Sign in at',
    '',
    signIn,
    '',
    'If it was not you, you can ignore this email: nothing has changed.',
  ].join('\n'),
})
