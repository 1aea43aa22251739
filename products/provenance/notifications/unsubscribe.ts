// The holder of an unsubscribe link can turn off its recipient's emails, and nothing else.

import { systemCaller, type Visitor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { hashOf } from '@veritrace/platform/identity/secrets'
import type { Provenance } from '../deps.ts'
import { findLink, findPerson, type Person } from './people-store.ts'
import { replanNotices } from './replan-notices.ts'
import { applyPatch, DEFAULTS } from './rules.ts'
import { lockPreferences, updatePreferencesRow } from './store.ts'
import { isToken } from './unsubscribe-token.ts'

/** Undefined for an invalid link, and for a person who is no longer a member. */
export async function findReader({ db }: Pick<Provenance, 'db'>, token: string): Promise<Person | undefined> {
  const link = isToken(token) ? await findLink(db, hashOf(token)) : undefined
  return link && findPerson(db, link.tenant_id, link.user_id)
}

/** Repeating the call changes nothing. */
export function unsubscribe(
  { db, events, clock }: Pick<Provenance, 'db' | 'events' | 'clock'>,
  visitor: Visitor,
  token: string,
): Promise<Person | undefined> {
  return transact(db, async (tx) => {
    const link = isToken(token) ? await findLink(tx, hashOf(token)) : undefined
    const person = link && (await findPerson(tx, link.tenant_id, link.user_id))
    if (!link || !person) return undefined
    const { tenant_id, user_id } = link
    const now = clock.now()
    const before = await lockPreferences(tx, tenant_id, user_id, DEFAULTS, now)
    if (!before.settings.channels.email.enabled) return person
    const settings = applyPatch(before.settings, { channels: { email: { enabled: false } } })
    await updatePreferencesRow(tx, tenant_id, user_id, settings, now)
    await replanNotices(tx, link, settings, now)
    // The link only proves that someone reads this mailbox, so the actor is the system, not a user.
    const actor = { type: 'system', id: 'unsubscribe', label: `Link in an email to ${person.email}` } as const
    await events.record(
      tx,
      { ...systemCaller(tenant_id, link.customer_id), ...visitor, actor },
      {
        action: 'notification_preferences.update',
        resource: { type: 'notification_preferences', id: user_id, label: person.display_name },
        changes: [{ field: 'channels.email.enabled', from: true, to: false }],
      },
    )
    return person
  })
}
