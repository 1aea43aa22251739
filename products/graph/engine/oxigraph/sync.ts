// Keeps the store of one workspace in its worker equal to the source: loads it whole, then follows its changes.
import type { Log } from '@veritrace/platform/log'
import { type Change, EngineError, type Source } from '../engine.ts'
import { openRestore } from './from-snapshot.ts'
import { type Message, pack, STEP_MS, type Wear } from './messages.ts'
import { type Slot, WorkerLost } from './slot.ts'
import type { Snapshots } from './snapshots.ts'

export interface Sync {
  /** Loads or catches up where needed; answers the `seq` of the store. */
  freshen(atLeastSeq: number): Promise<number>
  /** The same where there is nothing to load and nothing to catch up with. */
  freshAt(atLeastSeq: number): number | undefined
  /** Called now and then: large workspaces are kept beside the source. */
  keep(): void
  apply(change: Change): Promise<void>
  forget(): Promise<void>
  /** Called before another worker is used: this one need not hold the workspace any more. */
  leave(): void
  noteWear(wear: Wear): void
  isLoaded(): boolean
  statements(): number
  /** Where the store stands; undefined when it is not loaded. */
  seq(): number | undefined
}

interface Deps {
  slot(): Slot
  source: Source
  log: Log
  /** Where large workspaces are kept beside the source. */
  snapshots: Snapshots | undefined
  loaded(): void
  /** Called when a step lasts. */
  lasts(): void
}

/** Text for one step: larger ones need more memory at once. */
const STEP_CHARS = 8_000_000
/** A store with more dead entries than this share, and not just a few, is slow: it is loaded anew. */
const DEAD_SHARE = 0.2
const DEAD_FEW = 20_000
/** So is one where a single subject has many, measured by what loading it costs. */
const WORST_SHARE = 0.02
const WORST_FEW = 2_000
const UNWORN: Wear = { dead: 0, worst: 0 }
const isWornOut = ({ statements, wear }: { statements: number; wear: Wear }): boolean =>
  wear.dead > Math.max(DEAD_FEW, statements * DEAD_SHARE) || wear.worst > Math.max(WORST_FEW, statements * WORST_SHARE)

export function openSync({ slot, source, log, snapshots, loaded, lasts }: Deps, workspace: string): Sync {
  let held: { seq: number; generation: number; statements: number; wear: Wear } | undefined

  const restore = openRestore({ slot, snapshots, log }, workspace)
  const current = () => (held?.generation === slot().generation() ? held : undefined)
  const drop = () => slot().run({ message: { do: 'forget', workspace }, limitMs: STEP_MS })
  const step = async (message: Message) => {
    const reply = await slot().run({ message, limitMs: STEP_MS, canMove: message.do === 'load', lasts })
    return reply.did === 'load' || reply.did === 'apply' ? reply : { statements: 0, wear: UNWORN }
  }

  /** From the snapshot, if there is one; what has happened since then is caught up with. */
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
    const generation = slot().generation()
    let statements = 0
    let first = true
    for await (const lines of steps(chunks)) {
      // Another worker would not know what was loaded so far.
      if (slot().generation() !== generation) lost()
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
    // Until it is done the store is neither here nor there.
    held = undefined
    const { statements, wear } = await step({ do: 'apply', workspace, changes: packed })
    held = { ...before, seq: last.seq, statements: before.statements + statements, wear }
  }

  /** A failure of the source is not the caller's; it is told apart from the engine's own. */
  async function fromSource<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (cause) {
      log.error({ err: cause, workspace }, 'The engine could not read its source.')
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
      // At least one step, so that an empty workspace has a store too.
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
      // A snapshot would bring the changes back that wore the store out.
      if (held && isWornOut(held)) await loadOrFail(load)
      else if (!current()) await loadOrFail(restoreOrLoad)
      if (current()!.seq < atLeastSeq) await catchUp()
      keep()
      const { seq } = current() ?? lost()
      if (seq < atLeastSeq) throw new EngineError('unavailable', `The engine is at ${seq}, before ${atLeastSeq}.`)
      return seq
    },
    async apply(change) {
      const { seq } = current() ?? {}
      // What is not loaded will be loaded with the change in it.
      if (seq === undefined || change.seq <= seq) return
      try {
        await (change.seq === seq + 1 ? follow([change]) : catchUp())
        keep()
      } catch (error) {
        held = undefined
        if (!(error instanceof WorkerLost)) log.error({ err: error, workspace }, 'A change could not be applied.')
      }
    },
    async forget() {
      // A worker that ended has forgotten by itself.
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
  throw new WorkerLost('The worker ended in between.')
}

/** A load that breaks the worker may have met a full one; with the worker for itself it gets a second chance. */
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
