// The health of the graph. The only endpoint without credentials.
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
      description: 'down: the database is unavailable. degraded: another dependency is unavailable',
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
    summary: 'Get the health of the graph: 200 for ok and degraded, 503 for down',
    description:
      'Checks every dependency with a timeout of one second. Results are cached for one second and shared by all callers.',
    auth: 'public',
    unmetered: true,
    ok: GraphHealth,
    errors: ['unavailable'],
  }),
}
