// The one way in and out: whatever changes a graph, from a single statement to a SPARQL update, is told here.

import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { bareId, readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { readContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readCanonical, readLine, writeQuad } from '../terms/nquads.ts'
import { type Delta, insertChange, type LoggedChange, takeSeq, touchContexts } from './change-store.ts'
import { columnsOf, lineOf, type TermColumns } from './columns.ts'
import { describeChange, listKnownOf } from './describe-change.ts'
import type { MetaDelta } from './meta-lines.ts'
import { deleteStatements } from './store.ts'
import { type NewRow, upsertStatements } from './write-store.ts'

export type Metadata = Record<string, unknown>

export interface Assertion {
  /** Any N-Quads line whose graph is a context of the caller's workspace. */
  line: string
  metadata?: Metadata
  /** The language tag as it was written; lines have it in lower case. */
  language?: string
  /** Only for a line that `writeQuad` wrote from checked terms: its id, so that it need not be read so closely again. */
  id?: string
  /** From `prepared`. */
  row?: AssertedRow
}

export interface StatementChange {
  assert?: readonly Assertion[]
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
  meta: MetaDelta
}

/**
 * Asserts and retracts in the transaction of `tx`. From here to the commit other changes of the workspace wait, and from
 * the record on those of the tenant: call it last.
 */
export async function changeStatements(
  { events, clock, checks }: Pick<Graph, 'events' | 'clock' | 'checks'>,
  tx: Db<Tables>,
  caller: Caller,
  { assert = [], retract = [] }: StatementChange,
): Promise<Changed> {
  const { tenant, workspace } = caller
  const rows = mergeTwins(assert.map((assertion) => assertion.row ?? rowOf(caller, assertion)))
  const gone = [...new Set(retract.map(idOf))].filter((id) => !rows.has(id))
  const now = clock.now()
  const seq = await takeSeq(tx, tenant, workspace)
  const removedRows = gone.length > 0 ? await deleteStatements(tx, tenant, workspace, gone) : []
  const describedRows = await listKnownOf(tx, tenant, workspace, rows.values())
  const author = { created_by: caller.actor.id, now, seq }
  const asserted = [...rows.values()]
  const met = rows.size > 0 ? await upsertStatements(tx, tenant, workspace, asserted, author) : new Set<string>()
  const addedRows = asserted.filter((row) => !met.has(row.id))
  const known = [...met]
  const added = addedRows.map((row) => row.line)
  const removed = removedRows.map((row) => lineOf(tenant, workspace, row))
  await touchContexts(tx, tenant, workspace, countByContext(asserted, addedRows, removedRows), now)
  const told = { asserted, known: describedRows, removed: removedRows, now }
  const meta = describeChange(tenant, workspace, told)
  await insertChange(tx, tenant, workspace, logged({ seq, added, removed, meta }), now)
  await checks?.afterChange(tx, caller, { seq, added, removed })
  await events.record(tx, caller, {
    action: 'statements.change',
    resource: { type: 'workspace', id: workspace, label: workspace },
    data: { seq, added: added.length, removed: removed.length, known: known.length },
  })
  return { seq, added, removed, known, meta }
}

/** What of the work on an assertion needs no transaction: many are prepared while others are written. */
export const prepared = (caller: Caller, assertion: Assertion): Assertion => ({
  ...assertion,
  row: rowOf(caller, assertion),
})

/** The change as engines take it. */
export const withMeta = ({ seq, added, removed, meta }: Omit<Changed, 'known'>): Delta => ({
  seq,
  added: added.concat(meta.added),
  removed: removed.concat(meta.removed),
})

/** More new lines than this are not written a second time: who reads the log finds them by the number of the change. */
const MOST_LOGGED = 1_000

const logged = (change: Omit<Changed, 'known'>): LoggedChange =>
  change.added.length > MOST_LOGGED
    ? { ...withMeta({ ...change, added: [] }), rows: change.added.length }
    : { ...withMeta(change), rows: 0 }

interface AssertedRow extends NewRow {
  /** Canonical. */
  line: string
}

function rowOf(caller: Caller, { line, metadata = NONE, language, id }: Assertion): AssertedRow {
  const quad = id === undefined ? readLine(line) : readCanonical(line)
  const context = readContext(quad.graph.value, caller.tenant, caller.workspace)
  if ('refused' in context) fail('graph_out_of_scope', `${quad.graph.value} is not a context of this workspace.`)
  const canonical = id === undefined ? writeQuad(quad) : line
  const row: TermColumns = columnsOf(quad)
  if (row.language && language !== undefined) row.language = language
  return Object.assign(row, {
    context: context.name,
    id: id ?? bareId(canonical),
    line: canonical,
    metadata,
    assertions: 1,
  })
}
const NONE: Metadata = {}

/** One row for what is said more than once: later metadata wins, as it would in two calls. */
function mergeTwins(rows: readonly AssertedRow[]): Map<string, AssertedRow> {
  const merged = new Map<string, AssertedRow>()
  for (const row of rows) {
    const twin = merged.get(row.id)
    merged.set(
      row.id,
      twin
        ? { ...twin, metadata: { ...twin.metadata, ...row.metadata }, assertions: twin.assertions + row.assertions }
        : row,
    )
  }
  return merged
}

const idOf = (text: string): string => readStatementId(text) ?? bareId(writeQuad(readLine(text)))

interface InContext {
  context: string
}
/** By how much each context grows; 0 for one in which known statements were said again. */
function countByContext(
  asserted: readonly InContext[],
  added: readonly InContext[],
  removed: readonly InContext[],
): Map<string, number> {
  const counts = new Map(asserted.map(({ context }) => [context, 0]))
  for (const { context } of added) counts.set(context, (counts.get(context) ?? 0) + 1)
  for (const { context } of removed) counts.set(context, (counts.get(context) ?? 0) - 1)
  return counts
}
