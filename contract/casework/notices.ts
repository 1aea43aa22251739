// What happens in casework, as it happens.
import { endpoint } from '../endpoint.ts'
import { eventStream } from '../media.ts'

export const notices = {
  follow: endpoint('GET /notices', {
    summary: 'Changes of projects, cases, plans and packs of the tenant, as they are committed',
    description: 'The id of an event is its place in the audit log; Last-Event-ID goes on after it.',
    auth: 'bearer',
    headers: { 'Last-Event-ID': 'The last event that was received' },
    ok: eventStream('`notice`: {action, resource: {type, id, label}, actor, occurred_at}'),
  }),
}
