// Queries the vector thread, after sending it the changes that it does not have yet.
import type { Db } from '@veritrace/platform/db/db'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { openFairQueue } from '@veritrace/platform/threads/fair-queue'
import { openThread } from '@veritrace/platform/threads/thread'
import { type Memory, memoryOf } from '../../memory.ts'
import type { Tables } from '../../tables.ts'
import type { SpaceRow } from '../tables.ts'
import { listVectorsAfter } from '../vector-store.ts'
import type { FromVectors, ToVectors } from './messages.ts'

export interface Near {
  /**
   * The nodes with the nearest vectors, approximately in order, ties by name. Sees at least the state of the given
   * space row.
   */
  find(space: SpaceRow, query: Float32Array, count: number): Promise<string[]>
  memory: Memory
  close(): Promise<void>
}

interface Entry {
  seq: number
  bytes: number
  /** One caller updates the thread at a time; the others wait and check again. */
  work: Promise<unknown>
}

const ROWS_AT_ONCE = 500
const MOST_BYTES = 1024 ** 3
const IDLE_MS = 600_000
/** Limit per tenant; each search takes milliseconds. */
const MOST_WAITING = 256
const WAIT_MS = 10_000

export function openNear({ db, log }: { db: Db<Tables>; log: Log }): Near {
  /** In order of last use. */
  const held = new Map<string, Entry>()
  const thread = openThread<ToVectors, FromVectors>({
    file: new URL('./vectors-worker.ts', import.meta.url),
    name: 'vectors',
    log,
    idleMs: IDLE_MS,
    failed: (why) =>
      new AppError(
        'unavailable',
        why === 'closed' ? 'The server is shutting down.' : 'The vector index was lost and is being rebuilt.',
      ),
    ended: () => held.clear(),
  })

  /** The thread handles one message at a time, and this queue alternates fairly between tenants. */
  const queue = openFairQueue({ places: 1, mostWaiting: MOST_WAITING })

  async function askInQueue(tenant: string, message: ToVectors): Promise<FromVectors> {
    const failed = () =>
      new AppError('unavailable', 'Too many searches are waiting.', {}, { 'retry-after': '2' }).whileBusy()
    const leave = await queue.enter({ tenant }, { waitMs: WAIT_MS, failed })
    try {
      return await thread.ask(message)
    } finally {
      leave()
    }
  }

  async function catchUp(space: SpaceRow, key: string, entry: Entry): Promise<void> {
    let after = { seq: entry.seq, node_id: '\uffff' }
    for (;;) {
      const rows = await listVectorsAfter(db, space, after, ROWS_AT_ONCE)
      const present = rows.map(({ vector }) => vector !== null)
      const vectors = joined(rows.flatMap(({ vector }) => vector ?? []))
      const nodes = rows.map(({ node }) => node)
      const { dimension, tenant_id: tenant } = space
      await askInQueue(tenant, { kind: 'set', space: key, dimension, nodes, present, vectors })
      entry.bytes += rows.reduce((sum, { node }) => sum + node.length, rows.length * (space.dimension * 4 + 700))
      const last = rows.at(-1)?.seq ?? entry.seq
      if (rows.length < ROWS_AT_ONCE) {
        entry.seq = Math.max(space.seq, last)
        return
      }
      // There may be more rows of the same change.
      entry.seq = last - 1
      after = rows.at(-1)!
    }
  }

  function makeRoom(kept: string): void {
    let bytes = [...held.values()].reduce((sum, entry) => sum + entry.bytes, 0)
    for (const [key, entry] of held) {
      if (bytes <= MOST_BYTES) return
      if (key === kept) continue
      held.delete(key)
      bytes -= entry.bytes
      void drop(key)
    }
  }

  /** Errors are ignored, because a lost thread has no spaces. */
  const drop = (space: string) => thread.ask({ kind: 'drop', space }).catch(() => {})

  return {
    async find(space, query, count) {
      const key = JSON.stringify([space.tenant_id, space.workspace_id, space.context, space.space])
      for (let tries = 0; tries < 3; tries++) {
        const entry = held.get(key) ?? { seq: -1, bytes: 0, work: Promise.resolve() }
        held.delete(key)
        held.set(key, entry)
        const work = entry.work
          .catch(() => {})
          .then(() => (entry.seq < space.seq ? catchUp(space, key, entry) : undefined))
        entry.work = work
        await work
        // The space was dropped or the thread was lost while waiting.
        if (held.get(key) !== entry) continue
        makeRoom(key)
        const answer = await askInQueue(space.tenant_id, { kind: 'find', space: key, query, count })
        if ('nodes' in answer) return answer.nodes
        if (held.get(key) === entry) held.delete(key)
      }
      throw new AppError('unavailable', 'Too many vector spaces are being searched.', {}, { 'retry-after': '5' })
    },
    memory: memoryOf(held, drop),
    close: thread.close,
  }
}

function joined(buffers: readonly Buffer[]): Float32Array {
  const bytes = new Uint8Array(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const buffer of buffers) {
    bytes.set(buffer, at)
    at += buffer.length
  }
  return new Float32Array(bytes.buffer)
}
