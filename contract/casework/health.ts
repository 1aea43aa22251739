// Health of casework. This endpoint does not require credentials.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, oneOf } from '../wire.ts'

export type CaseworkHealth = Static<typeof CaseworkHealth>
export const CaseworkHealth = named(
  'CaseworkHealth',
  t.Object({
    status: oneOf(['ok', 'degraded', 'down'], {
      description:
        '`down`: the database does not answer. `degraded`: another dependency does not answer, but reads work',
    }),
    version: t.String(),
    dependencies: t.Record(t.String(), t.Object({ status: oneOf(['ok', 'down']), latency_ms: t.Integer() })),
  }),
)

export const caseworkHealth = {
  read: endpoint('GET /health', {
    summary: 'Get the health of casework: 200 for ok and degraded, 503 for down',
    auth: 'public',
    ok: CaseworkHealth,
    errors: ['unavailable'],
  }),
}
