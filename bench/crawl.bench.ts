// A local site read by our crawler including extraction, compared with Crawlee's CheerioCrawler, which fetches and
// parses.

import type { Bench } from './benches.ts'
import { runPeer, startPeer } from './measure.ts'
import { PAGES } from './site-pages.ts'

const ROUNDS = 5
/** Read before the measurement by both: crawlers run for days, but compilers need seconds to warm up. */
const PAGES_BEFORE = 500

export const crawlBench: Bench = {
  name: 'crawl',
  run: async ({ databaseUrl }) => {
    const site = await startPeer('./site-server.ts')
    const asked = [`http://127.0.0.1:${site.facts.port}`, String(PAGES), String(PAGES_BEFORE)]
    try {
      const rounds: [number, number][] = []
      for (let i = 0; i < ROUNDS; i++)
        rounds.push([
          await rate('./crawlee-peer.ts', asked, {}),
          await rate('./crawl-peer.ts', asked, { DATABASE_URL: databaseUrl }),
        ])
      const [theirs, ours] = rounds.toSorted((a, b) => a[1] / a[0] - b[1] / b[0])[Math.floor(ROUNDS / 2)]!
      return [
        {
          what: `${PAGES} pages, ours with extraction / Crawlee CheerioCrawler`,
          ratio: ours / theirs,
          target: 1,
          detail: `${Math.round(ours)} pages/s against ${Math.round(theirs)}`,
        },
      ]
    } finally {
      await site.stop()
    }
  },
}

async function rate(file: string, args: readonly string[], env: Record<string, string>): Promise<number> {
  const { pages, seconds } = await runPeer(file, args, env)
  if (Number(pages) !== PAGES) throw new Error(`${file} read ${pages} of ${PAGES} pages`)
  return Number(pages) / Number(seconds)
}
