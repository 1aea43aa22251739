// A new password in place of the old one: with the old one ends all that was opened with it, and its owner is told.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Events } from '../../events/event.ts'
import type { Mailer } from '../../outside/mailer.ts'
import type { Visitor } from '../caller.ts'
import { endRecordsOfAccount } from '../provider/store.ts'
import { markSessionsRevoked } from '../sessions/store.ts'
import { callerFor } from '../tenancy/person.ts'
import { findMembership, listTenantsOf } from '../tenancy/store.ts'
import { forgetGuesses } from './guess-store.ts'
import { deleteResetsOf } from './reset-store.ts'
import { deleteLinksOf } from './sign-in-link-store.ts'
import { type User, updatePassword } from './store.ts'

export interface ReplaceDeps {
  clock: Clock
  events: Events
  mailer: Pick<Mailer, 'send'>
  /** The page to ask for a new password, named in the letter. */
  resetAt: string
}
export interface Replacement {
  passwordHash: string
  action: 'user.reset_password' | 'user.change_password'
  /** The session that the person is using at this moment. */
  keepSession?: string
}

/** Longer than any access token lives, with what verifiers forgive. */
const REVOKED_FOR_MS = 3_600_000

/** Locks and links end too; the letter goes out with the commit. */
export async function replacePassword(
  { clock, events, mailer, resetAt }: ReplaceDeps,
  tx: Db,
  visitor: Visitor,
  user: User,
  { passwordHash, action, keepSession }: Replacement,
): Promise<void> {
  const now = clock.now()
  await updatePassword(tx, user.id, passwordHash, now)
  await forgetGuesses(tx, user.email)
  await deleteResetsOf(tx, user.id)
  await deleteLinksOf(tx, user.id)
  await endRecordsOfAccount(tx, user.id, new Date(now.getTime() + REVOKED_FOR_MS))
  const tenants = (await listTenantsOf(tx, user.id)).map(({ id }) => id).sort()
  const ended: { tenant: string; id: string }[] = []
  for (const tenant of tenants)
    for (const id of await markSessionsRevoked(tx, tenant, user.id, now, keepSession)) ended.push({ tenant, id })
  const message = changedMessage(user, action, now, resetAt)
  await mailer.send(tx, { to: user.email, kind: 'password-changed', ...message })
  // By tenant, as others do who record for several: so nobody waits for each other.
  for (const tenant of tenants) {
    const membership = await findMembership(tx, user.id, tenant)
    if (!membership) continue
    const caller = callerFor(visitor, user, membership)
    const { label } = caller.actor
    for (const { id } of ended.filter((session) => session.tenant === tenant))
      await events.record(tx, caller, { action: 'session.revoke', resource: { type: 'session', id, label } })
    await events.record(tx, caller, { action, resource: { type: 'user', id: user.id, label } })
  }
}

/** `2026-11-15 14:32 UTC`, the same for readers everywhere. */
export const minuteOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const HOW = {
  'user.reset_password': 'with a link that was mailed to this address',
  'user.change_password': 'by someone who was signed in and knew the old one',
}

const changedMessage = ({ displayName }: User, action: Replacement['action'], at: Date, resetAt: string) => ({
  subject: 'Your password was changed',
  text: [
    `${displayName},`,
    '',
    `the password of your Veritrace account was changed at ${minuteOf(at)}, ${HOW[action]}. Everybody who was signed in with the old one was signed out.`,
    '',
    'If it was you, there is nothing to do. If it was not, make sure that nobody else reads this mailbox, then set a new password at',
    '',
    resetAt,
    '',
    'and look through the personal tokens and keys of your workspaces: they stay as they are.',
  ].join('\n'),
})
