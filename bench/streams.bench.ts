// 2,000 people of one customer follow their audit log: the cost of each stream, and how soon the last one receives an
// event. The floor is node:http alone, which writes the same bytes to as many open responses.

import type { Bench, Result } from './benches.ts'
import { type Peer, startPeer } from './measure.ts'
import type { Spent } from './memory.ts'
import { openReaders } from './stream-clients.ts'

const STREAMS = 2_000
const WARM_UP = 200
const EVENTS = 100
const MOST_KB = 60
const MOST_MS = 250

export const streamsBench: Bench = {
  name: 'streams',
  run: async ({ databaseUrl }) => {
    const peers = [
      await startPeer('./bare-streams.ts'),
      await startPeer('./streams-server.ts', { DATABASE_URL: databaseUrl }),
    ]
    try {
      const [bare, stack] = [await openAudience(peers[0]!), await openAudience(peers[1]!)]
      // Alternating, so that disturbances affect both.
      for (let i = 0; i < EVENTS; i++) for (const audience of [bare, stack]) await audience.tell()
      const [floor, ours] = [await bare.close(), await stack.close()]
      return resultsOf(floor, ours)
    } finally {
      await Promise.all(peers.map((peer) => peer.stop()))
    }
  },
}

interface Measured {
  bytesEach: number
  /** CPU time per event. */
  cpuMs: number
  p50: number
  p99: number
  /** The 99th percentile of the slowest stream per event. */
  slowest: number
}

function resultsOf(floor: Measured, ours: Measured): Result[] {
  const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const ms = (time: number) => `${time.toFixed(0)} ms`
  return [
    {
      what: `${MOST_KB} KB / memory of one of ${STREAMS} streams`,
      ratio: (MOST_KB * 1024) / ours.bytesEach,
      target: 1,
      detail: `${kb(ours.bytesEach)}; bare node:http ${kb(floor.bytesEach)}`,
    },
    {
      what: `${MOST_MS} ms / p99 of the time from a commit to each of ${STREAMS} streams`,
      ratio: MOST_MS / ours.p99,
      target: 1,
      detail: `p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}, slowest stream p99 ${ms(ours.slowest)}; bare node:http ${ms(floor.p50)}, ${ms(floor.p99)}, ${ms(floor.slowest)}`,
    },
    {
      what: 'fan-out by bare node:http / ours, p99 of all deliveries',
      ratio: floor.p99 / ours.p99,
      target: 0.33,
      detail: `${ms(floor.p99)} against ${ms(ours.p99)}; CPU per event ${ms(floor.cpuMs)} against ${ms(ours.cpuMs)}`,
    },
  ]
}

/** 2,000 streams of a server, and their cost. */
async function openAudience({ facts: { stream, tell, spent, token } }: Peer) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const ask = async (url: string) => (await fetch(url, { headers })).json()
  const spentSoFar = async () => (await ask(spent!)) as Spent
  const early = await openReaders(stream!, headers, WARM_UP)
  const record = async () => (await ask(tell!)) as { at: number }
  for (let i = 0; i < 20; i++) await early.hear(record)
  await early.close()
  const before = await spentSoFar()
  const readers = await openReaders(stream!, headers, STREAMS)
  const open = await spentSoFar()
  const rounds: number[][] = []
  return {
    tell: async () => void rounds.push(await readers.hear(record)),
    close: async (): Promise<Measured> => {
      const told = await spentSoFar()
      await readers.close()
      const all = rounds.flat()
      const last = rounds.map((round) => Math.max(...round))
      return {
        bytesEach: (open.bytes - before.bytes) / STREAMS,
        cpuMs: (told.cpuMs - open.cpuMs) / rounds.length,
        p50: quantile(all, 0.5),
        p99: quantile(all, 0.99),
        slowest: quantile(last, 0.99),
      }
    },
  }
}

const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))]!
