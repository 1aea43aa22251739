// Audit entries as server-sent events. The id is the entry's sequence, so that a client that comes back on any
// replica goes on where it stopped.
import { fail } from '@veritrace/platform/errors'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import { endsAccess } from './rules.ts'

export function streamAudit(
  { events }: Pick<Provenance, 'events'>,
  caller: Caller,
  lastEventId: string | string[] | undefined,
  signal: AbortSignal,
): AsyncIterable<ServerEvent> {
  const afterSequence = lastEventId === undefined ? undefined : sequenceOf(String(lastEventId))
  const entries = events.follow(caller.tenant, { signal, ...(afterSequence !== undefined && { afterSequence }) })
  return toEvents(entries, caller)
}

const sequenceOf = (id: string): number =>
  /^\d{1,15}$/.test(id) ? Number(id) : fail('bad_request', 'Last-Event-ID is not an id of this stream.')

async function* toEvents(
  entries: ReturnType<Provenance['events']['follow']>,
  caller: Caller,
): AsyncGenerator<ServerEvent> {
  for await (const entry of entries) {
    yield { id: String(entry.sequence), event: 'audit', data: entry }
    if (endsAccess(entry, caller)) return
  }
}
