// Whether the graph can do its work. The one endpoint that asks for no credentials.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { named, oneOf } from '../wire.ts'

export const DEPENDENCIES = ['database', 'engine', 'search', 'queue'] as const
export type Dependency = (typeof DEPENDENCIES)[number]

const DependencyHealth = named('DependencyHealth', t.Object({ status: oneOf(['ok', 'down']), latencyMs: t.Integer() }))

export type GraphHealth = Static<typeof GraphHealth>
export const GraphHealth = named(
  'GraphHealth',
  t.Object({
    status: oneOf(['ok', 'degraded', 'down'], {
      description: 'down: the database does not answer. degraded: something else does not',
    }),
    version: t.String(),
    dependencies: t.Object({
      database: DependencyHealth,
      engine: DependencyHealth,
      search: DependencyHealth,
      queue: DependencyHealth,
    }),
  }),
)

export const health = {
  read: endpoint('GET /health', {
    summary: 'Whether the graph can do its work: 200 for ok and degraded, 503 for down',
    description:
      'Every part is really asked, at most once a second for all who want to know, and for a second at most.',
    auth: 'public',
    unmetered: true,
    ok: GraphHealth,
    errors: ['unavailable'],
  }),
}
