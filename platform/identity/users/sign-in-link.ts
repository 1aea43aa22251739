// The second step of a sign-in when the password alone must not be answered: an emailed link, which works once, in the
// browser where the password was entered.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newId } from '../../ids.ts'
import type { Jobs } from '../../jobs/job.ts'
import { hashOf } from '../secrets.ts'
import { SEND_LINK } from './sign-in-link-jobs.ts'
import { findLinkUser, insertLink, takeLinkUser } from './sign-in-link-store.ts'
import { findUser, type User } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
}

export const LINK_MINUTES = 15

/** Does the same work whether or not the password was right; a job later checks whether there is someone to email. */
export function requestLink(
  { db, clock, jobs }: Deps & { jobs: Pick<Jobs, 'add'> },
  { uid, userId, ip }: { uid: string; userId: string | undefined; ip: string | undefined },
): Promise<void> {
  return transact(db, async (tx) => {
    const now = clock.now()
    const id = newId('lnk')
    const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
    const row = { id, interactionUid: uid, userId: userId ?? null, ip: ip ?? '', createdAt: now, expiresAt }
    await insertLink(tx, { ...row, tokenHash: null })
    await jobs.add(tx, SEND_LINK, { id })
  })
}

/** The user of the link; undefined if it is unknown, used, replaced or too old. */
export async function readLink({ db, clock }: Deps, uid: string | null, token: string): Promise<User | undefined> {
  return alive(db, await findLinkUser(db, uid, hashOf(token), clock.now()))
}

/** Consumes the link; the same result for exactly one caller. */
export function useLink({ db, clock }: Deps, uid: string | null, token: string): Promise<User | undefined> {
  return transact(db, async (tx) => alive(tx, await takeLinkUser(tx, uid, hashOf(token), clock.now())))
}

async function alive(db: Db, userId: string | undefined): Promise<User | undefined> {
  const user = userId ? await findUser(db, userId) : undefined
  return user?.disabledAt ? undefined : user
}
