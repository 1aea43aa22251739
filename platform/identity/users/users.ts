// Accounts with a password.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { breaksUnique } from '../../db/failures.ts'
import { fail } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { checkPassword, hashPassword } from './passwords.ts'
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
  /** Without a password the person can only sign in by invitation or with another provider. */
  password?: string
  emailVerified?: boolean
}

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
    if (breaksUnique(error, 'users_by_email')) fail('email_taken', `There is already an account for ${email}.`)
    throw error
  }
  const { passwordHash: _, ...visible } = user
  return { ...visible, disabledAt: null }
}

/** The normalized email address; rejects an invalid one. */
export function checkEmail(given: string): string {
  const email = given.trim()
  return EMAIL.test(email) ? email : fail('unacceptable', `“${email}” is not an email address.`)
}

/** Prevents the account from signing in or refreshing a token; with `undefined` it can sign in again. */
export const disableUser = ({ db }: Pick<Deps, 'db'>, userId: string, at: Date | undefined): Promise<void> =>
  store.updateDisabled(db, userId, at ?? null)
