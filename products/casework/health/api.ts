// Health: the endpoint of contract/casework/health.ts.
import { contract } from '@veritrace/contract'
import { type CaseworkHealth, caseworkHealth } from '@veritrace/contract/casework/health'
import { answer } from '@veritrace/platform/http/answer'
import { implement } from '@veritrace/platform/http/implement'
import { openReadiness } from '@veritrace/platform/operation/health'
import type { Casework } from '../deps.ts'
import { PARSE } from '../evidence/parse-job.ts'
import { askDatabase } from './store.ts'

const LIMIT_MS = 1_000
const CACHED_MS = 1_000

/** Each check throws if its part is unusable. The graph is optional, because reads only need the tables. */
export function healthApi({ db, jobs, clock, log }: Casework, graph?: () => Promise<unknown>) {
  const checks = [
    { name: 'database', check: async () => void (await askDatabase(db)) },
    { name: 'queue', check: async () => void (await jobs.deadLetters(PARSE)), optional: true as const },
    ...(graph ? [{ name: 'graph', check: async () => void (await graph()), optional: true as const }] : []),
  ]
  const readiness = openReadiness(checks, log, LIMIT_MS)
  let cached: { at: number; health: CaseworkHealth } | undefined
  return implement(caseworkHealth, {
    read: async () => {
      const now = clock.now().getTime()
      // Callers need no credentials, so cache the result to protect the server from load.
      if (!cached || now - cached.at >= CACHED_MS || now < cached.at) cached = { at: now, health: await look() }
      const { health } = cached
      return answer(health, {
        status: health.status === 'down' ? 503 : 200,
        headers: { 'cache-control': 'no-store' },
      })
    },
  })

  async function look(): Promise<CaseworkHealth> {
    const { status, checks: found } = await readiness()
    const dependencies = Object.fromEntries(
      Object.entries(found).map(([name, one]) => [
        name,
        { status: one.status === 'ok' ? ('ok' as const) : ('down' as const), latency_ms: one.latency_ms },
      ]),
    )
    return { status, version: contract.casework.version, dependencies }
  }
}
