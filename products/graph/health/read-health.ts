// Asks all parts at once and keeps the answer for a moment: who asks needs no credentials, and must not be able to load
// the server by asking.
import { contract } from '@veritrace/contract'
import type { Dependency, GraphHealth } from '@veritrace/contract/graph/health'
import type { Clock } from '@veritrace/platform/clock'
import type { Log } from '@veritrace/platform/log'
import { openReadiness } from '@veritrace/platform/operation/health'

/** Each throws when its part cannot be used. */
export type HealthChecks = Readonly<Record<Dependency, () => Promise<unknown>>>

const LIMIT_MS = 1_000
const KEPT_MS = 1_000

export function openHealth(
  checks: HealthChecks,
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<GraphHealth> {
  const parts = Object.entries(checks).map(([name, check]) => ({
    name,
    check: async () => {
      await check()
    },
    // Without the others statements are still kept.
    ...(name !== 'database' && { optional: true as const }),
  }))
  const readiness = openReadiness(parts, log, LIMIT_MS)
  let kept: { at: number; health: GraphHealth } | undefined

  return async () => {
    const age = clock.now().getTime() - (kept?.at ?? 0)
    if (kept && age >= 0 && age < KEPT_MS) return kept.health
    const { status, checks: found } = await readiness()
    const dependencies = Object.fromEntries(
      Object.entries(found).map(([name, { status: one, latency_ms }]) => [
        name,
        { status: one === 'ok' ? 'ok' : 'down', latencyMs: latency_ms },
      ]),
    ) as GraphHealth['dependencies']
    const health = { status, version: contract.graph.version, dependencies }
    kept = { at: clock.now().getTime(), health }
    return health
  }
}
