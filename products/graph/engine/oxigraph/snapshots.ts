// Files with the lines of large workspaces, so that a worker which was ended has them again without asking the database
// for each. A file may be lost, old or of another history: then the source is read.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@veritrace/platform/log'
import type { Source } from '../engine.ts'
import { isPlain } from './plain-lines.ts'

export interface Snapshot {
  seq: number
  /** Lines that the store can be given as they are; most of them. */
  plain: string
  /** The others, to be loaded after those. */
  rest: string
}

export interface Snapshots {
  find(workspace: string): Promise<Snapshot | undefined>
  /** Writes a new one in the background, if the last is far behind what the engine holds. */
  consider(workspace: string, state: { seq: number; statements: number }): void
  drop(workspace: string): Promise<void>
  /** When nothing is being written any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Options {
  folder: string
  source: Source
  log: Log
  /** Smaller workspaces are read from the source fast enough. */
  fromStatements?: number
  /** One that is being written to is left alone for a while: its snapshot would be old before it is whole. */
  quietMs?: number
}

/** A snapshot is written anew when this share of the workspace has changed since. */
const CHANGED_SHARE = 0.2
/** One that is written to without a pause has a snapshot after this time nevertheless. */
const LONGEST_WAIT_MS = 60_000
/** After each chunk, since nobody waits for a snapshot. */
const PAUSE_MS = 10
const FILE = /^(?<seq>\d+)-(?<mark>[0-9a-f]+)-(?<statements>\d+)$/

export function openSnapshots({ folder, source, log, fromStatements = 50_000, quietMs = 3_000 }: Options): Snapshots {
  const known = new Map<string, { seq: number; statements: number }>()
  const queued = new Map<string, Queued>()
  const closing = new AbortController()
  let working: Promise<void> | undefined
  let isClosed = false

  const folderOf = (workspace: string) =>
    join(folder, createHash('sha256').update(workspace).digest('hex').slice(0, 32))

  async function find(workspace: string): Promise<Snapshot | undefined> {
    const home = folderOf(workspace)
    const names = await readdir(home).catch(() => [])
    for (const name of names) {
      const groups = FILE.exec(name)?.groups
      if (!groups) continue
      const seq = Number(groups.seq)
      if ((await markOf(source, workspace, seq)) !== groups.mark) continue
      known.set(workspace, { seq, statements: Number(groups.statements) })
      return { seq, plain: join(home, name, 'plain.nq'), rest: join(home, name, 'rest.nq') }
    }
    return undefined
  }

  async function write(workspace: string): Promise<void> {
    const home = folderOf(workspace)
    const making = join(home, 'making')
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { recursive: true, mode: 0o700 })
    const { seq, chunks } = await source.load(workspace)
    const mark = await markOf(source, workspace, seq)
    if (!mark) return
    const statements = await writeLines(making, chunks, () => isClosed)
    const old = await readdir(home)
    await rename(making, join(home, `${seq}-${mark}-${statements}`))
    for (const name of old) if (name !== 'making') await rm(join(home, name), { recursive: true, force: true })
    known.set(workspace, { seq, statements })
  }

  async function work(): Promise<void> {
    for (const [workspace, waiting] of queued) {
      await untilQuiet(waiting, quietMs, closing.signal)
      if (isClosed) return
      await write(workspace).catch((error) => {
        if (!isClosed) log.warn({ err: error, workspace }, 'A snapshot could not be written.')
      })
      queued.delete(workspace)
    }
  }

  return {
    find,
    consider(workspace, { seq, statements }) {
      if (isClosed || statements < fromStatements) return
      const waiting = queued.get(workspace)
      if (waiting && waiting.seq !== seq) Object.assign(waiting, { seq, movedAt: performance.now() })
      if (waiting) return
      const last = known.get(workspace)
      const grown = Math.abs(statements - (last?.statements ?? 0))
      // Replacing statements does not grow a workspace, but raises its number.
      if (last && Math.max(grown, seq - last.seq) < statements * CHANGED_SHARE) return
      queued.set(workspace, { seq, since: performance.now(), movedAt: performance.now() })
      working ??= work().finally(() => {
        working = undefined
      })
    },
    async drop(workspace) {
      known.delete(workspace)
      await rm(folderOf(workspace), { recursive: true, force: true })
    },
    idle: async () => working,
    async close() {
      isClosed = true
      closing.abort()
      await working
    },
  }
}

/** The workspace was seen at `seq` for the first time at `movedAt`. */
interface Queued {
  seq: number
  since: number
  movedAt: number
}

async function untilQuiet(waiting: Queued, quietMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const until = Math.min(waiting.movedAt + quietMs, waiting.since + LONGEST_WAIT_MS)
    if (until <= performance.now()) return
    await pause(until - performance.now(), undefined, { signal }).catch(() => undefined)
  }
}

/** The same only for the same history: a database that was restored from a copy gives its numbers a second time. */
async function markOf(source: Source, workspace: string, seq: number): Promise<string | undefined> {
  const mark = await source.mark?.(workspace, seq)
  return mark === undefined ? undefined : createHash('sha256').update(mark).digest('hex').slice(0, 32)
}

async function writeLines(folder: string, chunks: AsyncIterable<string>, isOver: () => boolean): Promise<number> {
  const plain = await open(join(folder, 'plain.nq'), 'w', 0o600)
  const rest = await open(join(folder, 'rest.nq'), 'w', 0o600)
  let statements = 0
  let cut = ''
  try {
    for await (const chunk of chunks) {
      if (isOver()) throw new Error('The engine was closed.')
      const lines = (cut + chunk).split('\n')
      cut = lines.pop()!
      statements += lines.length
      await plain.write(textOf(lines.filter(isPlain)))
      await rest.write(textOf(lines.filter((line) => !isPlain(line))))
      await pause(PAUSE_MS)
    }
    await plain.sync()
    await rest.sync()
    return statements
  } finally {
    await plain.close()
    await rest.close()
  }
}

const textOf = (lines: readonly string[]): string => (lines.length > 0 ? `${lines.join('\n')}\n` : '')
