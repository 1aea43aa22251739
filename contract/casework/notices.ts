// A live stream of changes in casework.
import { endpoint } from '../endpoint.ts'
import { eventStream } from '../media.ts'

export const notices = {
  follow: endpoint('GET /notices', {
    summary: 'Stream changes of projects, cases, plans and packs of the tenant',
    description:
      'The id of an event is its position in the audit log. Send Last-Event-ID to continue after that event.',
    auth: 'bearer',
    headers: { 'Last-Event-ID': 'The last event you received' },
    ok: eventStream('`notice`: {action, resource: {type, id, label}, actor, occurred_at}'),
  }),
}
