// The preferences as the API shows them, with what is known about the email address.
import type { NotificationPreferences } from '@veritrace/contract/provenance/notifications'
import type { Caller } from '@veritrace/platform/caller'
import { iso } from '@veritrace/platform/clock'
import { findMember } from '@veritrace/platform/identity/tenancy/store'
import { findUser } from '@veritrace/platform/identity/users/store'
import { findSuppression } from '@veritrace/platform/outside/store'
import type { Provenance } from '../deps.ts'
import { findLinkHint } from './people-store.ts'
import { DEFAULTS, type Settings } from './rules.ts'

export async function viewPreferences(
  { db }: Pick<Provenance, 'db'>,
  caller: Caller,
  row: { settings: Settings; version: number } = { settings: DEFAULTS, version: 0 },
): Promise<NotificationPreferences> {
  const { settings, version } = row
  const address = (await findMember(db, caller.tenant, caller.actor.id))?.email ?? null
  const user = address === null ? undefined : await findUser(db, caller.actor.id)
  const suppressed = address === null ? undefined : await findSuppression(db, address)
  const link = await findLinkHint(db, caller.tenant, caller.actor.id)
  // Users of an external identity provider have no row here, so we do not know whether their address was verified.
  const verifiedAt = user?.email.toLowerCase() === address?.toLowerCase() ? user?.emailVerifiedAt : null
  return {
    ...settings,
    channels: {
      ...settings.channels,
      email: { ...settings.channels.email, address, verified_at: iso(verifiedAt ?? null) },
    },
    topics: { ...settings.topics, security: { enabled: true, locked: true } },
    unsubscribe_token_hint: link?.token_hint ?? null,
    suppressed: suppressed ? { reason: suppressed.reason, at: suppressed.at.toISOString() } : null,
    version,
  }
}
