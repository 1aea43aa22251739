// The engine on an external SPARQL 1.1 server: a projection of the statements for queries, fed from the source. The embedded
// engine, which loads a workspace when it is first needed, still handles:
// - updates: their result is written to the database, so it must be exact, but servers store literals by value;
// - queries that must not be sent to a server (write-query.ts), or that a server rejects although they are SPARQL;
// - writing triples in syntaxes other than N-Triples.
import { newId } from '@veritrace/platform/ids'
import type { Log } from '@veritrace/platform/log'
import { TooNarrow } from '../../terms/too-narrow.ts'
import {
  type Engine,
  EngineError,
  inLines,
  type ProjectionSource,
  type QueryAnswer,
  type QueryRequest,
  type Source,
} from '../engine.ts'
import { openLimiter } from './limiter.ts'
import { openProjection } from './projection.ts'
import { listWorkspaces } from './records.ts'
import { openRequestQueue, type RequestQueue } from './request-queue.ts'
import { prepareQuery, type WriteTriples } from './run-query.ts'
import { openServer, Refused, type ServerAddress } from './server.ts'
import { NotForServer } from './write-expression.ts'

export interface RemoteOptions {
  server: ServerAddress
  source: ProjectionSource
  log: Log
  /** Opens the embedded engine with the given source. It is closed with this engine. */
  embedded(source: Source): Promise<Engine>
  /** Concurrent queries on the server, over all workspaces. */
  atOnce?: number
  /** Limit of waiting and running requests per workspace. */
  maxWaiting?: number
  /** Longest wait until work on a request starts. */
  waitMs?: number
  /** How long another process that writes to the server may stay silent before it counts as gone. */
  goneMs?: number
}

export async function openRemote(options: RemoteOptions): Promise<Engine> {
  const { source, log, atOnce = 8, maxWaiting = 64, waitMs = 30_000 } = options
  const server = openServer(options.server)
  server.watch()
  const answers = openAnswers(source)
  const embedded = await options.embedded(answers.source)
  const owner = newId('p')
  const limitAll = openLimiter(atOnce)
  const queues = new Map<string, RequestQueue & { limit: ReturnType<typeof openLimiter> }>()
  const closing = new AbortController()

  function queueOf(workspace: string) {
    const known = queues.get(workspace)
    if (known) return known
    const projection = openProjection({ server, source, log, owner, goneMs: options.goneMs }, workspace)
    // At most half of the places for one workspace, so that some are left for others.
    const limit = openLimiter(Math.ceil(atOnce / 2))
    const queue = { ...openRequestQueue({ projection, log, maxWaiting, waitMs }), limit }
    queues.set(workspace, queue)
    return queue
  }

  async function query(workspace: string, given: QueryRequest): Promise<QueryAnswer> {
    if (closing.signal.aborted) throw closed()
    const asker = given.asker ? { signal: AbortSignal.any([given.asker.signal, closing.signal]) } : closing
    const request = { ...given, asker }
    try {
      const ask = prepareQuery(server, request, answers.writer(embedded))
      const { limit, ask: enqueue } = queueOf(workspace)
      return await enqueue(() => limit(() => limitAll(ask)), request)
    } catch (error) {
      if (closing.signal.aborted) throw closed()
      if (error instanceof TooNarrow) throw new EngineError('narrow', error.message)
      if (error instanceof NotForServer) return embedded.query(workspace, given)
      if (!(error instanceof Refused)) throw error
      log.debug({ err: error, workspace }, 'SPARQL server rejected a query')
      return embedded.query(workspace, given)
    }
  }

  return {
    query,
    readyAt: (workspace) => queues.get(workspace)?.held()?.seq,
    evaluateUpdate: (workspace, request) => embedded.evaluateUpdate(workspace, request),
    holds: (workspace) => queues.get(workspace)?.held() !== undefined || embedded.holds(workspace),
    async apply(workspace, change) {
      await Promise.all([queues.get(workspace)?.apply(inLines(change)), embedded.apply(workspace, change)])
    },
    async forget(workspace) {
      const queue = queueOf(workspace)
      await Promise.all([queue.forget(), embedded.forget(workspace)])
      if (queue.isIdle()) queues.delete(workspace)
    },
    localWorkspaces: () => [...new Set([...queues.keys(), ...embedded.localWorkspaces()])],
    remoteWorkspaces: () => listWorkspaces(server),
    async check() {
      const away = server.away()
      if (away) throw away
    },
    stats() {
      const all = [...queues.values()]
      const held = all.flatMap((queue) => queue.held() ?? [])
      const own = embedded.stats()
      return {
        ...own,
        workspaces: held.length,
        statements: held.reduce((sum, { statements }) => sum + statements, 0),
        waiting: own.waiting + all.reduce((sum, queue) => sum + queue.waiting(), 0),
      }
    },
    async close() {
      closing.abort(closed())
      server.close()
      await embedded.close()
    },
  }
}

const closed = () => new EngineError('unavailable', 'The engine is closed.')

/** Loads server answers into temporary workspaces of the embedded engine, which can write every syntax. */
function openAnswers(given: Source): { source: Source; writer(embedded: Engine): WriteTriples } {
  const open = new Map<string, readonly string[]>()
  const GRAPH = 'urn:veritrace:answer'
  let count = 0
  const source: Source = {
    async load(workspace) {
      const triples = open.get(workspace)
      return triples ? { seq: 0, chunks: linesOf(triples, GRAPH) } : given.load(workspace)
    },
    changes: (workspace, after) => given.changes(workspace, after),
    ...(given.mark && { mark: (workspace: string, seq: number) => given.mark!(workspace, seq) }),
  }
  const writer =
    (embedded: Engine): WriteTriples =>
    async (triples, request) => {
      // No real workspace key starts like this.
      const workspace = `#answer ${count++}`
      open.set(workspace, triples)
      try {
        return await embedded.query(workspace, {
          ...request,
          text: 'CONSTRUCT WHERE { ?s ?p ?o }',
          dataset: { defaultGraphs: [GRAPH], namedGraphs: [] },
          atLeastSeq: 0,
        })
      } finally {
        await embedded.forget(workspace)
        open.delete(workspace)
      }
    }
  return { source, writer }
}

async function* linesOf(triples: readonly string[], graph: string): AsyncGenerator<string> {
  for (const triple of triples) yield `${triple} <${graph}> .\n`
}
