// Any page of an audit log with a million entries, compared with the first page.

import type { Bench, Result } from './benches.ts'
import { compare, httpTarget, startPeer } from './measure.ts'

const PAGES = ['middle', 'last', 'a tenth of the time, long ago', 'a minute in the middle']

export const auditBench: Bench = {
  name: 'audit',
  run: async ({ databaseUrl }) => {
    const server = await startPeer('./audit-server.ts', { DATABASE_URL: databaseUrl })
    const { token, first, plan } = server.facts
    if (/Seq Scan|Sort/.test(plan!)) throw new Error(`A time range is not found by an index: ${plan}`)
    const headers = { authorization: `Bearer ${token}` }
    try {
      const results: Result[] = []
      for (const page of PAGES) {
        const { ratio, ours, floor } = await compare(
          httpTarget(first!, headers),
          httpTarget(server.facts[page]!, headers),
          5,
          2,
        )
        const detail = `${Math.round(ours)}/s against ${Math.round(floor)}/s`
        results.push({ what: `the page ${page} / the first page`, ratio, target: 0.8, detail })
      }
      return results
    } finally {
      await server.stop()
    }
  },
}
