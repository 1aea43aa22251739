// A client of the graph over HTTP, for one named graph.

import type { Readable } from 'node:stream'
import { client } from '@veritrace/contract/client'
import { health } from '@veritrace/contract/graph/health'
import { type Ingestion, ingestions } from '@veritrace/contract/graph/ingestions'
import { shapes, type ValidationReport } from '@veritrace/contract/graph/shapes'
import { sparql } from '@veritrace/contract/graph/sparql'
import { type NewStatement, statements } from '@veritrace/contract/graph/statements'
import { GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { GraphSender, SendLimits } from '@veritrace/platform/outside/graph/send'
import type { GraphContext } from '../model/graph-contexts.ts'
import { documentOf, ended } from './graph-document.ts'
import { contextIri, stagingOf } from './rules.ts'

/** Every call can be repeated safely. A GraphFailure says why a call failed. */
export interface ContextGraph {
  /** The ids (32 characters) of all statements with provenance metadata, which ours all have. */
  ids(): AsyncIterable<string>
  count(): Promise<number>
  /** All or none. Returns the ids assigned by the graph, in the same order. */
  assert(statements: readonly NewStatement[]): Promise<string[]>
  retract(ids: readonly string[]): Promise<void>
  /** Adds statements to a staging graph for the next swap. */
  stage(statements: readonly NewStatement[]): Promise<void>
  /** Marks statements for removal by the next swap. */
  stageGone(ids: readonly string[]): Promise<void>
  /** Applies all staged additions and removals in one step. */
  swap(): Promise<void>
  /** Drops what an interrupted swap left behind. */
  clearStage(): Promise<void>
  /** Removes statements without provenance metadata, which others wrote. */
  retractForeign(): Promise<void>
  /**
   * Replaces the whole graph in one step for its readers, who see the old content until then. Returns how many
   * statements were new, or undefined if the content is too large for one document.
   */
  replaceAll(parts: AsyncIterable<readonly NewStatement[]>): Promise<number | undefined>
  /** Waits for earlier documents that are still replacing the graph. */
  settled(): Promise<void>
  /** Replaces the graph in one step, so that no one reads a partial state. */
  replace(text: { prefixes: string; triples: string }): Promise<void>
  validate(shape: { name: string; turtle: string }): Promise<Report>
}

interface Report {
  shapeId: string
  conforms: boolean
  violations: number
}

const READ_MS = 130_000
const WRITE_MS = 130_000
const LARGEST_ANSWER = 256 * 1024 * 1024
const MAX_RESULTS = 10_000
const MAX_UNDER_WAY = 50
const VIOLATION = 'http://www.w3.org/ns/shacl#Violation'
const ID = /<urn:graph:stmt:([a-z2-7]{32})>/
const RDF = 'PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>'

export function contextGraph(
  { sender, url }: { sender: GraphSender; url: string },
  context: GraphContext,
  asking: Asking = {},
): ContextGraph {
  const { signal } = asking
  const iri = contextIri(context)
  const at = { 'x-tenant-id': context.tenant, 'x-workspace-id': context.workspace, 'x-context-id': iri }
  const [next, gone] = [contextIri(stagingOf(context, 'next')), contextIri(stagingOf(context, 'gone'))]
  const fetcher = (address: string, init: RequestInit) =>
    sender.send(address, init, { ...limitsOf(asking), timeoutMs: WRITE_MS })
  const calls = {
    statements: client(statements, url, fetcher),
    sparql: client(sparql, url, fetcher),
    shapes: client(shapes, url, fetcher),
    ingestions: client(ingestions, url, fetcher),
  }
  const update = async (text: string, more: Record<string, string> = {}): Promise<void> => {
    await calls.sparql.update({ body: text, headers: { ...at, ...more, 'content-type': 'application/sparql-update' } })
  }
  const described = `GRAPH <${iri}/meta> { ?id rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o }`

  return {
    async *ids() {
      const headers = { ...at, 'content-type': 'application/sparql-query', accept: 'text/tab-separated-values' }
      const body = `${RDF} SELECT ?id { GRAPH <${iri}/meta> { ?id rdf:subject ?s } }`
      const limits = { ...limitsOf(asking), timeoutMs: READ_MS, maxBytes: LARGEST_ANSWER }
      for await (const line of linesOf(
        await sender.stream(`${url}/sparql`, { method: 'POST', headers, body }, limits),
      )) {
        const id = ID.exec(line)?.[1]
        if (id) yield id
      }
    },
    async count() {
      const { total } = await calls.statements.stats({ query: { only: 'contexts' }, headers: at })
      return total
    },
    async assert(given) {
      const { ids } = await calls.statements.createBatch({ body: { statements: [...given] }, headers: at })
      return ids.map((id) => id?.slice(-32) ?? '')
    },
    retract: (ids) => update(`${RDF} DELETE { ?s ?p ?o } WHERE { ${amongIds(ids)} ${described} }`),
    async stage(given) {
      // Metadata would describe statements in the staging graph, so it is asserted after the swap.
      const bare = given.map(({ metadata, ...statement }) => statement)
      await calls.statements.createBatch({ body: { statements: bare }, headers: { ...at, 'x-context-id': next } })
    },
    stageGone: (ids) =>
      update(`${RDF} INSERT { GRAPH <${gone}> { ?s ?p ?o } } WHERE { ${amongIds(ids)} ${described} }`, BOTH),
    swap: () =>
      update(
        `DELETE { GRAPH <${iri}> { ?s ?p ?o } } WHERE { GRAPH <${gone}> { ?s ?p ?o } } ;
         ADD SILENT GRAPH <${next}> TO GRAPH <${iri}> ;
         DROP SILENT GRAPH <${gone}> ; DROP SILENT GRAPH <${next}>`,
        BOTH,
      ),
    clearStage: () => update(`DROP SILENT GRAPH <${gone}> ; DROP SILENT GRAPH <${next}>`, BOTH),
    retractForeign: () => update(`${RDF} DELETE { ?s ?p ?o } WHERE { ?s ?p ?o FILTER NOT EXISTS { ${described} } }`),
    async settled() {
      const { items } = await calls.ingestions.list({
        query: { status: 'running', limit: MAX_UNDER_WAY },
        headers: at,
      })
      const waiting = await calls.ingestions.list({ query: { status: 'queued', limit: MAX_UNDER_WAY }, headers: at })
      for (const one of [...items, ...waiting.items])
        if (one.mode === 'replace') await ended(calls.ingestions, one, at, signal).catch(passRefused)
    },
    async replaceAll(parts) {
      const body = await documentOf(parts)
      if (!body) return undefined
      const headers = { ...at, 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' }
      const answer = await fetcher(`${url}/ingestions/statements?mode=replace`, { method: 'POST', headers, body })
      return ended(calls.ingestions, (await answer.json()) as Ingestion, at, signal)
    },
    replace: ({ prefixes, triples }) => update(`${prefixes}\nCLEAR GRAPH <${iri}> ;\nINSERT DATA {\n${triples}\n}`),
    async validate({ name, turtle }) {
      const { items } = await calls.shapes.list({ query: { q: name, limit: 100 }, headers: at })
      const known = items.find((shape) => shape.name === name && shape.turtle === turtle)
      const { id: shapeId } = known ?? (await calls.shapes.create({ body: { name, turtle }, headers: at }))
      const body = JSON.stringify({ shapeId, limit: MAX_RESULTS })
      const headers = { ...at, 'content-type': 'application/json', accept: 'application/json' }
      const answer = await fetcher(`${url}/validate`, { method: 'POST', headers, body })
      const { results, total } = (await answer.json()) as ValidationReport
      const harmless = results.filter(({ severity }) => severity !== VIOLATION).length
      return { shapeId, conforms: total === harmless, violations: total - harmless }
    },
  }
}

/** The request options. Under a lease, `check` is called before each request. */
export type Asking = Pick<SendLimits, 'signal' | 'check'>
const limitsOf = ({ signal, check }: Asking): Asking => ({ signal, check })

/** Lets an update change the staging graphs, which belong to the same workspace. */
const BOTH = { 'x-graph-scope': 'workspace' }

const amongIds = (ids: readonly string[]): string =>
  `VALUES ?id { ${ids.map((id) => `<urn:graph:stmt:${id}>`).join(' ')} }`

/**
 * The number of statements in each graph of a workspace, by name. These statistics come from the database of the graph;
 * a query would make its engine load the whole workspace first.
 */
export async function countContexts(
  { sender, url }: { sender: GraphSender; url: string },
  place: Pick<GraphContext, 'tenant' | 'workspace'>,
  signal?: AbortSignal,
): Promise<[name: string, count: number][]> {
  const prefix = contextIri({ ...place, name: '' })
  const headers = {
    'x-tenant-id': place.tenant,
    'x-workspace-id': place.workspace,
    'x-context-id': `${prefix}decisions`,
    'x-graph-scope': 'workspace',
  }
  const fetcher = (address: string, init: RequestInit) => sender.send(address, init, { signal, timeoutMs: READ_MS })
  const { contexts } = await client(statements, url, fetcher).stats({ query: { only: 'contexts' }, headers })
  return contexts.map(({ contextId, count }) => [contextId.slice(prefix.length), count])
}

/** The health report of the graph; throws if it does not respond. */
export async function askHealth({ sender, url }: { sender: GraphSender; url: string }, signal: AbortSignal) {
  return client(health, url, (address, init) => sender.send(address, init, { signal })).read()
}

async function* linesOf(body: Readable): AsyncGenerator<string> {
  body.setEncoding('utf8')
  let rest = ''
  for await (const part of body as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest
}

/** A document that the graph rejected has changed nothing. */
function passRefused(error: unknown): void {
  if (!(error instanceof GraphFailure)) throw error
}
