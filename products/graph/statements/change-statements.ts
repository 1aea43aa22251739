// Every change of the graph, from a single statement to a SPARQL update, goes through this module.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import { bareId, readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { openPace, type Pace } from '../pace.ts'
import { readContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import { type Asserted, fromPacked, fromRows } from './asserted.ts'
import { assertedRow } from './asserted-row.ts'
import { type Delta, insertChange, type LoggedChange, touchContexts } from './change-store.ts'
import { lineOf } from './columns.ts'
import { describeChange, listKnownOf } from './describe-change.ts'
import type { MetaDelta } from './meta-lines.ts'
import { contextOfLine, mirrorChange } from './mirror-change.ts'
import { nextSeq } from './next-seq.ts'
import type { PackedRows } from './packed-rows.ts'
import { deleteStatements, type Removed } from './store.ts'
import { confirm, type Stored } from './store-early.ts'
import { storeMerged, storeNew } from './store-statements.ts'
import type { AssertedRow, Common, Metadata } from './tables.ts'
import type { Known } from './write-store.ts'

interface Assertion {
  /** Any N-Quads line whose graph is a context of the caller's workspace. */
  line: string
  metadata?: Metadata
  /** The language tag as written; lines have it in lower case. */
  language?: string
}

export interface StatementChange {
  /** Rows have checked terms and are not parsed again. */
  assert?: readonly (Assertion | AssertedRow)[]
  /** Bare ids, full ids, or lines. A statement that is also asserted stays. */
  retract?: readonly string[]
  /**
   * Set by an ingestion that replaces a context, to the time it arrived. Its changes are not mirrored to the copy, and
   * its statements count as asserted at that time, so that the next replacement can distinguish them from other writes.
   */
  replacingSince?: Date | undefined
  /** The change on which this one is based; throws `MovedOn` if another one came in between. */
  after?: number
  /** Called once no other change can come in between. */
  held?: (() => void) | undefined
}

export class MovedOn extends Error {}

export interface Changed {
  /** Grows by one with every change of the workspace, in commit order. */
  seq: number
  /** The time of creation of new statements. */
  now: Date
  /** Canonical lines of the statements that are new in the graph. */
  added: string[]
  removed: string[]
  /** Ids of asserted statements that already existed. */
  known: string[]
  /**
   * Metadata lines that come and go with this change. Engines apply them like other lines, but they are not statements.
   */
  meta(): MetaDelta
}

/**
 * Asserts and retracts in the transaction of `tx`. Call it last in the transaction: until the commit it blocks other
 * changes of the workspace, and once the event is recorded those of the tenant.
 */
export async function changeStatements(
  deps: Parts,
  tx: Db<Tables>,
  caller: Caller,
  { assert = [], retract = [], after, held, replacingSince }: StatementChange,
): Promise<Changed> {
  const pace = openPace()
  const rows = await rowsOf(caller, assert, pace)
  const kept = new Set(retract.length > 0 ? rows.map(({ id }) => id) : [])
  const gone = [...new Set(retract.map(idOf))].filter((id) => !kept.has(id))
  const asserted = await fromRows(rows, pace)
  const retracted = retract.filter(isLine)
  const written = await write(deps, tx, caller, asserted, { gone, retracted, isNew: true, after, held, replacingSince })
  const { seq, now, known, removed, meta } = written
  if (!replacingSince) await writeMirrored(deps, tx, caller, written, { asserted: rows, retracted })
  return { seq, now, added: asserted.linesBut(known), removed, known: [...known], meta }
}

export interface PackedChange {
  seq: number
  /** Number of statements that are new in the graph. */
  added: number
  /** Number of statements that already existed. */
  known: number
  /** Canonical lines of the new statements, without line ends. */
  lines(): string[]
}

/**
 * Asserts statements that a thread has checked and packed. `isNew` if all of them may be new: then that is tried
 * first. `stored` if they were already written early.
 */
export async function addPacked(
  deps: Parts,
  tx: Db<Tables>,
  caller: Caller,
  packed: PackedRows,
  how: { isNew: boolean; stored?: Stored | undefined; replacingSince?: Date | undefined },
): Promise<PackedChange> {
  const asserted = fromPacked(packed)
  const written = await write(deps, tx, caller, asserted, { gone: [], ...how })
  const { seq, known } = written
  if (!how.replacingSince && written.replaced.length > 0)
    await writeMirrored(deps, tx, caller, written, { asserted: asserted.linesBut(new Set()), retracted: [] })
  return { seq, added: asserted.count - known.size, known: known.size, lines: () => asserted.linesBut(known) }
}

type Parts = Pick<Graph, 'events' | 'clock' | 'checks'> & Partial<Pick<Graph, 'leases'>>

interface Written {
  seq: number
  now: Date
  known: ReadonlySet<string>
  removed: string[]
  removedRows: Removed[]
  /** The touched contexts that are being replaced. */
  replaced: string[]
  meta(): MetaDelta
}

interface How {
  gone: readonly string[]
  /** Lines to retract. They may exist in the copy even if they do not exist in the context. */
  retracted?: readonly string[]
  isNew: boolean
  stored?: Stored | undefined
  after?: number | undefined
  held?: (() => void) | undefined
  replacingSince?: Date | undefined
}

/** Mirrors the change in a separate change with the next number. */
async function writeMirrored(
  deps: Parts,
  tx: Db<Tables>,
  caller: Caller,
  { replaced, removedRows }: Written,
  change: Pick<Parameters<typeof mirrorChange>[2], 'asserted' | 'retracted'>,
): Promise<void> {
  if (replaced.length === 0) return
  const { assert, gone } = mirrorChange(caller, replaced, { ...change, removed: removedRows })
  await write(deps, tx, caller, await fromRows(assert), { gone, isNew: false })
}

async function write(
  { events, clock, checks, leases }: Parts,
  tx: Db<Tables>,
  caller: Caller,
  asserted: Asserted,
  { gone, retracted = [], isNew, stored, after, held, replacingSince }: How,
): Promise<Written> {
  const { tenant, workspace } = caller
  const now = stored?.now ?? clock.now()
  const assertedAt = replacingSince ?? now
  const seq = await nextSeq(leases, tx, { tenant, workspace })
  // Checked first: a later result, such as a shape violation, would be based on outdated data.
  if (after !== undefined && seq !== after + 1) throw new MovedOn()
  held?.()
  if (stored) await confirm(tx, stored, seq)
  const removedRows = gone.length > 0 ? await deleteStatements(tx, tenant, workspace, gone) : []
  const common = { tenant, workspace, seq, now: assertedAt, created_by: caller.actor.id }
  const { met, describedRows } = stored ? NOTHING_MET : await store(tx, asserted, common, isNew)
  const known = new Set(met.map(({ id }) => id))
  const added = asserted.count - known.size
  const removed = removedRows.map((row) => lineOf(tenant, workspace, row))
  const named = retracted.flatMap((line) => contextOfLine(caller, line) ?? [])
  const growth = growthOf(asserted, [...met, ...removedRows], named)
  const shrunk = [...new Set(removedRows.map(({ context }) => context))]
  const replaced = await touchContexts(tx, tenant, workspace, { growth, shrunk, assertedAt, now })
  const metaChange = { described: asserted.described, known: describedRows, removed: removedRows, now: assertedAt }
  const meta = (described = metaChange.described) => describeChange(tenant, workspace, { ...metaChange, described })
  await insertChange(tx, tenant, workspace, logged({ seq, removed, known }, asserted, meta), now)
  await checks?.afterChange(tx, caller, {
    seq,
    removed,
    // Lazy, because it is only read if a shape is enforced.
    get added() {
      return asserted.linesBut(known)
    },
  })
  await events.record(tx, caller, {
    action: 'statements.change',
    resource: { type: 'workspace', id: workspace, label: workspace },
    data: { seq, added, removed: removed.length, known: known.size },
  })
  return { seq, now: assertedAt, removed, removedRows, replaced, known, meta }
}

/** Existing statements, and their metadata. */
interface Met {
  met: Known[]
  describedRows: Removed[]
}
const NOTHING_MET: Met = { met: [], describedRows: [] }

async function store(tx: Db<Tables>, asserted: Asserted, common: Common, isNew: boolean): Promise<Met> {
  if (asserted.count === 0 || (isNew && (await storeNew(tx, asserted, common)))) return NOTHING_MET
  const describedRows = await listKnownOf(tx, common.tenant, common.workspace, asserted.described)
  return { met: await storeMerged(tx, asserted, common), describedRows }
}

/** The change in the form that engines apply. */
export function withMeta({ seq, added, removed, meta }: Pick<Changed, 'seq' | 'added' | 'removed' | 'meta'>): Delta {
  const about = meta()
  return { seq, added: added.concat(about.added), removed: removed.concat(about.removed) }
}

/**
 * Up to this many new lines are copied to the log. Beyond it, readers of the log fetch the statements and their
 * metadata by the number of the change.
 */
const MOST_LOGGED = 1_000

function logged(
  { seq, removed, known }: Pick<Written, 'seq' | 'removed' | 'known'>,
  asserted: Asserted,
  meta: (described: AssertedRow[]) => MetaDelta,
): LoggedChange {
  const { count, described } = asserted
  const rows = count - known.size
  if (rows <= MOST_LOGGED)
    return { ...withMeta({ seq, added: asserted.linesBut(known), removed, meta: () => meta(described) }), rows: 0 }
  const ofKnown = () => meta(described.filter(({ id }) => known.has(id)))
  return { ...withMeta({ seq, added: [], removed, meta: ofKnown }), rows }
}

/** Pauses between rows, because an update may have hundreds of thousands. */
export async function rowsOf(
  caller: Caller,
  assert: readonly (Assertion | AssertedRow)[],
  pace: Pace,
): Promise<AssertedRow[]> {
  const rows: AssertedRow[] = []
  for (const one of assert) {
    rows.push('id' in one ? one : rowOf(caller, one))
    if (pace.isOver()) await pace.rest()
  }
  return rows
}

function rowOf(caller: Caller, { line, metadata, language }: Assertion): AssertedRow {
  const quad = readLine(line)
  const context = readContext(quad.graph.value, caller.tenant, caller.workspace)
  if ('refused' in context) fail('graph_out_of_scope', `${quad.graph.value} is not a context of this workspace.`)
  return assertedRow(quad, context.name, { metadata, language })
}

const isLine = (text: string): boolean => readStatementId(text) === undefined
const idOf = (text: string): string => readStatementId(text) ?? bareId(writeQuad(readLine(text)))

function growthOf(
  { contexts }: Asserted,
  knownOrGone: readonly { context: string }[],
  named: readonly string[],
): Map<string, number> {
  const growth = new Map(contexts)
  for (const context of named) growth.set(context, growth.get(context) ?? 0)
  for (const { context } of knownOrGone) growth.set(context, (growth.get(context) ?? 0) - 1)
  return growth
}
