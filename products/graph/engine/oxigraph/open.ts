// The engine on Oxigraph: a few workers, each with the stores of some workspaces.
import type { Log } from '@veritrace/platform/log'
import type { Engine, Source } from '../engine.ts'
import { type Lane, openLane } from './lane.ts'
import { openLongWork } from './long-work.ts'
import { type Question, unpack } from './messages.ts'
import { openSlot, type Slot } from './slot.ts'
import type { Snapshots } from './snapshots.ts'

export interface OxigraphOptions {
  source: Source
  log: Log
  /** Whose a workspace is, by its key; each is a tenant of its own, unless told. */
  tenantOf?(workspace: string): string
  /** Where large workspaces are kept, so that they are loaded fast; closed with the engine. */
  snapshots?: Snapshots
  /** As many threads, each started when it is first needed. */
  workers?: number
  /** With those that are opened while others are taken for long. */
  maxWorkers?: number
  /** The ceiling of each worker's WASM memory; loading alone needs 256. */
  memoryMb?: number
  /** Most statements that a worker holds, of all its workspaces; as many as fit, unless told. */
  maxStatements?: number
  /** Most requests of one workspace that wait or run. */
  maxWaiting?: number
  /** Longest wait until the work on a request begins. */
  waitMs?: number
}

/** Measured: 330 to 590 bytes for a statement, and a query needs room of its own. */
const BYTES_PER_STATEMENT = 600
const SHARE_FOR_STATEMENTS = 0.6
/** With fewer, two tenants could have all. */
const FOR_THREE = 3
const MAX_CHANGES = 500_000
/** A larger workspace waits for its worker: loading it anew would take longer. */
const MOVABLE_STATEMENTS = 200_000

export async function openOxigraph(options: OxigraphOptions): Promise<Engine> {
  const { source, log, snapshots, workers = 2, memoryMb = 1024 } = options
  const { maxWorkers = Math.max(FOR_THREE, 2 * workers), maxWaiting = 64, waitMs = 30_000 } = options
  const { tenantOf = (workspace) => workspace } = options
  const { maxStatements = (memoryMb * 1024 * 1024 * SHARE_FOR_STATEMENTS) / BYTES_PER_STATEMENT } = options
  const slots = Array.from({ length: workers }, () => openSlot({ log, memoryMb }))
  const longWork = openLongWork(maxWorkers)
  /** In the order of their last use. */
  const lanes = new Map<string, Lane>()
  const shared = { longWork, source, log, snapshots, maxWaiting, waitMs }
  let evicted = 0

  function laneOf(workspace: string): Lane {
    const place = (sofar: Slot | undefined, statements: number) => placeFor(workspace, sofar, statements)
    const loaded = () => makeRoom(lane)
    const lane: Lane =
      lanes.get(workspace) ?? openLane({ ...shared, tenant: tenantOf(workspace), place, loaded }, workspace)
    lanes.delete(workspace)
    lanes.set(workspace, lane)
    return lane
  }

  function placeFor(workspace: string, sofar: Slot | undefined, statements: number): Slot {
    const usual = sofar ?? slots[hash(workspace) % workers]!
    if (!usual.isStuck() || statements > MOVABLE_STATEMENTS) return usual
    const free = slots.find((slot) => !slot.isStuck())
    if (free || slots.length >= maxWorkers) return free ?? usual
    const more = openSlot({ log, memoryMb })
    slots.push(more)
    return more
  }

  /** Drops what was not used for longest, until the worker's workspaces fit again. */
  function makeRoom(kept: Lane): void {
    const neighbours = [...lanes].filter(([, lane]) => lane.slot() === kept.slot())
    let statements = neighbours.reduce((sum, [, lane]) => sum + lane.statements(), 0)
    for (const [workspace, lane] of neighbours) {
      if (statements <= maxStatements) return
      if (lane === kept || !lane.isIdle()) continue
      statements -= lane.statements()
      evicted += 1
      lanes.delete(workspace)
      void lane.forget()
    }
  }

  return {
    async query(workspace, { text, dataset, format, maxRows, maxBytes, base, ...limits }) {
      const message = {
        do: 'query',
        workspace,
        question: written({ text, dataset, format, maxRows, maxBytes, base }),
      } as const
      const { reply } = await laneOf(workspace).ask(message, limits)
      if (reply.did !== 'query') throw new Error('The engine answered something else.')
      return reply.answer
    },
    readyAt: (workspace) => lanes.get(workspace)?.readyAt(),
    async evaluateUpdate(workspace, request) {
      const { text, dataset, readOnlyGraphs = [], base, maxChanges = MAX_CHANGES, ...limits } = request
      const message = { do: 'update', workspace, text, dataset, readOnlyGraphs, maxChanges, base } as const
      const { reply, seq } = await laneOf(workspace).ask(message, limits)
      if (reply.did !== 'update') throw new Error('The engine answered something else.')
      return { seq, added: unpack(reply.delta.added), removed: unpack(reply.delta.removed) }
    },
    holds: (workspace) => lanes.get(workspace)?.isLoaded() ?? false,
    async apply(workspace, change) {
      await lanes.get(workspace)?.apply(change)
    },
    async forget(workspace) {
      const lane = lanes.get(workspace)
      await lane?.forget()
      await snapshots?.drop(workspace)
      if (lane?.isIdle()) lanes.delete(workspace)
    },
    workspacesHere: () => [...lanes.keys()],
    workspacesOutside: async () => [],
    stats() {
      const all = [...lanes.values()]
      return {
        workers: slots.length,
        workspaces: all.filter((lane) => lane.isLoaded()).length,
        statements: all.reduce((sum, lane) => sum + lane.statements(), 0),
        waiting: all.reduce((sum, lane) => sum + lane.waiting(), 0),
        replaced: slots.reduce((sum, slot) => sum + slot.replaced(), 0),
        evicted,
      }
    },
    async close() {
      await Promise.all([...slots.map((slot) => slot.close()), snapshots?.close()])
    },
  }
}

/** The last question over each dataset: who asks the same again gives the same dataset. */
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
