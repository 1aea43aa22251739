// By order of who runs the installation: forgets the wrong passwords for an account. They may go on, so there is also a
// link for its owner, which makes a browser one that they cannot hold up. Without the password it opens nothing.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newId, newSecret } from '../../ids.ts'
import { hashOf } from '../secrets.ts'
import { forgetGuesses } from './guess-store.ts'
import { insertLink } from './sign-in-link-store.ts'
import { findUserByEmail } from './store.ts'

const LINK_HOURS = 24

/** The token of that link; undefined if the address has no account that may sign in. */
export function unlockAccount(
  { db, clock }: { db: Db; clock: Clock },
  email: string,
): Promise<{ email: string; token: string } | undefined> {
  return transact(db, async (tx) => {
    const user = await findUserByEmail(tx, email.trim())
    if (!user || user.disabledAt) return undefined
    await forgetGuesses(tx, user.email)
    const token = newSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + LINK_HOURS * 3_600_000)
    const link = { id: newId('lnk'), interactionUid: null, userId: user.id, tokenHash: hashOf(token), ip: '' }
    await insertLink(tx, { ...link, createdAt, expiresAt })
    return { email: user.email, token }
  })
}
