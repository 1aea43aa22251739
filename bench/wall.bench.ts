// The cost of row-level security: setting the tenant in PostgreSQL for each query, compared with the tenant in the
// query only. docs/adr/0059-tenant-checks-in-tests.md explains the decision.

import type { Bench, Result } from './benches.ts'
import { compare, httpTarget, startPeer } from './measure.ts'

/** The path with row-level security, the path it is compared with, and how the tenant is set. */
const PAIRS: [walled: string, plain: string, what: string][] = [
  ['transaction', 'plain', 'a row in a transaction that sets the tenant'],
  ['pipeline', 'direct', 'a row, the statements of that transaction sent at once'],
  ['sync', 'direct', 'a row, the tenant set in front of the query'],
  ['walled-words', 'words', 'rows by a word, the tenant set in front of the query'],
]

export const wallBench: Bench = {
  name: 'wall',
  run: async ({ databaseUrl }) => {
    const server = await startPeer('./wall-server.ts', { DATABASE_URL: databaseUrl })
    const headers = { authorization: `Bearer ${server.facts.token}` }
    try {
      const results: Result[] = []
      for (const [walled, plain, what] of PAIRS) {
        const [floor, ours] = [plain, walled].map((path) => httpTarget(`${server.facts.url}/${path}`, headers))
        const { ratio, ...rates } = await compare(floor!, ours!, 5, 2)
        const detail = `${Math.round(rates.ours)}/s against ${Math.round(rates.floor)}/s`
        // A measurement for a decision, not a target: the server does not work this way.
        results.push({ what: `${what} / without row-level security`, ratio, target: 0, detail })
      }
      return results
    } finally {
      await server.stop()
    }
  },
}
