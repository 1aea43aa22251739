// In-memory adjacencies of workspaces: built from the database on first use, then updated from the change log. Building
// is done in small steps between requests, so it needs no separate thread.
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
import { openReadWriteLock, type ReadWriteLock } from './read-write-lock.ts'
import { listEdgeRows } from './store.ts'

export interface Indexes {
  /** Runs the work on an up-to-date adjacency. Undefined if none is available yet, or the workspace is too large. */
  use<T>(tenant: string, workspace: string, work: (graph: Adjacency) => Promise<T>): Promise<{ done: T } | undefined>
  memory: Memory
  /** Numbers of workspaces and edges in memory. */
  stats(): { workspaces: number; edges: number }
}

export interface IndexOptions {
  /** Limit of edges and labels in all workspaces. With the nodes, each takes 110 to 250 bytes; see adjacency.ts. */
  maxEdges?: number
  /** Callers wait for the build of a workspace with at most this many statements. */
  waitFor?: number
}

interface Index {
  graph: Adjacency
  seq: number
  lock: ReadWriteLock
}

/** Converting this many rows to edges takes 5 ms. */
const ROWS_AT_ONCE = 1_000
const LINES_AT_ONCE = 10_000
/** Beyond this, for longer changes or more removed edges, a rebuild is faster. */
const MOST_LINES = 500_000
const GONE_SHARE = 0.2
const GONE_FEW = 20_000

export function openIndexes(
  { db, log }: { db: Db<Tables>; log: Log },
  { maxEdges = 2_000_000, waitFor = 20_000 }: IndexOptions = {},
): Indexes {
  /** In order of last use. */
  const indexes = new Map<string, Index>()
  const building = new Map<string, Promise<Index | undefined>>()

  async function find(tenant: string, workspace: string): Promise<Index | undefined> {
    const key = keyOf(tenant, workspace)
    const index = indexes.get(key)
    if (index) {
      indexes.delete(key)
      indexes.set(key, index)
      return index
    }
    const contexts = await listContexts(db, tenant, workspace, undefined)
    const statements = contexts.reduce((sum, context) => sum + context.statements, 0)
    if (statements > maxEdges) return undefined
    const built = building.get(key) ?? begin(key, () => build(db, tenant, workspace, statements))
    return statements > waitFor ? undefined : built
  }

  function begin(key: string, work: () => Promise<Index>): Promise<Index | undefined> {
    const built = work().then(
      (index) => {
        indexes.set(key, index)
        makeRoom()
        return index
      },
      (error) => {
        log.warn({ err: error, workspace: key }, 'a traversal index could not be built')
        return undefined
      },
    )
    building.set(key, built)
    void built.finally(() => building.delete(key))
    return built
  }

  /** Drops the least recently used. */
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
      // Two attempts, because one that cannot be updated is rebuilt.
      for (let tries = 0; tries < 2; tries++) {
        const index = await find(tenant, workspace)
        if (!index) return undefined
        const isFresh = index.seq >= wanted || (await index.lock.write(() => catchUp(db, tenant, workspace, index)))
        makeRoom()
        if (isFresh && !isWornOut(index)) return { done: await index.lock.read(() => work(index.graph)) }
        const key = keyOf(tenant, workspace)
        if (indexes.get(key) === index) indexes.delete(key)
      }
      return undefined
    },
    memory: memoryOf(indexes),
    stats: () => ({ workspaces: indexes.size, edges: sum() }),
  }
}

const keyOf = (...names: [tenant: string, workspace: string]): string => JSON.stringify(names)

const isWornOut = ({ graph }: Index): boolean => graph.gone > Math.max(GONE_FEW, sizeOf(graph) * GONE_SHARE)

async function build(db: Db<Tables>, tenant: string, workspace: string, statements: number): Promise<Index> {
  const graph = newAdjacency(Math.ceil(statements * 1.1))
  const upTo = await currentSeq(db, tenant, workspace)
  let after: Place = BEGINNING
  for (;;) {
    const rows = await listEdgeRows(db, tenant, workspace, { upTo, after, limit: ROWS_AT_ONCE })
    addRows(graph, rows)
    if (rows.length < ROWS_AT_ONCE) return { graph, seq: upTo, lock: openReadWriteLock() }
    after = rows.at(-1)!
  }
}

/** False if the log does not reach back far enough, or if a rebuild is faster. */
async function catchUp(db: Db<Tables>, tenant: string, workspace: string, index: Index): Promise<boolean> {
  for (;;) {
    const changes = await readAllChanges(db, tenant, workspace, index.seq, LINES_AT_ONCE)
    if (!changes || changes.some(isLong)) return false
    if (changes.length === 0) return true
    for (const change of changes) {
      await followChange(index.graph, change)
      index.seq = change.seq
    }
  }
}

const isLong = ({ added, removed }: Delta): boolean => added.length + removed.length > MOST_LINES
