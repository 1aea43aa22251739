// Brings one named graph to what the tables say. What the graph lacks is asserted first, then what is too much is taken
// away, so a reader may meet old and new side by side for a moment and never a graph with holes. To build beside it and
// swap would need names that the graph does not take (`<name>@<build>`), and SPARQL's MOVE moves triples without what is
// said about them: confidence and source would be lost. After a crash the next try finds what is there and goes on.
import type { NewStatement } from '@veritrace/contract/graph/statements'
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

const MOST_AT_ONCE = 5_000
const MOST_RETRACTED_AT_ONCE = 1_000

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
  { whole, signal }: { whole: boolean; signal?: AbortSignal | undefined },
): Promise<Told> {
  const expected = expectedOf(wanted)
  const { missing, extra } = await compareIds(graph, wanted)
  const written =
    whole || missing.size > 0 ? await assertAll(graph, projection, context, whole ? wanted : missing, signal) : 0
  for (const part of partsOf(extra, MOST_RETRACTED_AT_ONCE)) {
    signal?.throwIfAborted()
    await graph.retract(part)
  }
  if ((await graph.count()) > expected.statements) await graph.retractForeign()
  return { ...expected, written, deleted: extra.length }
}

export async function compareIds(graph: ContextGraph, wanted: ReadonlySet<string>) {
  const missing = new Set(wanted)
  const extra: string[] = []
  if ((await graph.count()) === 0) return { missing, extra }
  for await (const id of graph.ids()) if (!missing.delete(id)) extra.push(id)
  return { missing, extra }
}

async function assertAll(
  graph: ContextGraph,
  projection: Speaking,
  context: GraphContext,
  chosen: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const iri = contextIri(context)
  let waiting: { id: string; statement: NewStatement }[] = []
  let written = 0
  const send = async (): Promise<void> => {
    signal?.throwIfAborted()
    const given = await graph.assert(waiting.map(({ statement }) => statement))
    // Whoever takes away what is too much by ids must be sure of them.
    const wrong = waiting.find(({ id }, place) => given[place] !== id)
    if (wrong)
      throw new Error(`The graph gave ${JSON.stringify(wrong.statement).slice(0, 300)} another id than ${wrong.id}.`)
    written += waiting.length
    waiting = []
  }
  for await (const part of projection.statements(context))
    for (const statement of part) {
      const id = statementId(iri, statement)
      if (chosen.has(id)) waiting.push({ id, statement })
      if (waiting.length === MOST_AT_ONCE) await send()
    }
  if (waiting.length > 0) await send()
  return written
}

const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
