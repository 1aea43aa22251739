// Makes one named graph equal to the tables.
//
// Normally in one step: additions and removals are staged in separate graphs and swapped in by one update, which
// readers see completely or not at all. Metadata follows, because SPARQL moves triples without it. If one request can
// do all the work, nothing is staged. If the change is too large for one update, the whole content is sent as one
// document that replaces the graph. If the graph has no capacity for an update, or the document would be too long,
// missing statements are added before extra ones are removed: readers may then see old and new statements together, but
// never gaps. After a crash, the next attempt continues from the current content.

import { MOST_STATEMENTS, type NewStatement } from '@veritrace/contract/graph/statements'
import { asGraphFailure, GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { ContextGraph } from './graph-client.ts'
import type { Projection } from './projection.ts'
import { contextIri } from './rules.ts'
import { digestOfIds, statementId } from './statement-id.ts'

export interface Expected {
  statements: number
  digest: string
}

export interface SyncResult extends Expected {
  written: number
  deleted: number
}

/** Limit of one update: the database of the graph writes all its statements in one SQL statement with a timeout. */
const MAX_SWAPPED = 50_000
/** The size of each request if several are needed, because readers of an embedded database wait for each request. */
const FEW_AT_ONCE = 1_000
/** The number of ids that one SPARQL request accepts. */
const MAX_IDS = 10_000

interface SyncOptions {
  whole: boolean
  signal?: AbortSignal | undefined
  mostSwapped?: number
}

type WithStatements = Required<Pick<Projection, 'statements'>>

/** The ids of the expected statements: about 25 MB for the largest list, in memory during the sync. */
export async function expectedIds(projection: WithStatements, context: GraphContext, signal?: AbortSignal) {
  const iri = contextIri(context)
  const ids = new Set<string>()
  for await (const part of projection.statements(context)) {
    signal?.throwIfAborted()
    for (const statement of part) ids.add(statementId(iri, statement))
  }
  return ids
}

export const expectedOf = (ids: ReadonlySet<string>): Expected => ({ statements: ids.size, digest: digestOfIds(ids) })

/** With `whole`, all statements are sent again, so that their metadata is updated too. */
export async function syncContext(
  graph: ContextGraph,
  projection: WithStatements,
  context: GraphContext,
  wanted: ReadonlySet<string>,
  { whole, signal, mostSwapped = MAX_SWAPPED }: SyncOptions,
): Promise<SyncResult> {
  const expected = expectedOf(wanted)
  const replaced = () => replace(graph, projection.statements(context), expected)
  // Everything is sent again anyway, so there is no need to read the current content.
  if (whole && wanted.size > mostSwapped) {
    const result = await replaced()
    if (result) return result
  }
  const differing = await compareIds(graph, wanted).catch((error: unknown) => {
    // To list ids, the engine must load the whole workspace, which may not fit in memory; a document needs no ids.
    if (wanted.size <= mostSwapped || asGraphFailure(error).refusal !== 'again') throw error
    return undefined
  })
  if (!differing || differing.missing.size + differing.extra.length > mostSwapped) {
    const result = await replaced()
    if (result) return result
  }
  const { missing, extra } = differing ?? (await compareIds(graph, wanted))
  const isSwapped =
    needsSwap(missing.size, extra.length, mostSwapped) &&
    (await swapIn(graph, partsOf(projection, context, missing, signal), extra, signal))
  const written = await assertAll(graph, partsOf(projection, context, whole ? wanted : missing, signal))
  if (!isSwapped) await eachPart(extra, graph.retract, signal)
  if ((await graph.count()) > expected.statements) await graph.retractForeign()
  const result = { ...expected, written, deleted: extra.length }
  if ((await graph.count()) === expected.statements) return result
  // An earlier replacement was aborted, and readers still see the content from before it.
  return (await replaced()) ?? result
}

/** Undefined if the content is too large for one document. */
async function replace(
  graph: ContextGraph,
  parts: AsyncIterable<readonly NewStatement[]>,
  expected: Expected,
): Promise<SyncResult | undefined> {
  const before = await graph.count()
  const inserted = await graph.replaceAll(parts)
  if (inserted === undefined) return undefined
  const count = await graph.count()
  if (count !== expected.statements)
    throw new GraphFailure('again', `The graph has ${count} statements instead of ${expected.statements}.`)
  return { ...expected, written: count, deleted: Math.max(0, before + inserted - count) }
}

/** False if one request can add or remove everything, so that no staging is needed. */
const needsSwap = (coming: number, going: number, mostSwapped: number): boolean =>
  coming + going <= mostSwapped && ((coming > 0 && going > 0) || coming > MOST_STATEMENTS || going > MAX_IDS)

export async function compareIds(graph: ContextGraph, wanted: ReadonlySet<string>) {
  const missing = new Set(wanted)
  const extra: string[] = []
  if ((await graph.count()) === 0) return { missing, extra }
  for await (const id of graph.ids()) if (!missing.delete(id)) extra.push(id)
  return { missing, extra }
}

/** False if the graph cannot swap at the moment; the changes are then applied in place, in parts. */
async function swapIn(
  graph: ContextGraph,
  coming: AsyncIterable<readonly Identified[]>,
  going: readonly string[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    await graph.clearStage()
    for await (const part of coming) await graph.stage(part.map(({ statement }) => statement))
    await eachPart(going, graph.stageGone, signal)
    await graph.swap()
    return true
  } catch (error) {
    signal?.throwIfAborted()
    // Rethrow errors that do not come from the graph.
    asGraphFailure(error)
    return false
  }
}

async function assertAll(graph: ContextGraph, parts: AsyncIterable<readonly Identified[]>): Promise<number> {
  let written = 0
  for await (const part of parts) {
    const given = await graph.assert(part.map(({ statement }) => statement))
    // Extra statements are removed by id, so our ids must equal those of the graph.
    const wrong = part.find(({ id }, place) => given[place] !== id)
    if (wrong)
      throw new Error(
        `The graph assigned an id other than ${wrong.id} to ${JSON.stringify(wrong.statement).slice(0, 300)}.`,
      )
    written += part.length
  }
  return written
}

interface Identified {
  id: string
  statement: NewStatement
}

/** The statements with these ids: in one part if one request accepts them all, otherwise in small parts. */
async function* partsOf(
  projection: WithStatements,
  context: GraphContext,
  chosen: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Identified[]> {
  if (chosen.size === 0) return
  const iri = contextIri(context)
  const atOnce = chosen.size > MOST_STATEMENTS ? FEW_AT_ONCE : MOST_STATEMENTS
  let waiting: Identified[] = []
  for await (const part of projection.statements(context))
    for (const statement of part) {
      const id = statementId(iri, statement)
      if (chosen.has(id)) waiting.push({ id, statement })
      if (waiting.length < atOnce) continue
      signal?.throwIfAborted()
      yield waiting
      waiting = []
    }
  if (waiting.length > 0) yield waiting
}

async function eachPart(
  ids: readonly string[],
  send: (part: readonly string[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    signal?.throwIfAborted()
    await send(ids.slice(from, from + MAX_IDS))
  }
}
