// Records an event: one call writes the audit entry and the outbox message, and notifies followers after the commit.

import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'
import { newId } from '../ids.ts'
import type { Doorbell } from './doorbell.ts'
import type { AuditEntry, EventInput } from './event.ts'
import { hashEntry } from './hash.ts'
import { cleanText, cleanValue, maskChanges } from './mask.ts'
import type { OutboxPayload } from './outbox-store.ts'
import { insertEntry, takeSequence } from './store.ts'

const MAX_USER_AGENT = 500

/** Call it last: until the commit, other transactions of the tenant that record an event must wait. */
export async function recordEvent(
  { clock, doorbell }: { clock: Clock; doorbell: Doorbell },
  tx: Db,
  caller: Caller,
  event: EventInput,
): Promise<void> {
  if (!tx.isTransaction) throw new Error('Record an event in the transaction of the change that it describes.')
  const { occurred_at, ...place } = await takeSequence(tx, caller.tenant, clock.now())
  const open = { ...describe(caller, event), ...place, id: newId('aud'), occurred_at: occurred_at.toISOString() }
  const entry: AuditEntry = { ...open, hash: hashEntry(caller.tenant, open) }
  await insertEntry(tx, caller.tenant, entry, messageOf(entry, event))
  afterCommit(tx, () => doorbell.ring('events', caller.tenant))
}

type Described = Omit<AuditEntry, 'id' | 'sequence' | 'occurred_at' | 'prev_hash' | 'hash'>

const describe = (caller: Caller, event: EventInput): Described => ({
  actor: cleanValue({
    ...caller.actor,
    ...(caller.ip && { ip: caller.ip }),
    ...(caller.userAgent && { user_agent: caller.userAgent.slice(0, MAX_USER_AGENT) }),
  }),
  action: cleanText(event.action),
  resource: cleanValue({ type: event.resource.type, id: event.resource.id, label: event.resource.label }),
  outcome: event.outcome ?? 'success',
  reason: event.reason === undefined ? null : cleanText(event.reason),
  changes: maskChanges(event.changes ?? []),
  request_id: cleanText(caller.requestId),
})

/** Consumers send it to third parties, so it omits the IP address and the browser of the actor. */
const messageOf = (entry: AuditEntry, event: EventInput): OutboxPayload => ({
  entry_id: entry.id,
  sequence: entry.sequence,
  occurred_at: entry.occurred_at,
  actor: { type: entry.actor.type, id: entry.actor.id, label: entry.actor.label },
  resource: entry.resource,
  outcome: entry.outcome,
  data: cleanValue(event.data ?? {}),
})
