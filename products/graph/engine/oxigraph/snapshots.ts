// Snapshots of large workspaces on disk: files with their lines, so that a new worker does not read them from the
// database, and an image of the memory that holds them, which needs no parsing. A file may be lost, damaged, outdated
// or from another history; then the next best source is read, and finally the database.
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@veritrace/platform/log'
import type { Source } from '../engine.ts'
import { makeImage } from './image-maker.ts'
import { IMAGE_FILES } from './notes.ts'
import { readSnapshot, type Snapshot } from './read-snapshot.ts'
import { writeSnapshot } from './write-snapshot.ts'

export interface Snapshots {
  find(workspace: string): Promise<Snapshot | undefined>
  /** Writes a new one in the background if the last is far behind the engine's state. */
  consider(workspace: string, state: { seq: number; statements: number }): void
  drop(workspace: string): Promise<void>
  /** Drops an unreadable image. It is not made again until the lines change. */
  dropImage(workspace: string): Promise<void>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface Options {
  folder: string
  source: Source
  log: Log
  /** Smaller workspaces load fast enough from the source. */
  fromStatements?: number
  /** Smaller workspaces load fast enough from lines. */
  imageFrom?: number
  /** Memory limit of the thread that makes an image. */
  memoryMb?: number
  /** Resolves when nothing more urgent is running, or when `most` aborts. */
  whenIdle?: (most: AbortSignal) => Promise<void>
  /** How long a workspace must be unchanged: a snapshot during writes would be outdated before it is complete. */
  quietMs?: number
}

/** A new snapshot is written when this share of the workspace has changed. */
const CHANGED_SHARE = 0.2
/** A workspace that is written to without a pause gets a snapshot after this time anyway. */
const LONGEST_WAIT_MS = 60_000
const FILE = /^(?<seq>\d+)-(?<mark>[0-9a-f]+)$/

interface Known {
  seq: number
  statements: number
  /** There is an image, or making one failed. */
  hasImage: boolean
}

export const snapshotName = (workspace: string): string =>
  createHash('sha256').update(workspace).digest('hex').slice(0, 32)

export function openSnapshots(options: Options): Snapshots {
  const {
    folder,
    source,
    log,
    fromStatements = 50_000,
    imageFrom = 200_000,
    quietMs = 3_000,
    memoryMb = 1024,
    whenIdle = async () => {},
  } = options
  const known = new Map<string, Known>()
  const queued = new Map<string, Queued>()
  const closing = new AbortController()
  const { signal } = closing
  let working: Promise<void> | undefined
  /** The snapshot that is being written. */
  let current: { workspace: string; stop: AbortController; done: Promise<void> } | undefined

  const folderOf = (workspace: string) => join(folder, snapshotName(workspace))

  async function find(workspace: string): Promise<Snapshot | undefined> {
    const home = folderOf(workspace)
    const names = await readdir(home).catch(() => [])
    for (const name of names) {
      const groups = FILE.exec(name)?.groups
      if (!groups) continue
      const seq = Number(groups.seq)
      if ((await markOf(source, workspace, seq)) !== groups.mark) continue
      const found = readSnapshot(join(home, name), seq)
      if (!found) continue
      const last = known.get(workspace)
      const hasImage = found.image !== undefined || (last?.seq === seq && last.hasImage)
      known.set(workspace, { seq, statements: found.statements, hasImage })
      return found
    }
    return undefined
  }

  async function write(workspace: string, patience: AbortSignal, stopped: AbortSignal): Promise<void> {
    const home = folderOf(workspace)
    const making = join(home, 'making')
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { recursive: true, mode: 0o700 })
    const { seq, chunks } = await source.load(workspace)
    const mark = await markOf(source, workspace, seq)
    if (!mark) return
    const { statements } = await writeSnapshot(making, chunks, () => whenIdle(patience), stopped)
    const old = await readdir(home)
    await rename(making, join(home, `${seq}-${mark}`))
    for (const name of old) if (name !== 'making') await rm(join(home, name), { recursive: true, force: true })
    known.set(workspace, { seq, statements, hasImage: false })
  }

  const isOld = (workspace: string, { seq, statements }: State): boolean => {
    const last = known.get(workspace)
    const grown = Math.abs(statements - (last?.statements ?? 0))
    // Replacing statements does not grow a workspace but raises its seq.
    return !last || Math.max(grown, seq - last.seq) >= statements * CHANGED_SHARE
  }
  const lacksImage = (workspace: string): boolean => {
    const last = known.get(workspace)
    return last !== undefined && !last.hasImage && last.statements >= imageFrom
  }

  async function renew(workspace: string, waiting: Queued, stopped: AbortSignal): Promise<void> {
    const patience = AbortSignal.any([stopped, AbortSignal.timeout(LONGEST_WAIT_MS)])
    await whenIdle(patience)
    if (stopped.aborted) return
    if (isOld(workspace, waiting)) await write(workspace, patience, stopped)
    // Making an image takes a while, so a workspace that is still changing waits for its next turn.
    if (!lacksImage(workspace) || performance.now() < waiting.movedAt + quietMs) return
    const last = known.get(workspace)!
    last.hasImage = true
    const [name] = (await readdir(folderOf(workspace))).filter((one) => FILE.test(one))
    if (name) await makeImage({ folder: join(folderOf(workspace), name), memoryMb, signal: stopped })
  }

  async function work(): Promise<void> {
    for (const [workspace, waiting] of queued) {
      await untilQuiet(waiting, quietMs, signal)
      if (signal.aborted) return
      // The workspace may have been dropped while we waited.
      if (queued.get(workspace) !== waiting) continue
      const stop = new AbortController()
      const stopped = AbortSignal.any([signal, stop.signal])
      const done = renew(workspace, waiting, stopped).catch((error) => {
        if (!stopped.aborted) log.warn({ err: error, workspace }, 'snapshot could not be written')
      })
      current = { workspace, stop, done }
      await done
      current = undefined
      queued.delete(workspace)
    }
  }

  return {
    find,
    consider(workspace, { seq, statements }) {
      if (signal.aborted || statements < fromStatements) return
      const waiting = queued.get(workspace)
      if (waiting && waiting.seq !== seq) Object.assign(waiting, { seq, statements, movedAt: performance.now() })
      if (waiting || !(isOld(workspace, { seq, statements }) || lacksImage(workspace))) return
      queued.set(workspace, { seq, statements, since: performance.now(), movedAt: performance.now() })
      working ??= work().finally(() => {
        working = undefined
      })
    },
    async drop(workspace) {
      if (current?.workspace === workspace) {
        current.stop.abort()
        await current.done
      }
      queued.delete(workspace)
      known.delete(workspace)
      await rm(folderOf(workspace), { recursive: true, force: true })
    },
    async dropImage(workspace) {
      const home = folderOf(workspace)
      for (const name of await readdir(home).catch(() => []))
        for (const file of IMAGE_FILES) await rm(join(home, name, file), { force: true })
    },
    idle: async () => working,
    async close() {
      closing.abort()
      await working
    },
  }
}

interface State {
  seq: number
  statements: number
}

/** `movedAt` is when the workspace was first seen at `seq`. */
interface Queued extends State {
  since: number
  movedAt: number
}

async function untilQuiet(waiting: Queued, quietMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const left = Math.min(waiting.movedAt + quietMs, waiting.since + LONGEST_WAIT_MS) - performance.now()
    if (left <= 0) return
    await pause(left, undefined, { signal }).catch(() => undefined)
  }
}

/** Differs between histories: a database restored from a backup assigns the same numbers again. */
async function markOf(source: Source, workspace: string, seq: number): Promise<string | undefined> {
  const mark = await source.mark?.(workspace, seq)
  return mark === undefined ? undefined : createHash('sha256').update(mark).digest('hex').slice(0, 32)
}
