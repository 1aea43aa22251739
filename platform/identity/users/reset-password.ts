// Password reset: a request, an emailed link, and a new password. The response does not reveal whether an email address
// has an account: every request is stored, and a job later checks for an account.

import type { Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newId } from '../../ids.ts'
import type { Jobs } from '../../jobs/job.ts'
import { hashOf } from '../secrets.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type ReplaceDeps, replacePassword } from './replace-password.ts'
import { SEND_RESET } from './reset-jobs.ts'
import { countResets, findResetUser, insertReset, takeResetUser } from './reset-store.ts'
import { findUser, updateEmailVerified } from './store.ts'
import { checkEmail } from './users.ts'

export interface ResetDeps extends ReplaceDeps {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'add'>
}

const MINUTE_MS = 60_000
export const RESET_MINUTES = 30
/** Maximum number of emails per address and hour. */
const REQUESTS_PER_HOUR = 5

/** Rejects an invalid address (422). Returns false after too many requests, whether or not there is an account. */
export async function requestReset(
  { db, clock, jobs }: Pick<ResetDeps, 'db' | 'clock' | 'jobs'>,
  given: string,
  interactionUid: string | undefined,
): Promise<boolean> {
  const email = checkEmail(given).toLowerCase()
  return transact(db, async (tx) => {
    const now = clock.now()
    const since = new Date(now.getTime() - 60 * MINUTE_MS)
    if ((await countResets(tx, email, since)) >= REQUESTS_PER_HOUR) return false
    const id = newId('rst')
    const expiresAt = new Date(now.getTime() + RESET_MINUTES * MINUTE_MS)
    await insertReset(tx, { id, email, interactionUid: interactionUid ?? null, createdAt: now, expiresAt })
    await jobs.add(tx, SEND_RESET, { id })
    return true
  })
}

/** The email address whose password the link sets; undefined if the link is unknown, used, replaced or too old. */
export async function readReset(
  { db, clock }: Pick<ResetDeps, 'db' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const userId = await findResetUser(db, hashOf(token), clock.now())
  const user = userId ? await findUser(db, userId) : undefined
  return user?.disabledAt ? undefined : user?.email
}

/** Sets the password and ends everything opened with the old one (422 for a weak one); false as above. */
export async function resetPassword(
  deps: ResetDeps,
  visitor: Visitor,
  token: string,
  password: string,
): Promise<boolean> {
  if (!(await readReset(deps, token))) return false
  checkPassword(password)
  const passwordHash = await hashPassword(password)
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const userId = await takeResetUser(tx, hashOf(token), now)
    const user = userId ? await findUser(tx, userId) : undefined
    if (!user || user.disabledAt) return false
    // Using the link proves access to the mailbox.
    await updateEmailVerified(tx, user.id, now)
    await replacePassword(deps, tx, visitor, user, { passwordHash, action: 'user.reset_password' })
    return true
  })
}
