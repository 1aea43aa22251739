// Replaces a password: ends everything that was opened with the old one, and notifies the account's owner.

import type { Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Events } from '../../events/event.ts'
import type { Mailer } from '../../outside/mailer.ts'
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
  /** The page for a forgotten password, linked in the email. */
  resetAt: string
}
export interface Replacement {
  passwordHash: string
  action: 'user.reset_password' | 'user.change_password'
  /** The session that the person is using now. */
  keepSession?: string
}

/** Longer than any access token is valid, including clock tolerance. */
const REVOKED_FOR_MS = 3_600_000

/** Also clears locks and links. The email is sent with the commit. */
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
  // Ordered by tenant, like other writers of several logs, so that they cannot deadlock.
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
  'user.reset_password': 'with a link that was sent to this email address',
  'user.change_password': 'by someone who was signed in and knew the old password',
}

const changedMessage = ({ displayName }: User, action: Replacement['action'], at: Date, resetAt: string) => ({
  subject: 'Your password was changed',
  text: [
    `${displayName},`,
    '',
    `the password of your Veritrace account was changed at ${minuteOf(at)}, ${HOW[action]}. All sessions that used the old password were signed out.`,
    '',
    'If it was you, there is nothing to do. If it was not, make sure that no one else can read this mailbox, then set a new password at',
    '',
    resetAt,
    '',
    'and check the personal tokens and keys of your workspaces: they are still valid.',
  ].join('\n'),
})
