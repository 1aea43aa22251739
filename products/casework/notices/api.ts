// A live stream of changes in casework.
import { notices } from '@veritrace/contract/casework/notices'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { AuditEntry } from '@veritrace/platform/events/event'
import type { ServerEvent } from '@veritrace/platform/http/sse'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'

/** The resource types of casework. */
const RESOURCE_TYPES = [
  'project',
  'evidence',
  'pack',
  'plan_version',
  'job',
  'case',
  'case_plan',
  'generation',
  'asset',
  'plan_webhook',
  'decision',
]

export const noticesApi = ({ events }: Pick<Casework, 'events'>) =>
  implement(notices, {
    follow: ({ headers, signal }, caller) => followNotices(events, caller, headers['last-event-id'], signal),
  })

/** Takes the start position before the response begins, so a connected client misses nothing from then on. */
export async function followNotices(
  events: Casework['events'],
  { tenant }: Pick<Caller, 'tenant'>,
  last: string | string[] | undefined,
  signal: AbortSignal,
): Promise<AsyncIterable<ServerEvent>> {
  if (last !== undefined && !/^\d{1,15}$/.test(String(last)))
    fail('bad_request', 'Last-Event-ID is not an id of this stream.')
  const afterSequence = last === undefined ? await events.headOf(tenant) : Number(last)
  return asNotices(events.follow(tenant, { afterSequence, signal }))
}

async function* asNotices(entries: AsyncIterable<AuditEntry>): AsyncGenerator<ServerEvent> {
  for await (const { sequence, action, resource, actor, occurred_at } of entries)
    if (RESOURCE_TYPES.includes(resource.type))
      yield {
        id: String(sequence),
        event: 'notice',
        data: { action, resource, actor: { type: actor.type, id: actor.id, label: actor.label }, occurred_at },
      }
}
