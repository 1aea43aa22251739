// Accounts with a password: making one, and signing in with it.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { breaksUnique } from '../../db/failures.ts'
import { fail } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { clearAttempts, countAttempt, lockedUntil } from './attempts-store.ts'
import { checkPassword, fitsHash, hashPassword } from './passwords.ts'
import * as store from './store.ts'

export type { User } from './store.ts'
export { findUser, findUserByEmail } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
}
export interface Account {
  email: string
  displayName: string
  /** Without one the person can only come in by an invitation or another provider. */
  password?: string
  emailVerified?: boolean
}
export type SignIn = { result: 'ok'; userId: string } | { result: 'wrong' } | { result: 'locked'; until: Date }

/** The fifth wrong password for an address locks for one minute, each further one for twice as long, at most an hour. */
const ATTEMPTS = 5
const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u

export async function createUser({ db, clock }: Deps, account: Account): Promise<store.User> {
  const email = checkEmail(account.email)
  if (account.password !== undefined) checkPassword(account.password)
  const now = clock.now()
  const user = {
    id: newId('usr'),
    email,
    displayName: account.displayName.trim() || email,
    passwordHash: account.password === undefined ? null : await hashPassword(account.password),
    emailVerifiedAt: account.emailVerified ? now : null,
    createdAt: now,
  }
  try {
    await store.insertUser(db, user)
  } catch (error) {
    if (breaksUnique(error, 'users_by_email')) fail('email_taken', `There is an account for ${email} already.`)
    throw error
  }
  const { passwordHash: _, ...visible } = user
  return { ...visible, disabledAt: null }
}

/** The address as it is kept; refuses what is none. */
export function checkEmail(given: string): string {
  const email = given.trim()
  return EMAIL.test(email) ? email : fail('unacceptable', `“${email}” is not an e-mail address.`)
}

/** From now on the account cannot sign in or refresh a token; `undefined` lets it in again. */
export const disableUser = ({ db }: Pick<Deps, 'db'>, userId: string, at: Date | undefined): Promise<void> =>
  store.updateDisabled(db, userId, at ?? null)

/** An address without account is answered in the same way, by the same work: it can be locked too. */
export async function verifyPassword({ db, clock }: Deps, given: string, password: string): Promise<SignIn> {
  const email = isText(given) ? given.trim() : ''
  const allowed = await countAttempt(db, email, clock.now(), ATTEMPTS)
  const account = allowed ? await store.findCredentials(db, email) : undefined
  const fits = allowed && (await fitsHash(password, account?.passwordHash))
  if (fits && account && !account.disabledAt) {
    await clearAttempts(db, email)
    return { result: 'ok', userId: account.id }
  }
  // The attempt that locks says so at once.
  const until = await lockedUntil(db, email)
  return until && until > clock.now() ? { result: 'locked', until } : { result: 'wrong' }
}

/** PostgreSQL takes no NUL in text. */
const isText = (email: string): boolean => email.length <= 320 && !email.includes('\0')
