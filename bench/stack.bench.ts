// The overhead of our whole stack: authentication, limits, validation, headers, metering and logs.

import type { Bench } from './benches.ts'
import { type Comparison, compare, httpTarget, startPeer } from './measure.ts'

export const stackBench: Bench = {
  name: 'stack',
  run: async ({ databaseUrl }) => {
    const [bare, ours] = [
      await startPeer('./bare-http.ts'),
      await startPeer('./stack-server.ts', { DATABASE_URL: databaseUrl }),
    ]
    const headers = { authorization: `Bearer ${ours.facts.token}` }
    try {
      const empty = await compare(httpTarget(bare.facts.url!), httpTarget(`${ours.facts.url}/bench/empty`, headers))
      const driver = `${ours.facts.url}/bench/driver`
      const query = await compare(
        { round: (seconds) => driverRate(driver, seconds, headers) },
        httpTarget(`${ours.facts.url}/bench/query`, headers),
      )
      return [
        { what: 'empty authenticated GET / bare node:http', ...rowOf(empty), target: 0.3 },
        { what: 'GET with one indexed query / the query through the driver', ...rowOf(query), target: 0.5 },
      ]
    } finally {
      await Promise.all([bare.stop(), ours.stop()])
    }
  },
}

/** The server runs the query in a loop, 20 at a time, and reports how many it completed. */
async function driverRate(url: string, seconds: number, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${url}?seconds=${seconds}`, { headers })
  const { rate } = (await response.json()) as { rate: number }
  return rate
}

const rowOf = ({ ratio, ours, floor }: Comparison): { ratio: number; detail: string } => ({
  ratio,
  detail: `${Math.round(ours)}/s against ${Math.round(floor)}/s`,
})
