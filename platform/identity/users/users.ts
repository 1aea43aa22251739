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
  /** Without one the person can only come in by an invitation or another provider. */
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
