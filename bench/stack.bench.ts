// What our whole stack costs: identity, limits, validation, headers, metering, logs.
import { compare, httpTarget, startPeer } from './measure.ts'
import type { Bench } from './run.ts'

export const stackBench: Bench = {
  name: 'stack',
  run: async ({ databaseUrl }) => {
    const [bare, ours] = [
      await startPeer('./bare-http.ts'),
      await startPeer('./stack-server.ts', { DATABASE_URL: databaseUrl }),
    ]
    const headers = { authorization: `Bearer ${ours.facts.token}` }
    try {
      const empty = await compare([
        httpTarget('bare node:http', bare.facts.url!),
        httpTarget('empty authenticated GET', `${ours.facts.url}/bench/empty`, headers),
      ])
      const driver = `${ours.facts.url}/bench/driver`
      const query = await compare([
        { name: 'query through the driver', round: async (seconds) => driverRate(driver, seconds, headers) },
        httpTarget('GET with the query', `${ours.facts.url}/bench/query`, headers),
      ])
      return [
        { what: 'empty authenticated GET / bare node:http', ...ratio(empty), target: 0.3 },
        { what: 'GET with one indexed query / the query through the driver', ...ratio(query), target: 0.5 },
      ]
    } finally {
      await Promise.all([bare.stop(), ours.stop()])
    }
  },
}

/** The server runs the query in a loop, twenty at a time, and says how many it did. */
async function driverRate(url: string, seconds: number, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${url}?seconds=${seconds}`, { headers })
  const { rate } = (await response.json()) as { rate: number }
  return rate
}

function ratio(rates: Map<string, number>): { ratio: number; detail: string } {
  const [[floorName, floor], [oursName, ours]] = [...rates] as [[string, number], [string, number]]
  return { ratio: ours / floor, detail: `${oursName} ${Math.round(ours)}/s, ${floorName} ${Math.round(floor)}/s` }
}
