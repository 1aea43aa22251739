// The text indexes of this process: built when a scope is first searched, updated from the change log, dropped when
// memory is needed. A search sees everything that was committed before it started.
import type { Db } from '@veritrace/platform/db/db'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { type Memory, memoryOf } from '../../memory.ts'
import { openPace } from '../../pace.ts'
import { graphPrefix } from '../../scope/rules.ts'
import { currentSeq } from '../../statements/change-store.ts'
import { columnsOf } from '../../statements/columns.ts'
import { readChanges } from '../../statements/follow-statements.ts'
import { BEGINNING, type Place } from '../../statements/lookup-store.ts'
import type { Tables } from '../../tables.ts'
import { readLine } from '../../terms/nquads.ts'
import { RDF_TYPE } from '../label-rules.ts'
import { listTexts, type Within } from '../store.ts'
import { type TextIndex, type TextRow, textIndex } from './text-index.ts'

export interface TextIndexes {
  at(within: Within): Promise<TextIndex>
  memory: Memory
  stats(): { indexes: number; statements: number }
}

interface Entry {
  index: TextIndex
  seq: number
  /** One caller updates the index at a time; the others wait and check again. */
  work: Promise<unknown>
}

const ROWS_AT_ONCE = 2_000
const LONGEST_TEXT = 20_000
const LINES_AT_ONCE = 10_000
/** Limit of statements, at about half a kilobyte each. */
const MOST_HELD = 1_000_000

export function openTextIndexes(db: Db<Tables>, mostHeld = MOST_HELD): TextIndexes {
  /** In order of last use. */
  const held = new Map<string, Entry>()
  const total = () => [...held.values()].reduce((sum, { index }) => sum + index.size(), 0)

  function makeRoom(kept: string): void {
    for (const key of held.keys()) {
      if (total() <= mostHeld) return
      if (key !== kept) held.delete(key)
    }
  }

  return {
    async at(within) {
      const key = JSON.stringify(within)
      const wanted = await currentSeq(db, within[0], within[1])
      const entry = held.get(key) ?? { index: textIndex(), seq: -1, work: Promise.resolve() }
      held.delete(key)
      held.set(key, entry)
      const work = entry.work.catch(() => {}).then(() => (entry.seq < wanted ? catchUp(db, within, entry) : undefined))
      entry.work = work
      await work
      makeRoom(key)
      return entry.index
    },
    memory: memoryOf(held),
    stats: () => ({ indexes: held.size, statements: total() }),
  }
}

async function catchUp(db: Db<Tables>, within: Within, entry: Entry): Promise<void> {
  if (entry.seq < 0 || entry.index.isWorn()) return load(db, within, entry)
  for (;;) {
    const changes = await readChanges(db, within[0], within[1], entry.seq, LINES_AT_ONCE)
    if (!changes) return load(db, within, entry)
    if (changes.length === 0) return
    for (const { seq, added, removed } of changes) {
      const take = (lines: string[], change: (row: TextRow) => void) =>
        forEachPaced(rowsOf(lines, within), (row) => change(row))
      await take(removed, (row) => entry.index.remove(row, seq))
      await take(added, (row) => entry.index.add(row, seq))
      entry.seq = seq
      entry.index.reach(seq)
    }
  }
}

async function load(db: Db<Tables>, within: Within, entry: Entry): Promise<void> {
  const index = textIndex()
  const seq = await currentSeq(db, within[0], within[1])
  let after: Place = BEGINNING
  while (!index.isFull()) {
    const rows = await listTexts(db, within, after, { limit: ROWS_AT_ONCE, length: LONGEST_TEXT })
    await forEachPaced(rows, (row) => index.add(row, row.seq))
    if (rows.length < ROWS_AT_ONCE) break
    after = rows.at(-1)!
  }
  index.reach(seq)
  entry.index = index
  entry.seq = seq
}

async function forEachPaced<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  const pace = openPace()
  for (const item of items) {
    work(item)
    if (pace.isOver()) await pace.rest()
  }
}

/** The lines that belong in a text index, as rows. Most lines are skipped without parsing. */
function* rowsOf(lines: readonly string[], [tenant, workspace, context]: Within): Generator<TextRow> {
  const prefix = ` <${graphPrefix(tenant, workspace)}`
  for (const line of lines) {
    if (!line.includes('> "') && !line.includes(`<${RDF_TYPE}>`)) continue
    const graph = line.lastIndexOf(prefix)
    const name = line.slice(graph + prefix.length, -3)
    // Context names contain no slash, but metadata graphs do.
    if (graph < 0 || name.includes('/') || (context !== undefined && name !== context)) continue
    yield { ...columnsOf(readLine(line)), id: bareId(line) }
  }
}
