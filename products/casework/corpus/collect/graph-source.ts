// A source that is a named graph, such as the facts of the vendor directory. It is queried over HTTP like any client
// would, because the graph may belong to another installation, and stored as a list.
import { asGraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { GraphSender } from '@veritrace/platform/outside/graph/send'
import type { Casework } from '../../deps.ts'
import { openGraphs } from '../../knowledge/graphs.ts'
import { factsText, type GraphFact, type GraphSpec, type GraphThing } from '../importers/graph-facts.ts'
import { GRAPH_CONTEXT } from '../importers/importers.ts'
import type { Sourced } from '../sources.ts'
import { type Gathered, NO_RESPONSE, type Piece, SourceFailed } from './piece.ts'

const TIMEOUT_MS = 130_000
const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const CONTEXT = /^urn:tenant:([^:]+):ws:([^:]+):graph:.+$/

/** Yields nothing if the graph is empty, so that the entry read earlier stays current. */
export async function* gatherFromGraph(
  deps: Pick<Casework, 'graphFor' | 'clock'>,
  { pack, source }: Sourced,
  signal?: AbortSignal,
): AsyncGenerator<Piece, Gathered> {
  const spec = pack.importers[GRAPH_CONTEXT] as GraphSpec | undefined
  const [, tenant, workspace] = CONTEXT.exec(source.uri) ?? []
  if (!spec || !tenant || !workspace)
    throw new SourceFailed('parse', `The pack does not say how to read ${source.uri}.`)
  const graphs = openGraphs(deps)
  try {
    const access = await graphs.of(tenant)
    if (!access) throw new SourceFailed('network', 'No graph is configured.')
    const at = { 'x-tenant-id': tenant, 'x-workspace-id': workspace, 'x-context-id': source.uri }
    const ask = (query: string) => rowsOf(access, at, query, signal)
    const things = (await ask(thingsQuery(source.uri, spec))).map(thingOf)
    const facts = (await ask(factsQuery(source.uri, spec))).map(factOf)
    if (things.length > 0)
      yield {
        uri: source.uri,
        listId: source.list_id,
        title: source.title,
        bytes: new TextEncoder().encode(factsText(spec, things, facts)),
        asOf: deps.clock.now(),
      }
    return NO_RESPONSE
  } catch (error) {
    if (error instanceof SourceFailed) throw error
    throw new SourceFailed('network', asGraphFailure(error).message)
  } finally {
    await graphs.close()
  }
}

const thingsQuery = (context: string, spec: GraphSpec): string => `SELECT ?thing ?key ?label {
  GRAPH <${context}> { ?thing a <${spec.class}> ; <${spec.key}> ?key . OPTIONAL { ?thing <${spec.label}> ?label } } }`

/** The confidence of each statement is in the /meta graph. */
const factsQuery = (context: string, spec: GraphSpec): string => `
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX graph: <urn:graph:vocab#>
SELECT ?thing ?predicate ?value ?name ?confidence {
  GRAPH <${context}/meta> {
    ?id rdf:predicate ?predicate ; rdf:subject ?thing ; rdf:object ?value ; graph:confidence ?confidence }
  FILTER(STRSTARTS(STR(?predicate), "${spec.facts}"))
  OPTIONAL { GRAPH <${context}> { ?value <${spec.label}> ?name } } }`

type Row = Readonly<Record<string, string>>

async function rowsOf(
  { sender, url }: { sender: GraphSender; url: string },
  at: Record<string, string>,
  query: string,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  const headers = {
    ...at,
    'content-type': 'application/sparql-query',
    accept: 'application/sparql-results+json',
  }
  const limits = { signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
  const answer = await sender.send(`${url}/sparql`, { method: 'POST', headers, body: query }, limits)
  const { results } = (await answer.json()) as { results: { bindings: Record<string, { value: string }>[] } }
  return results.bindings.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, { value }]) => [name, value])),
  )
}

const thingOf = ({ thing = '', key = '', label }: Row): GraphThing => ({ iri: thing, key, label })

const factOf = ({ thing = '', predicate = '', value = '', name, confidence }: Row): GraphFact => ({
  iri: thing,
  predicate,
  value: name ?? value,
  confidence: Number(confidence) || 0,
})
