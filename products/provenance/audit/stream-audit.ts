// Audit entries as server-sent events. The event id is the entry's sequence, so a client can resume on any replica.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { AuditEntry } from '@veritrace/platform/events/event'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import type { Provenance } from '../deps.ts'
import { endsAccess } from './rules.ts'

export async function streamAudit(
  { events }: Pick<Provenance, 'events'>,
  caller: Caller,
  lastEventId: string | string[] | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<ServerEvent>> {
  // Read before the response begins, so that a connected client misses nothing from then on.
  const head = await events.headOf(caller.tenant)
  const asked = lastEventId === undefined ? head : sequenceOf(String(lastEventId))
  const entries = events.follow(caller.tenant, { signal, afterSequence: Math.min(asked, head) })
  // The id belongs to another log, or the log was restored since: the client must start over.
  const reset = asked > head ? { id: String(head), event: 'reset', data: {} } : undefined
  return toEvents(entries, caller, reset)
}

const sequenceOf = (id: string): number =>
  /^\d{1,15}$/.test(id) ? Number(id) : fail('bad_request', 'Last-Event-ID is not an id of this stream.')

/** Not a generator: there are thousands of streams, and a generator costs two more promises per step. */
function toEvents(
  entries: ReturnType<Provenance['events']['follow']>,
  caller: Caller,
  first?: ServerEvent,
): AsyncIterable<ServerEvent> {
  return {
    [Symbol.asyncIterator]() {
      const source = entries[Symbol.asyncIterator]()
      let isOver = false
      let begin = first
      const end = async (): Promise<IteratorResult<ServerEvent>> => {
        await source.return?.()
        return { done: true, value: undefined }
      }
      return {
        async next() {
          if (isOver) return end()
          if (begin) {
            const value = begin
            begin = undefined
            return { done: false, value }
          }
          const { done, value } = await source.next()
          if (done) return { done, value: undefined }
          isOver = endsAccess(value, caller)
          return { done: false, value: eventOf(value) }
        },
        return: end,
      }
    },
  }
}

/** One event per entry, shared by all streams of a tenant. */
const eventByEntry = new WeakMap<AuditEntry, ServerEvent>()
function eventOf(entry: AuditEntry): ServerEvent {
  const event = eventByEntry.get(entry) ?? { id: String(entry.sequence), event: 'audit', data: entry }
  eventByEntry.set(entry, event)
  return event
}
