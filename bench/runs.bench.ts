// Runs over estates of three sizes through HTTP: the time per object must not grow with their number. Also reports how
// long other requests waited.
import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Run } from '@veritrace/contract/casework/runs'
import type { Bench } from './benches.ts'
import { startPeer } from './measure.ts'
import { call, load } from './readiness.bench.ts'

const SIZES = [1_250, 2_500, 5_000] as const
const ROUNDS = 3
/** The time per object may grow by 30%, because larger arrays fit the caches less well. */
const LINEAR = 1 / 1.3

type Facts = Record<string, string>

export const runsBench: Bench = {
  name: 'runs',
  run: async ({ databaseUrl }) => {
    const server = await startPeer('./casework-server.ts', { DATABASE_URL: databaseUrl })
    try {
      const cases: string[] = []
      for (const size of SIZES) cases.push(await openCase(server.facts, size))
      const best = SIZES.map(() => Number.POSITIVE_INFINITY)
      let waited = 0
      // Alternating, and the first round warms up the compiler.
      for (let round = 0; round <= ROUNDS; round++)
        for (const [at, size] of SIZES.entries()) {
          const { ms, longest } = await runOnce(server.facts, cases[at]!, size)
          if (round === 0) continue
          best[at] = Math.min(best[at]!, ms)
          waited = Math.max(waited, longest)
        }
      const [small, middle, large] = best.map((ms, at) => ms / SIZES[at]!) as [number, number, number]
      const times = SIZES.map((size, at) => `${best[at]!.toFixed(0)} ms for ${size} objects`).join(', ')
      const told = `${times}; other requests waited at most ${waited.toFixed(0)} ms`
      return [
        { what: 'a run, time per object at 1,250 / at 5,000', ratio: small / large, target: LINEAR, detail: told },
        {
          what: 'a run, time per object at 2,500 / at 5,000',
          ratio: middle / large,
          target: LINEAR,
          detail: told,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function openCase(facts: Facts, size: number): Promise<string> {
  const project_id = await load(facts, size)
  const body = { title: `Estate of ${size}`, project_id, scope: { selector: {} } }
  return (await call<{ id: string }>(facts, 'POST', '/cases', JSON.stringify(body))).id
}

/** The duration of the run in milliseconds, as it reports itself, and the longest wait of a small request. */
async function runOnce(facts: Facts, caseId: string, size: number): Promise<{ ms: number; longest: number }> {
  const begun = await call<Run>(facts, 'POST', `/cases/${caseId}/investigate`, JSON.stringify({ force: true }))
  const health = new URL('/healthz', facts.url).href
  let longest = 0
  for (let looked = 0; looked < 6_000; looked++) {
    const before = performance.now()
    await (await fetch(health)).arrayBuffer()
    longest = Math.max(longest, performance.now() - before)
    await setTimeout(20)
    if (looked % 10 !== 9) continue
    const { items } = await call<{ items: Run[] }>(facts, 'GET', `/cases/${caseId}/runs?limit=1`)
    const [run] = items
    if (!run?.finished_at || run.id !== begun.id) continue
    assert.deepEqual([run.state, run.outputs?.objects], ['succeeded', size], JSON.stringify(run.error))
    return { ms: Date.parse(run.finished_at) - Date.parse(run.started_at!), longest }
  }
  throw new Error('The run did not end within two minutes.')
}
