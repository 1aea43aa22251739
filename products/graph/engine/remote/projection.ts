// Keeps one workspace on the server equal to the source: loads it once, then follows its changes. The record on the
// server is updated only after the data, and changes are sets of lines, so an interrupted step can simply be repeated.
import { createHash } from 'node:crypto'
import { newId } from '@veritrace/platform/ids'
import type { Log } from '@veritrace/platform/log'
import { type Change, type Delta, EngineError, type ProjectionSource } from '../engine.ts'
import { partsOf } from '../oxigraph/lines.ts'
import { type Feed, openFeed } from './feed.ts'
import { type Owner, openRecords, type Records, type State, type WorkspaceRecord } from './records.ts'
import type { Server } from './server.ts'

export interface Projection {
  /** Loads or catches up until the change is included; returns the server's state. */
  catchUp(atLeastSeq: number, change?: Change): Promise<State>
  read(): Promise<State | undefined>
  drop(): Promise<void>
}

interface Deps extends Owner {
  server: Server
  source: ProjectionSource
  log: Log
}

export function openProjection({ server, source, log, ...owner }: Deps, workspace: string): Projection {
  const records: Records = openRecords(server, owner, workspace)
  const feed: Feed = openFeed({ server, source: guarded(source, log) }, workspace)
  const from = guarded(source, log)
  /** The load whose history was already compared with the source. */
  let known: string | undefined

  async function catchUpExclusively(
    record: WorkspaceRecord,
    atLeastSeq: number,
    change: Change | undefined,
  ): Promise<State> {
    const held = record.state && (await isOurs(record.state)) ? record.state : await load(record)
    if (held.seq >= atLeastSeq) return held
    const changes = change?.seq === held.seq + 1 ? [change] : await from.changes(workspace, held.seq)
    if (changes.some(({ seq }, index) => seq !== held.seq + index + 1)) return load(record)
    return changes.length > 0 ? follow(held, changes, record) : held
  }

  async function load({ graphs }: WorkspaceRecord): Promise<State> {
    await records.release()
    await records.clear(graphs)
    const { seq, chunks } = await from.load(workspace)
    const noted = new Set<string>()
    let statements = 0
    for await (const lines of wholeLines(chunks)) {
      await noteGraphs(lines, noted)
      await feed.add(lines)
      statements += lines.length
    }
    return hold({ seq, load: newId('l'), statements, mark: await markOf(seq) })
  }

  async function follow(held: State, changes: readonly Change[], { graphs }: WorkspaceRecord): Promise<State> {
    const { added, removed } = netOf(changes)
    await noteGraphs(added, new Set(graphs))
    await feed.change(removed, added)
    const { seq } = changes.at(-1)!
    const statements = held.statements + sum(changes, 'added') - sum(changes, 'removed')
    return hold({ ...held, seq, statements, mark: await markOf(seq) })
  }

  async function hold(state: State): Promise<State> {
    await records.hold(state)
    known = state.load
    return state
  }

  /** Records a graph before its first statement is written, so that none can be left behind. */
  async function noteGraphs(lines: readonly string[], noted: Set<string>): Promise<void> {
    const fresh = new Set(lines.map((line) => partsOf(line).graph.slice(1, -1))).difference(noted)
    await records.addGraphs(fresh)
    for (const graph of fresh) noted.add(graph)
  }

  /** A database restored from a backup assigns the same numbers again, to other changes. */
  async function isOurs({ load, seq, mark }: State): Promise<boolean> {
    if (load === known) return true
    return (
      source.mark === undefined || (seq === 0 ? mark === UNMARKED : mark !== UNMARKED && mark === (await markOf(seq)))
    )
  }

  async function markOf(seq: number): Promise<string> {
    const mark = await from.mark?.(workspace, seq)
    return mark === undefined ? UNMARKED : createHash('sha256').update(mark).digest('hex').slice(0, 32)
  }

  return {
    async catchUp(atLeastSeq, change) {
      // Another process may have caught up already, but not with a change that was just committed here.
      const state = change ? undefined : (await records.read()).state
      const isThere = state && state.seq >= atLeastSeq && (await isOurs(state))
      const held = isThere
        ? state
        : await records.exclusively((record) => catchUpExclusively(record, atLeastSeq, change))
      known = held.load
      if (held.seq < atLeastSeq)
        throw new EngineError('unavailable', `The engine is at change ${held.seq}, before ${atLeastSeq}.`)
      return held
    },
    read: async () => (await records.read()).state,
    drop: () =>
      records.exclusively(async ({ graphs }) => {
        await records.release()
        await records.clear(graphs)
      }),
  }
}

const UNMARKED = '-'

const sum = (changes: readonly Change[], what: keyof Delta): number =>
  changes.reduce((total, change) => total + change[what].length, 0)

/** The net effect of several changes: the last one for each line. */
function netOf(changes: readonly Change[]): Delta {
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const change of changes) {
    for (const line of change.removed) {
      added.delete(line)
      removed.add(line)
    }
    for (const line of change.added) {
      removed.delete(line)
      added.add(line)
    }
  }
  return { added: [...added], removed: [...removed] }
}

async function* wholeLines(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/** The source, with its failures reported as unavailable. */
function guarded(source: ProjectionSource, log: Log): ProjectionSource {
  const guard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      log.error({ err: cause }, 'engine could not read its source')
      throw new EngineError('unavailable', 'The engine cannot read the statements now.', { cause })
    }
  }
  return {
    load: async (workspace) => {
      const { seq, chunks } = await guard(source.load(workspace))
      return { seq, chunks: guardedChunks(chunks, guard) }
    },
    changes: (workspace, after) => guard(source.changes(workspace, after)),
    siblingLiterals: (workspace, lines) => guard(source.siblingLiterals(workspace, lines)),
    ...(source.mark && { mark: (workspace: string, seq: number) => guard(source.mark!(workspace, seq)) }),
  }
}

async function* guardedChunks<T>(
  chunks: AsyncIterable<T>,
  guard: <V>(work: Promise<V>) => Promise<V>,
): AsyncGenerator<T> {
  const reader = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await guard(reader.next())
      if (done) return
      yield value
    }
  } finally {
    await reader.return?.()
  }
}
