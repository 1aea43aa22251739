// The engine on Oxigraph: a few workers, each with the stores of some workspaces.
import type { Log } from '@veritrace/platform/log'
import type { Engine, Source } from '../engine.ts'
import { type EngineWorker, openEngineWorker } from './engine-worker.ts'
import { openLongWork } from './long-work.ts'
import { type Question, unpack } from './messages.ts'
import { openRequestQueue, type RequestQueue } from './request-queue.ts'
import type { Snapshots } from './snapshots.ts'

export interface OxigraphOptions {
  source: Source
  log: Log
  /** The tenant that owns a workspace. Default: each workspace counts as its own tenant. */
  tenantOf?(workspace: string): string
  /** Where large workspaces are saved so that they load fast. Closed with the engine. */
  snapshots?: Snapshots
  /** Number of threads; each starts when it is first needed. */
  workers?: number
  /** Including workers that are added while others are busy with long work. */
  maxWorkers?: number
  /** Limit of each worker's WASM memory in MB; loading alone needs 256. */
  memoryMb?: number
  /** Limit of statements per worker, over all its workspaces. Default: as many as fit into memory. */
  maxStatements?: number
  /** Limit of waiting and running requests per workspace. */
  maxWaiting?: number
  /** Longest wait until work on a request starts. */
  waitMs?: number
}

/** Measured: 330 to 590 bytes per statement. Queries need additional memory. */
const BYTES_PER_STATEMENT = 600
const SHARE_FOR_STATEMENTS = 0.6
/** With fewer workers, two tenants could occupy all of them. */
const FOR_THREE = 3
const MAX_CHANGES = 500_000
/** A larger workspace waits for its worker, because reloading it elsewhere would take longer. */
const MOVABLE_STATEMENTS = 200_000

export async function openOxigraph(options: OxigraphOptions): Promise<Engine> {
  const { source, log, snapshots, workers = 2, memoryMb = 1024 } = options
  const { maxWorkers = Math.max(FOR_THREE, 2 * workers), maxWaiting = 64, waitMs = 30_000 } = options
  const { tenantOf = (workspace) => workspace } = options
  const { maxStatements = (memoryMb * 1024 * 1024 * SHARE_FOR_STATEMENTS) / BYTES_PER_STATEMENT } = options
  const pool = Array.from({ length: workers }, () => openEngineWorker({ log, memoryMb }))
  const longWork = openLongWork(maxWorkers)
  /** In order of last use. */
  const queues = new Map<string, RequestQueue>()
  const shared = { longWork, source, log, snapshots, maxWaiting, waitMs }
  let evicted = 0

  function queueOf(workspace: string): RequestQueue {
    const place = (sofar: EngineWorker | undefined, statements: number) => placeFor(workspace, sofar, statements)
    const loaded = () => makeRoom(queue)
    const queue: RequestQueue =
      queues.get(workspace) ?? openRequestQueue({ ...shared, tenant: tenantOf(workspace), place, loaded }, workspace)
    queues.delete(workspace)
    queues.set(workspace, queue)
    return queue
  }

  function placeFor(workspace: string, sofar: EngineWorker | undefined, statements: number): EngineWorker {
    const usual = sofar ?? pool[hash(workspace) % workers]!
    if (!usual.isStuck() || statements > MOVABLE_STATEMENTS) return usual
    const free = pool.find((worker) => !worker.isStuck())
    if (free || pool.length >= maxWorkers) return free ?? usual
    const more = openEngineWorker({ log, memoryMb })
    pool.push(more)
    return more
  }

  /** Evicts the least recently used workspaces until the worker's workspaces fit again. */
  function makeRoom(kept: RequestQueue): void {
    const neighbours = [...queues].filter(([, queue]) => queue.worker() === kept.worker())
    let statements = neighbours.reduce((sum, [, queue]) => sum + queue.statements(), 0)
    for (const [workspace, queue] of neighbours) {
      if (statements <= maxStatements) return
      if (queue === kept || !queue.isIdle()) continue
      statements -= queue.statements()
      evicted += 1
      queues.delete(workspace)
      void queue.forget()
    }
  }

  return {
    async query(workspace, { text, dataset, format, maxRows, maxBytes, base, ...limits }) {
      const message = {
        do: 'query',
        workspace,
        question: written({ text, dataset, format, maxRows, maxBytes, base }),
      } as const
      const { reply } = await queueOf(workspace).ask(message, limits)
      if (reply.did !== 'query') throw new Error('The worker sent an unexpected reply.')
      return reply.answer
    },
    readyAt: (workspace) => queues.get(workspace)?.readyAt(),
    async evaluateUpdate(workspace, request) {
      const { text, dataset, readOnlyGraphs = [], base, maxChanges = MAX_CHANGES, ...limits } = request
      const message = { do: 'update', workspace, text, dataset, readOnlyGraphs, maxChanges, base } as const
      const { reply, seq } = await queueOf(workspace).ask(message, limits)
      if (reply.did !== 'update') throw new Error('The worker sent an unexpected reply.')
      return { seq, added: unpack(reply.delta.added), removed: unpack(reply.delta.removed) }
    },
    holds: (workspace) => queues.get(workspace)?.isLoaded() ?? false,
    async apply(workspace, change) {
      await queues.get(workspace)?.apply(change)
    },
    async forget(workspace) {
      const queue = queues.get(workspace)
      await queue?.forget()
      await snapshots?.drop(workspace)
      if (queue?.isIdle()) queues.delete(workspace)
    },
    localWorkspaces: () => [...queues.keys()],
    remoteWorkspaces: async () => [],
    stats() {
      const all = [...queues.values()]
      return {
        workers: pool.length,
        workspaces: all.filter((queue) => queue.isLoaded()).length,
        statements: all.reduce((sum, queue) => sum + queue.statements(), 0),
        waiting: all.reduce((sum, queue) => sum + queue.waiting(), 0),
        replaced: pool.reduce((sum, worker) => sum + worker.replaced(), 0),
        evicted,
      }
    },
    async close() {
      await Promise.all([...pool.map((worker) => worker.close()), snapshots?.close()])
    },
  }
}

/** The last question for each dataset: a caller that repeats a question passes the same dataset object. */
const questions = new WeakMap<object, Question & { json: string }>()

function written(question: Question): string {
  const { text, dataset, format, maxRows, maxBytes, base } = question
  const last = questions.get(dataset)
  const isSame =
    last?.text === text &&
    last.format === format &&
    last.maxRows === maxRows &&
    last.maxBytes === maxBytes &&
    last.base === base
  if (isSame) return last.json
  const json = JSON.stringify(question)
  questions.set(dataset, { ...question, json })
  return json
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
