// Rounds of one fault each while clients write to all three products, and the verdict at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { type Cluster, openCluster, openDisk } from './cluster.ts'
import { FAULTS, type Fault, type Storm } from './faults.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { judge, judgeChains, type Verdict } from './judge.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { NeverAnswered, openSender, type Sender } from './sender.ts'
import { type Kept, nothingKept, writersOf } from './writers.ts'

export interface StormOptions {
  rounds: number
  on: 'postgres' | 'embedded'
  seed: number
  /** Only faults of these names. */
  faults?: RegExp
  /** Additional settings of the servers. */
  env?: Record<string, string>
  onRound?(round: Round): void
}

export interface Round {
  fault: string
  acknowledged: number
  seconds: number
  faults: string[]
}

export interface Outcome {
  rounds: Round[]
  verdicts: Verdict[]
  leftOut: { fault: string; why: string }[]
}

const LEAST_OF_A_ROUND = 40
const TENANT = 'demo'
/** A message that failed twice is retried after five to ten minutes. */
const MESSAGES_MS = 660_000
const QUIET = { RATE_FREE: '10000000', RATE_PRO: '10000000', OUTSIDE_ALLOW: '127.0.0.0/8', DATABASE_POOL: '8' }

export async function storm({ rounds, on, seed, faults = /./, env, onRound }: StormOptions): Promise<Outcome> {
  const own = mkdtempSync(join(tmpdir(), 'veritrace-storm-'))
  const cluster = on === 'postgres' ? await openCluster() : embedded(own)
  const receiver = await openReceiver()
  const dataDir = cluster.url ? join(own, 'data') : join(cluster.disk?.folder ?? own, 'data')
  const fleet = await openFleet(cluster.url ? 2 : 1, {
    ...{ DATA_DIR: dataDir, ...(cluster.url && { DATABASE_URL: cluster.url }) },
    ...QUIET,
    ...env,
  })
  const random = randomFrom(seed)
  const sender = openSender(fleet, await joinAs(fleet))
  await listen(sender, receiver)
  const kept = nothingKept()
  const done: Round[] = []
  const here = { fleet, cluster, receiver, random }
  const wanted = FAULTS.filter(({ name }) => faults.test(name))
  const possible = wanted.filter((fault) => !fault.without?.(here))
  for (let round = 1; round <= rounds; round++) {
    const fault = possible[(round - 1) % possible.length]!
    const one = await weather(round, fault, here, sender, kept)
    done.push(one)
    onRound?.(one)
  }
  const verdicts = await judge(sender, kept)
  const isLost = verdicts.some(({ faults }) => faults.length > 0)
  verdicts.push(await judgeMessages(receiver, kept, isLost ? 0 : MESSAGES_MS))
  await fleet.close()
  verdicts.push(await chainsOf(cluster, dataDir))
  receiver.close()
  await cluster.close()
  rmSync(own, { recursive: true, force: true })
  const leftOut = wanted.flatMap((fault) => {
    const why = fault.without?.(here)
    return why ? [{ fault: fault.name, why }] : []
  })
  return { rounds: done, verdicts, leftOut }
}

/** Starts the clients, injects the fault, and waits until enough writes are acknowledged after it. */
async function weather(round: number, fault: Fault, here: Storm, sender: Sender, kept: Kept): Promise<Round> {
  const began = performance.now()
  const faults: string[] = []
  let acknowledged = 0
  let isOver = false
  const writing = writersOf(sender, kept, round).map(async (writer) => {
    for (let n = 0; !isOver; n++)
      try {
        const count = await writer.write(n)
        acknowledged += count
      } catch (error) {
        faults.push(`${writer.name}: ${(error as Error).message}`.slice(0, 400))
        if (!(error instanceof NeverAnswered)) throw error
        return
      }
  })
  await sleep(300)
  const hurt = (error: Error) => void faults.push(error.message)
  await fault.strike(here).catch(hurt)
  const struck = acknowledged
  const until = Date.now() + 60_000
  while ((acknowledged < LEAST_OF_A_ROUND || acknowledged === struck) && Date.now() < until && faults.length === 0)
    await sleep(50)
  await fault.end?.(here).catch(hurt)
  isOver = true
  await Promise.all(writing)
  return { fault: fault.name, acknowledged, seconds: Math.round((performance.now() - began) / 1000), faults }
}

/** An API key of the demo tenant, with its scope headers. */
export async function joinAs(fleet: Fleet): Promise<Record<string, string>> {
  const response = await fetch(`${fleet.url()}/api/provenance/v1/app/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'storm', role: 'admin' }),
  })
  const { secret } = (await response.json()) as { secret: string }
  const scope = { 'x-tenant-id': TENANT, 'x-workspace-id': TENANT, 'x-context-id': 'storm' }
  return { authorization: `Bearer ${secret}`, ...scope }
}

async function listen(sender: Sender, { url }: Receiver): Promise<void> {
  const body = JSON.stringify({ url, event_types: ['page.create'] })
  await sender.write({ method: 'PUT', path: '/api/provenance/v1/app/webhooks', body })
}

/** Every page has reached the webhook, with one message id. */
async function judgeMessages({ got }: Receiver, { pages }: Kept, patienceMs: number): Promise<Verdict> {
  const missing = () => [...pages.keys()].filter((slug) => !got.has(slug))
  for (const end = Date.now() + patienceMs; missing().length > 0 && Date.now() < end; ) await sleep(500)
  const several = [...got].filter(([, ids]) => ids.size > 1).map(([slug]) => `sent with several ids: ${slug}`)
  return {
    what: 'messages',
    checked: pages.size,
    faults: [...missing().map((slug) => `never sent: ${slug}`), ...several],
  }
}

async function chainsOf({ url }: Cluster, dataDir: string): Promise<Verdict> {
  const settings = { dataDir, database: { url, pool: 2, statementTimeoutMs: 60_000, prepare: false } }
  const database = await openDatabase(settings, openLog('silent'))
  return judgeChains(database).finally(() => database.close())
}

function embedded(own: string): Cluster {
  const disk = openDisk(own)
  const none = () => Promise.reject(new Error('the embedded database has no server'))
  return {
    url: undefined,
    disk,
    kill: none,
    restart: none,
    freeze: none,
    crowd: none,
    close: async () => disk?.unmount(),
  }
}

/** Mulberry32: the same seed gives the same faults. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
