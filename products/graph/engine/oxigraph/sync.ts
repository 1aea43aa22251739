// Keeps the store of one workspace in its worker equal to the source: loads it once, then follows its changes.
import type { Log } from '@veritrace/platform/log'
import { type Change, EngineError, type Source } from '../engine.ts'
import { type EngineWorker, WorkerLost } from './engine-worker.ts'
import { openRestore } from './from-snapshot.ts'
import { type Message, pack, STEP_MS, type Wear } from './messages.ts'
import type { Snapshots } from './snapshots.ts'

export interface Sync {
  /** Loads or catches up if needed; returns the `seq` of the store. */
  freshen(atLeastSeq: number): Promise<number>
  /** The `seq` of the store if nothing needs to be loaded; otherwise undefined. */
  freshAt(atLeastSeq: number): number | undefined
  /** Considers a new snapshot. Called after each request. */
  keep(): void
  apply(change: Change): Promise<void>
  forget(): Promise<void>
  /** Called before another worker takes over, so that this one can drop the workspace. */
  leave(): void
  noteWear(wear: Wear): void
  isLoaded(): boolean
  statements(): number
  /** The state of the store; undefined if it is not loaded. */
  seq(): number | undefined
}

interface Deps {
  worker(): EngineWorker
  source: Source
  log: Log
  /** Where large workspaces are saved. */
  snapshots: Snapshots | undefined
  loaded(): void
  /** Called when a step takes long. */
  onLong(): void
}

/** Characters per step: larger steps need more memory at once. */
const STEP_CHARS = 8_000_000
/** A store whose dead entries exceed this share, and a minimum number, is slow and gets reloaded. */
const DEAD_SHARE = 0.2
const DEAD_FEW = 20_000
/** The same for dead entries of a single subject, chosen by the measured cost of reloading. */
const WORST_SHARE = 0.02
const WORST_FEW = 2_000
const UNWORN: Wear = { dead: 0, worst: 0 }
const isWornOut = ({ statements, wear }: { statements: number; wear: Wear }): boolean =>
  wear.dead > Math.max(DEAD_FEW, statements * DEAD_SHARE) || wear.worst > Math.max(WORST_FEW, statements * WORST_SHARE)

export function openSync({ worker, source, log, snapshots, loaded, onLong }: Deps, workspace: string): Sync {
  let held: { seq: number; generation: number; statements: number; wear: Wear } | undefined

  const restore = openRestore({ worker, snapshots, log }, workspace)
  const current = () => (held?.generation === worker().generation() ? held : undefined)
  const drop = () => worker().run({ message: { do: 'forget', workspace }, limitMs: STEP_MS })
  const step = async (message: Message) => {
    const reply = await worker().run({ message, limitMs: STEP_MS, canMove: message.do === 'load', onLong })
    return reply.did === 'load' || reply.did === 'apply' ? reply : { statements: 0, wear: UNWORN }
  }

  /** Restores the snapshot, if there is one; later changes follow. */
  async function restoreOrLoad(): Promise<void> {
    const snapshot = await fromSource(async () => snapshots?.find(workspace))
    held = undefined
    const restored = snapshot && (await restore(snapshot))
    if (!restored) return load()
    held = { ...restored, seq: snapshot.seq, wear: UNWORN }
    if (!current()) lost()
    loaded()
  }

  async function load(): Promise<void> {
    held = undefined
    const { seq, chunks } = await fromSource(() => source.load(workspace))
    const generation = worker().generation()
    let statements = 0
    let first = true
    for await (const lines of steps(chunks)) {
      // A new worker would miss what was loaded so far.
      if (worker().generation() !== generation) lost()
      statements += (await step({ do: 'load', workspace, first, lines })).statements
      first = false
    }
    held = { seq, generation, statements, wear: UNWORN }
    if (!current()) lost()
    loaded()
  }

  async function catchUp(): Promise<void> {
    const { seq } = held!
    const changes = await fromSource(() => source.changes(workspace, seq))
    if (changes.some((change, index) => change.seq !== seq + index + 1)) return load()
    await follow(changes)
  }

  const keep = () => {
    const now = current()
    if (now) snapshots?.consider(workspace, now)
  }

  async function follow(changes: Change[]): Promise<void> {
    const last = changes.at(-1)
    if (!last) return
    const packed = changes.map(({ added, removed, bulk }) => ({ added: pack(added), removed: pack(removed), bulk }))
    const before = current() ?? lost()
    // A failure halfway leaves the store in an unknown state.
    held = undefined
    const { statements, wear } = await step({ do: 'apply', workspace, changes: packed })
    held = { ...before, seq: last.seq, statements: before.statements + statements, wear }
  }

  /** Reports a failure of the source as unavailable: it is neither the caller's nor the engine's fault. */
  async function fromSource<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (cause) {
      log.error({ err: cause, workspace }, 'engine could not read its source')
      throw new EngineError('unavailable', 'The engine cannot read the statements now.', { cause })
    }
  }

  async function* steps(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    let text = ''
    const reader = chunks[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await fromSource(() => reader.next())
        if (done) break
        text += value
        if (text.length < STEP_CHARS) continue
        const end = text.lastIndexOf('\n')
        if (end < 0) continue
        yield text.slice(0, end)
        text = text.slice(end + 1)
      }
      // At least one step, so that an empty workspace gets a store too.
      yield text.trimEnd()
    } finally {
      await reader.return?.()
    }
  }

  return {
    isLoaded: () => current() !== undefined,
    statements: () => current()?.statements ?? 0,
    seq: () => current()?.seq,
    noteWear(wear) {
      if (held) held.wear = wear
    },
    freshAt(atLeastSeq) {
      const now = current()
      return now && now.seq >= atLeastSeq && !isWornOut(now) ? now.seq : undefined
    },
    keep,
    async freshen(atLeastSeq) {
      // A snapshot would not help if it already contains the dead entries.
      if (held && isWornOut(held)) await loadOrFail(load)
      else if (!current()) await loadOrFail(restoreOrLoad)
      if (current()!.seq < atLeastSeq) await catchUp()
      keep()
      const { seq } = current() ?? lost()
      if (seq < atLeastSeq)
        throw new EngineError('unavailable', `The engine is at change ${seq}, before ${atLeastSeq}.`)
      return seq
    },
    async apply(change) {
      const { seq } = current() ?? {}
      // A workspace that is not loaded will be loaded with the change included.
      if (seq === undefined || change.seq <= seq) return
      try {
        await (change.seq === seq + 1 ? follow([change]) : catchUp())
        keep()
      } catch (error) {
        held = undefined
        if (!(error instanceof WorkerLost)) log.error({ err: error, workspace }, 'change could not be applied')
      }
    },
    async forget() {
      // A replaced worker is already empty.
      if (current()) await drop().catch(() => undefined)
      held = undefined
    },
    leave() {
      void drop().catch(() => undefined)
      held = undefined
    },
  }
}

const lost = (): never => {
  throw new WorkerLost('The worker was replaced between two steps.')
}

/**
 * If loading crashes the worker, its memory may have been full. The new worker is empty, so a second try can succeed.
 */
async function loadOrFail(load: () => Promise<void>): Promise<void> {
  const broke = (error: unknown) =>
    error instanceof EngineError && (error.kind === 'too_large' || error.kind === 'crashed')
  try {
    return await load().catch((error) => (broke(error) ? load() : Promise.reject(error)))
  } catch (cause) {
    if (!(cause instanceof EngineError) || cause.kind === 'unavailable') throw cause
    throw new EngineError('unavailable', 'The statements of the workspace cannot be loaded.', { cause })
  }
}
