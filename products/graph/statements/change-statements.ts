// The one way in and out: whatever changes a graph, from a single statement to a SPARQL update, is told here.

import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { bareId, readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { readContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import { assertedRow } from './asserted-row.ts'
import { type Delta, insertChange, type LoggedChange, takeSeq, touchContexts } from './change-store.ts'
import { lineOf } from './columns.ts'
import { describeChange, listKnownOf } from './describe-change.ts'
import type { MetaDelta } from './meta-lines.ts'
import { linesBut, type PackedRows, packRows } from './pack-rows.ts'
import { deleteStatements } from './store.ts'
import type { AssertedRow, Metadata } from './tables.ts'
import { type Known, upsertStatements } from './write-store.ts'

interface Assertion {
  /** Any N-Quads line whose graph is a context of the caller's workspace. */
  line: string
  metadata?: Metadata
  /** The language tag as it was written; lines have it in lower case. */
  language?: string
}

export interface StatementChange {
  /** Rows are of terms that were checked: they are not read again. */
  assert?: readonly (Assertion | AssertedRow)[]
  /** Ids, bare or whole, or lines. What is also asserted stays. */
  retract?: readonly string[]
}

export interface Changed {
  /** Grows by one with every change of the workspace, in the order of the commits. */
  seq: number
  /** Canonical lines that are in the graph now and were not before. */
  added: string[]
  removed: string[]
  /** Ids of what was asserted and there already. */
  known: string[]
  /** Lines about statements that come and go with this. Engines take them like the others; they are none of ours. */
  meta(): MetaDelta
}

/**
 * Asserts and retracts in the transaction of `tx`. From here to the commit other changes of the workspace wait, and from
 * the record on those of the tenant: call it last.
 */
export async function changeStatements(
  deps: Parts,
  tx: Db<Tables>,
  caller: Caller,
  { assert = [], retract = [] }: StatementChange,
): Promise<Changed> {
  const rows = assert.map((one) => ('id' in one ? one : rowOf(caller, one)))
  const kept = new Set(retract.length > 0 ? rows.map(({ id }) => id) : [])
  const gone = [...new Set(retract.map(idOf))].filter((id) => !kept.has(id))
  return write(deps, tx, caller, packRows(rows), gone)
}

/** The same for statements of the workspace that a thread has checked and packed. */
export const addPacked = (deps: Parts, tx: Db<Tables>, caller: Caller, packed: PackedRows): Promise<Changed> =>
  write(deps, tx, caller, packed, [])

type Parts = Pick<Graph, 'events' | 'clock' | 'checks'>

async function write(
  { events, clock, checks }: Parts,
  tx: Db<Tables>,
  caller: Caller,
  packed: PackedRows,
  gone: readonly string[],
): Promise<Changed> {
  const { tenant, workspace } = caller
  const now = clock.now()
  const seq = await takeSeq(tx, tenant, workspace)
  const removedRows = gone.length > 0 ? await deleteStatements(tx, tenant, workspace, gone) : []
  const describedRows = await listKnownOf(tx, tenant, workspace, packed.described)
  const author = { created_by: caller.actor.id, now, seq }
  const met = packed.lines === '' ? [] : await upsertStatements(tx, tenant, workspace, packed.columns, author)
  const known = new Set(met.map(({ id }) => id))
  const added = linesBut(packed, known)
  const removed = removedRows.map((row) => lineOf(tenant, workspace, row))
  await touchContexts(tx, tenant, workspace, growthOf(packed, met, removedRows), now)
  const told = { described: packed.described, known: describedRows, removed: removedRows, now }
  const meta = (described = told.described) => describeChange(tenant, workspace, { ...told, described })
  await insertChange(tx, tenant, workspace, logged({ seq, added, removed, known }, meta, packed.described), now)
  await checks?.afterChange(tx, caller, { seq, added, removed })
  await events.record(tx, caller, {
    action: 'statements.change',
    resource: { type: 'workspace', id: workspace, label: workspace },
    data: { seq, added: added.length, removed: removed.length, known: known.size },
  })
  return { seq, added, removed, known: [...known], meta }
}

/** The change as engines take it. */
export function withMeta({ seq, added, removed, meta }: Pick<Changed, 'seq' | 'added' | 'removed' | 'meta'>): Delta {
  const about = meta()
  return { seq, added: added.concat(about.added), removed: removed.concat(about.removed) }
}

/**
 * More new lines than this are not written a second time: who reads the log finds them, and what is said about them, by
 * the number of the change.
 */
const MOST_LOGGED = 1_000

function logged(
  { seq, added, removed, known }: Delta & { known: ReadonlySet<string> },
  meta: (described: AssertedRow[]) => MetaDelta,
  described: AssertedRow[],
): LoggedChange {
  if (added.length <= MOST_LOGGED) return { ...withMeta({ seq, added, removed, meta: () => meta(described) }), rows: 0 }
  const ofKnown = () => meta(described.filter(({ id }) => known.has(id)))
  return { ...withMeta({ seq, added: [], removed, meta: ofKnown }), rows: added.length }
}

function rowOf(caller: Caller, { line, metadata, language }: Assertion): AssertedRow {
  const quad = readLine(line)
  const context = readContext(quad.graph.value, caller.tenant, caller.workspace)
  if ('refused' in context) fail('graph_out_of_scope', `${quad.graph.value} is not a context of this workspace.`)
  return assertedRow(quad, context.name, { metadata, language })
}

const idOf = (text: string): string => readStatementId(text) ?? bareId(writeQuad(readLine(text)))

/** By how much each context grows; 0 for one in which known statements were said again. */
function growthOf(
  { contexts }: PackedRows,
  known: readonly Known[],
  removed: readonly { context: string }[],
): Map<string, number> {
  const growth = new Map(contexts)
  for (const { context } of [...known, ...removed]) growth.set(context, (growth.get(context) ?? 0) - 1)
  return growth
}
