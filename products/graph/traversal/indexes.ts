// The adjacencies of the workspaces that are walked, in memory: built from the database when they are first wanted,
// then kept current by the log of changes. Building is done piece by piece between requests, so no thread of its own is
// needed.
import type { Db } from '@veritrace/platform/db/db'
import type { Log } from '@veritrace/platform/log'
import { type Memory, memoryOf } from '../memory.ts'
import { currentSeq, type Delta } from '../statements/change-store.ts'
import { readAllChanges } from '../statements/follow-statements.ts'
import { BEGINNING, type Place } from '../statements/lookup-store.ts'
import { listContexts } from '../statements/stats-store.ts'
import type { Tables } from '../tables.ts'
import { addRows } from './add-rows.ts'
import { type Adjacency, newAdjacency, sizeOf } from './adjacency.ts'
import { followChange } from './follow-lines.ts'
import { listEdgeRows } from './store.ts'
import { openTurns, type Turns } from './turns.ts'

export interface Indexes {
  /** Does the work on the adjacency as it is now or later; undefined where there is none yet, or none that fits. */
  use<T>(tenant: string, workspace: string, work: (graph: Adjacency) => Promise<T>): Promise<{ done: T } | undefined>
  memory: Memory
  /** Workspaces and edges in memory. */
  stats(): { workspaces: number; edges: number }
}

export interface IndexOptions {
  /** Most edges and labels of all workspaces; with the nodes 110 to 250 bytes each, see adjacency.ts. */
  maxEdges?: number
  /** A caller waits while a workspace of so many statements is built. */
  waitFor?: number
}

interface Held {
  graph: Adjacency
  seq: number
  turns: Turns
}

/** So many rows become edges in 5 ms. */
const ROWS_AT_ONCE = 1_000
const LINES_AT_ONCE = 10_000
/** A longer change, or more that is gone, and it is quicker to build anew. */
const MOST_LINES = 500_000
const GONE_SHARE = 0.2
const GONE_FEW = 20_000

export function openIndexes(
  { db, log }: { db: Db<Tables>; log: Log },
  { maxEdges = 2_000_000, waitFor = 20_000 }: IndexOptions = {},
): Indexes {
  /** In the order of their last use. */
  const indexes = new Map<string, Held>()
  const building = new Map<string, Promise<Held | undefined>>()

  async function find(tenant: string, workspace: string): Promise<Held | undefined> {
    const key = keyOf(tenant, workspace)
    const held = indexes.get(key)
    if (held) {
      indexes.delete(key)
      indexes.set(key, held)
      return held
    }
    const contexts = await listContexts(db, tenant, workspace, undefined)
    const statements = contexts.reduce((sum, context) => sum + context.statements, 0)
    if (statements > maxEdges) return undefined
    const built = building.get(key) ?? begin(key, () => build(db, tenant, workspace, statements))
    return statements > waitFor ? undefined : built
  }

  function begin(key: string, work: () => Promise<Held>): Promise<Held | undefined> {
    const built = work().then(
      (held) => {
        indexes.set(key, held)
        makeRoom()
        return held
      },
      (error) => {
        log.warn({ err: error, workspace: key }, 'An index for traversal could not be built.')
        return undefined
      },
    )
    building.set(key, built)
    void built.finally(() => building.delete(key))
    return built
  }

  /** Drops what was not used for longest. */
  function makeRoom(): void {
    let size = sum()
    for (const [key, { graph }] of indexes) {
      if (size <= maxEdges) return
      indexes.delete(key)
      size -= sizeOf(graph)
    }
  }

  const sum = (): number => indexes.values().reduce((total, { graph }) => total + sizeOf(graph), 0)

  return {
    async use(tenant, workspace, work) {
      const wanted = await currentSeq(db, tenant, workspace)
      // Twice: one that cannot be brought up to date is built anew.
      for (let tries = 0; tries < 2; tries++) {
        const held = await find(tenant, workspace)
        if (!held) return undefined
        const isFresh = held.seq >= wanted || (await held.turns.write(() => catchUp(db, tenant, workspace, held)))
        makeRoom()
        if (isFresh && !isWornOut(held)) return { done: await held.turns.read(() => work(held.graph)) }
        const key = keyOf(tenant, workspace)
        if (indexes.get(key) === held) indexes.delete(key)
      }
      return undefined
    },
    memory: memoryOf(indexes),
    stats: () => ({ workspaces: indexes.size, edges: sum() }),
  }
}

const keyOf = (...names: [tenant: string, workspace: string]): string => JSON.stringify(names)

const isWornOut = ({ graph }: Held): boolean => graph.gone > Math.max(GONE_FEW, sizeOf(graph) * GONE_SHARE)

async function build(db: Db<Tables>, tenant: string, workspace: string, statements: number): Promise<Held> {
  const graph = newAdjacency(Math.ceil(statements * 1.1))
  const upTo = await currentSeq(db, tenant, workspace)
  let after: Place = BEGINNING
  for (;;) {
    const rows = await listEdgeRows(db, tenant, workspace, { upTo, after, limit: ROWS_AT_ONCE })
    addRows(graph, rows)
    if (rows.length < ROWS_AT_ONCE) return { graph, seq: upTo, turns: openTurns() }
    after = rows.at(-1)!
  }
}

/** False where the log does not reach back so far, or it is quicker to build anew. */
async function catchUp(db: Db<Tables>, tenant: string, workspace: string, held: Held): Promise<boolean> {
  for (;;) {
    const changes = await readAllChanges(db, tenant, workspace, held.seq, LINES_AT_ONCE)
    if (!changes || changes.some(isLong)) return false
    if (changes.length === 0) return true
    for (const change of changes) {
      await followChange(held.graph, change)
      held.seq = change.seq
    }
  }
}

const isLong = ({ added, removed }: Delta): boolean => added.length + removed.length > MOST_LINES
