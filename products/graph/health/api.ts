// Health: the endpoint of contract/graph/health.ts.
import { health } from '@veritrace/contract/graph/health'
import { answer } from '@veritrace/platform/answer'
import { implement } from '@veritrace/platform/implement'
import type { Graph } from '../deps.ts'
import { type HealthChecks, openHealth } from './read-health.ts'

export const healthApi = (deps: Graph, checks: HealthChecks) => {
  const read = openHealth(checks, deps)
  return implement(health, {
    read: async () => {
      const found = await read()
      const headers = { 'cache-control': 'no-store' }
      return answer(found, { status: found.status === 'down' ? 503 : 200, headers })
    },
  })
}
