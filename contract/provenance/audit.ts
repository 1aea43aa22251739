// What happened in a workspace, told live.
import { endpoint } from '../endpoint.ts'
import { eventStream } from '../media.ts'

export const audit = {
  stream: endpoint('GET /app/notifications/stream', {
    summary: 'Audit entries of your workspace as they happen',
    description:
      'Events named `audit` whose data is the entry as JSON, and whose id is its sequence. `Last-Event-ID` goes on after that entry. A comment line comes every 15 seconds.',
    auth: 'session',
    unresolved: 'customer_not_resolved',
    ok: eventStream('Server-sent events named `audit`; `reset` when the id to resume from is not known'),
    errors: ['customer_not_resolved', 'bad_request'],
  }),
}
