// Unlocks an account for an operator by forgetting its wrong passwords. Because the attack may continue, the owner also
// gets a link that makes a browser a known one. Without the password the link is useless.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newId, newSecret } from '../../ids.ts'
import { hashOf } from '../secrets.ts'
import { forgetGuesses } from './guess-store.ts'
import { insertLink } from './sign-in-link-store.ts'
import { findUserByEmail } from './store.ts'

const LINK_HOURS = 24

/** Returns the token of that link; undefined if no active account has this email address. */
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
