// A verdict over HTTP compared with one query by primary key through the same stack; and thousands in one request
// compared with single ones.

import type { Bench } from './benches.ts'
import { compare, httpTarget, startPeer, type Target } from './measure.ts'
import { thingName } from './resolve-data.ts'

const ITEMS = 5_000
/** Few things are in two lists, as in the real ones. */
const ALL = Array.from({ length: ITEMS }, (_, number) => thingName(7_900 + number))
/** Has a successor, so that a chain is followed too. */
const THING = thingName(20_000)

export const resolveBench: Bench = {
  name: 'resolve',
  run: async ({ databaseUrl }) => {
    const server = await startPeer('./resolve-server.ts', { DATABASE_URL: databaseUrl })
    const { url, token, entry } = server.facts
    const headers = {
      authorization: `Bearer ${token}`,
      'x-tenant-id': 'bench',
      'x-workspace-id': 'main',
      'x-context-id': 'urn:tenant:bench:ws:main:graph:main',
    }
    const one = httpTarget(`${url}/resolve?q=TABL:${THING}`, headers)
    const each = httpTarget(
      ALL.map((name) => `${url}/resolve?q=TABL:${name}`),
      headers,
    )
    try {
      const single = await compare(
        httpTarget(`${url}/bench/key?key=${THING}&type=TABL&entry=${entry}`, headers),
        one,
        5,
        2,
      )
      const many = await compare(each, inBatches(`${url}/resolve`, headers), 3, 3)
      const told = (ours: number, floor: number) => `${Math.round(ours)}/s against ${Math.round(floor)}/s`
      return [
        {
          what: 'GET /resolve / one query by primary key over HTTP',
          ratio: single.ratio,
          target: 0.4,
          detail: told(single.ours, single.floor),
        },
        {
          what: `names per second of POST /resolve with ${ITEMS} / of GET`,
          ratio: many.ratio,
          target: 20,
          detail: told(many.ours, many.floor),
        },
      ]
    } finally {
      await server.stop()
    }
  },
}

const inBatches = (url: string, headers: Record<string, string>): Target => {
  const body = JSON.stringify({ items: ALL.map((name) => ({ q: `TABL:${name}` })) })
  // Uncompressed, like the other requests.
  const plain = { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  return {
    round: async (seconds) => {
      const begun = performance.now()
      let done = 0
      const loop = async () => {
        while (performance.now() - begun < seconds * 1000) {
          const response = await fetch(url, { method: 'POST', headers: plain, body })
          const { byteLength } = await response.arrayBuffer()
          if (!response.ok || byteLength < ITEMS * 100) throw new Error(`POST /resolve answered ${response.status}`)
          done += ITEMS
        }
      }
      // The single requests run 20 at a time; here two are enough to keep both processes busy.
      await Promise.all([loop(), loop()])
      return done / ((performance.now() - begun) / 1000)
    },
  }
}
