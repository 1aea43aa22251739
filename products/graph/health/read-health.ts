// Checks all dependencies in parallel and caches the result briefly, because callers need no credentials and must not
// be able to overload the server.
import { contract } from '@veritrace/contract'
import type { Dependency, GraphHealth } from '@veritrace/contract/graph/health'
import type { Clock } from '@veritrace/platform/clock'
import type { Log } from '@veritrace/platform/log'
import { openReadiness } from '@veritrace/platform/operation/health'

/** Each check throws if its dependency is unavailable. */
export type HealthChecks = Readonly<Record<Dependency, () => Promise<unknown>>>

const LIMIT_MS = 1_000
const CACHED_MS = 1_000

export function openHealth(
  checks: HealthChecks,
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<GraphHealth> {
  const parts = Object.entries(checks).map(([name, check]) => ({
    name,
    check: async () => {
      await check()
    },
    // Statements can still be stored without the others.
    ...(name !== 'database' && { optional: true as const }),
  }))
  const readiness = openReadiness(parts, log, LIMIT_MS)
  let cached: { at: number; health: GraphHealth } | undefined

  return async () => {
    const age = clock.now().getTime() - (cached?.at ?? 0)
    if (cached && age >= 0 && age < CACHED_MS) return cached.health
    const { status, checks: found } = await readiness()
    const dependencies = Object.fromEntries(
      Object.entries(found).map(([name, { status: one, latency_ms }]) => [
        name,
        { status: one === 'ok' ? 'ok' : 'down', latencyMs: latency_ms },
      ]),
    ) as GraphHealth['dependencies']
    const health = { status, version: contract.graph.version, dependencies }
    cached = { at: clock.now().getTime(), health }
    return health
  }
}
