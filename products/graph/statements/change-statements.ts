// The one way in and out: whatever changes a graph, from a single statement to a SPARQL update, is told here.

import type { Db } from '@veritrace/platform/db/db'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { readContext } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import { bareId, readStatementId } from '../terms/statement-id.ts'
import { insertChange, takeSeq, touchContexts } from './change-store.ts'
import { columnsOf, lineOf } from './columns.ts'
import { deleteStatements, type NewRow, upsertStatements } from './store.ts'

export type Metadata = Record<string, unknown>

export interface Assertion {
  /** Any N-Quads line whose graph is a context of the caller's workspace. */
  line: string
  metadata?: Metadata
  /** The language tag as it was written; lines have it in lower case. */
  language?: string
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
}

/**
 * Asserts and retracts in the transaction of `tx`. From here to the commit other changes of the workspace wait, and from
 * the record on those of the tenant: call it last.
 */
export async function changeStatements(
  { events, clock }: Pick<Graph, 'events' | 'clock'>,
  tx: Db<Tables>,
  caller: Caller,
  { assert = [], retract = [] }: StatementChange,
): Promise<Changed> {
  const { tenant, workspace } = caller
  const rows = mergeTwins(assert.map((assertion) => rowOf(caller, assertion)))
  const gone = [...new Set(retract.map(idOf))].filter((id) => !rows.has(id))
  const now = clock.now()
  const seq = await takeSeq(tx, tenant, workspace)
  const removedRows = gone.length > 0 ? await deleteStatements(tx, tenant, workspace, gone) : []
  const author = { created_by: caller.actor.id, now, seq }
  const fresh = rows.size > 0 ? await upsertStatements(tx, tenant, workspace, [...rows.values()], author) : new Set()
  const asserted = [...rows.values()]
  const addedRows = asserted.filter((row) => fresh.has(row.id))
  const known = asserted.filter((row) => !fresh.has(row.id)).map((row) => row.id)
  const added = addedRows.map((row) => lineOf(tenant, workspace, row))
  const removed = removedRows.map((row) => lineOf(tenant, workspace, row))
  await touchContexts(tx, tenant, workspace, countByContext(asserted, addedRows, removedRows), now)
  await insertChange(tx, tenant, workspace, { seq, added, removed }, now)
  await events.record(tx, caller, {
    action: 'statements.change',
    resource: { type: 'workspace', id: workspace, label: workspace },
    data: { seq, added: added.length, removed: removed.length, known: known.length },
  })
  return { seq, added, removed, known }
}

function rowOf(caller: Caller, { line, metadata = {}, language }: Assertion): NewRow {
  const quad = readLine(line)
  const context = readContext(quad.graph.value, caller.tenant, caller.workspace)
  if ('refused' in context) fail('graph_out_of_scope', `${quad.graph.value} is not a context of this workspace.`)
  const columns = columnsOf(quad)
  return {
    ...columns,
    language: columns.language && (language ?? columns.language),
    context: context.name,
    id: bareId(writeQuad(quad)),
    metadata,
    assertions: 1,
  }
}

/** One row for what is said more than once: later metadata wins, as it would in two calls. */
function mergeTwins(rows: readonly NewRow[]): Map<string, NewRow> {
  const merged = new Map<string, NewRow>()
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
