// Streams the events of a case as they are committed. A client that reconnects sends its last event id and misses none.
import { fail } from '@veritrace/platform/errors'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import type { Casework } from '../deps.ts'
import { listEvents } from './record-store.ts'
import type { CaseRow } from './tables.ts'
import { viewEvent } from './view-records.ts'

export const wantsEvents = (accept: string | string[] | undefined): boolean =>
  String(accept ?? '')
    .split(',')
    .some((type) => type.split(';')[0]!.trim().toLowerCase() === 'text/event-stream')

/** The number in Last-Event-ID, or else the one in the query; undefined, so no past events, if neither is given. */
export function followAfter(last: string | string[] | undefined, after: number | undefined): number | undefined {
  if (last === undefined) return after
  if (!/^\d{1,9}$/.test(String(last))) fail('bad_request', 'Last-Event-ID is not an id of this stream.')
  return Number(last)
}

const AT_ONCE = 500

export async function* followEvents(
  { db, events }: Pick<Casework, 'db' | 'events'>,
  theCase: CaseRow,
  asked: { after: number; type?: string; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const scope = { tenant: theCase.tenant_id, workspace: theCase.workspace_id }
  let after = asked.after
  async function* news(): AsyncGenerator<ServerEvent> {
    for (;;) {
      const rows = await listEvents(db, scope, theCase.id, { after, limit: AT_ONCE })
      for (const row of rows) {
        after = row.seq
        if (asked.type === undefined || row.type === asked.type)
          yield { id: String(row.seq), event: row.type, data: viewEvent(row) }
      }
      if (rows.length < AT_ONCE) return
    }
  }
  // Take the position before the first listing: events that are committed in between wake the loop.
  const afterSequence = await events.headOf(theCase.tenant_id)
  const updates = events.follow(theCase.tenant_id, { afterSequence, signal: asked.signal })[Symbol.asyncIterator]()
  let pending = updates.next()
  try {
    yield* news()
    for (;;) {
      const { value, done } = await pending
      if (done) return
      pending = updates.next()
      if (value.resource.type === 'case' && value.resource.id === theCase.id) yield* news()
    }
  } finally {
    await updates.return?.()
  }
}
