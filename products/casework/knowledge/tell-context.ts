// Brings one named graph to what the tables say, in one step: what comes and what goes is made ready in graphs beside it
// and swapped in by one update, which readers see as a whole or not at all. What is said about the new statements follows,
// since SPARQL moves triples without it. Where one request does it all, nothing is made ready. Where there is more than the
// graph takes in one update, all of it is handed over as one document that replaces the graph. Where it has no time for an
// update, or a document would be too long, what is lacking is asserted before what is too much is taken away: a reader may
// then meet old and new side by side and never a graph with holes. After a crash the next try finds what is there.
import { MOST_STATEMENTS, type NewStatement } from '@veritrace/contract/graph/statements'
import { asGraphFailure, GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { ContextGraph } from './graph-client.ts'
import type { Projection } from './projection.ts'
import { contextIri, type GraphContext } from './rules.ts'
import { digestOfIds, statementId } from './statement-id.ts'

export interface Expected {
  statements: number
  digest: string
}

export interface Told extends Expected {
  written: number
  deleted: number
}

/** In one update: the database of the graph writes them in one statement, which has its time. */
const MOST_SWAPPED = 50_000
/** Of more than one request takes: whoever reads from an embedded database waits for the request that is under way. */
const FEW_AT_ONCE = 1_000
/** As many ids as its SPARQL takes. */
const MOST_IDS = 10_000

interface Telling {
  whole: boolean
  signal?: AbortSignal | undefined
  mostSwapped?: number
}

type Speaking = Required<Pick<Projection, 'statements'>>

/** The ids of all that the context should say: some 25 MB for the largest list, and for as long as it is told. */
export async function expectedIds(projection: Speaking, context: GraphContext, signal?: AbortSignal) {
  const iri = contextIri(context)
  const ids = new Set<string>()
  for await (const part of projection.statements(context)) {
    signal?.throwIfAborted()
    for (const statement of part) ids.add(statementId(iri, statement))
  }
  return ids
}

export const expectedOf = (ids: ReadonlySet<string>): Expected => ({ statements: ids.size, digest: digestOfIds(ids) })

/** `whole` says all of it again, so that what is said about the statements is that of today. */
export async function tellContext(
  graph: ContextGraph,
  projection: Speaking,
  context: GraphContext,
  wanted: ReadonlySet<string>,
  { whole, signal, mostSwapped = MOST_SWAPPED }: Telling,
): Promise<Told> {
  const expected = expectedOf(wanted)
  const replaced = () => replace(graph, projection.statements(context), expected)
  // Where all is said again anyway, nobody has to read what is there.
  if (whole && wanted.size > mostSwapped) {
    const told = await replaced()
    if (told) return told
  }
  const differing = await compareIds(graph, wanted).catch((error: unknown) => {
    // The engine has to read a whole workspace for its ids, which it may have no room for; a document needs no ids.
    if (wanted.size <= mostSwapped || asGraphFailure(error).refusal !== 'again') throw error
    return undefined
  })
  if (!differing || differing.missing.size + differing.extra.length > mostSwapped) {
    const told = await replaced()
    if (told) return told
  }
  const { missing, extra } = differing ?? (await compareIds(graph, wanted))
  const isSwapped =
    needsSwap(missing.size, extra.length, mostSwapped) &&
    (await swapIn(graph, partsOf(projection, context, missing, signal), extra, signal))
  const written = await assertAll(graph, partsOf(projection, context, whole ? wanted : missing, signal))
  if (!isSwapped) await eachPart(extra, graph.retract, signal)
  if ((await graph.count()) > expected.statements) await graph.retractForeign()
  const told = { ...expected, written, deleted: extra.length }
  if ((await graph.count()) === expected.statements) return told
  // Its readers still have what was there before a replacement that was given up.
  return (await replaced()) ?? told
}

/** Undefined where it is too much for one document. */
async function replace(
  graph: ContextGraph,
  said: AsyncIterable<readonly NewStatement[]>,
  expected: Expected,
): Promise<Told | undefined> {
  const before = await graph.count()
  const inserted = await graph.replaceAll(said)
  if (inserted === undefined) return undefined
  const count = await graph.count()
  if (count !== expected.statements)
    throw new GraphFailure('again', `The graph holds ${count} statements and should hold ${expected.statements}.`)
  return { ...expected, written: count, deleted: Math.max(0, before + inserted - count) }
}

/** Where one request brings it all, or takes it all away, there is nothing to make ready. */
const needsSwap = (coming: number, going: number, mostSwapped: number): boolean =>
  coming + going <= mostSwapped && ((coming > 0 && going > 0) || coming > MOST_STATEMENTS || going > MOST_IDS)

export async function compareIds(graph: ContextGraph, wanted: ReadonlySet<string>) {
  const missing = new Set(wanted)
  const extra: string[] = []
  if ((await graph.count()) === 0) return { missing, extra }
  for await (const id of graph.ids()) if (!missing.delete(id)) extra.push(id)
  return { missing, extra }
}

/** False where the graph cannot do it in one step now: then it is done in place, bit by bit. */
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
    // Throws what is a mistake of ours.
    asGraphFailure(error)
    return false
  }
}

async function assertAll(graph: ContextGraph, parts: AsyncIterable<readonly Identified[]>): Promise<number> {
  let written = 0
  for await (const part of parts) {
    const given = await graph.assert(part.map(({ statement }) => statement))
    // Whoever takes away what is too much by ids must be sure of them.
    const wrong = part.find(({ id }, place) => given[place] !== id)
    if (wrong)
      throw new Error(`The graph gave ${JSON.stringify(wrong.statement).slice(0, 300)} another id than ${wrong.id}.`)
    written += part.length
  }
  return written
}

interface Identified {
  id: string
  statement: NewStatement
}

/** Those of these ids: all at once where one request takes them, else a few at a time. */
async function* partsOf(
  projection: Speaking,
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
  tell: (part: readonly string[]) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    signal?.throwIfAborted()
    await tell(ids.slice(from, from + MOST_IDS))
  }
}
