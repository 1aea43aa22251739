// The engine on an external SPARQL 1.1 server: a projection of the statements, fed from the source, for queries. Three
// things stay with the embedded engine, which loads a workspace when it is first needed for one of them:
// - updates: what they change is written to the authority, so it must be exact, and servers keep literals by value;
// - queries that a server must not be asked (write-query.ts), or refuses though they are SPARQL;
// - writing triples in other syntaxes than N-Triples.
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
import { listWorkspaces } from './book.ts'
import { type Lane, openLane } from './lane.ts'
import { openProjection } from './projection.ts'
import { prepareQuery, type WriteTriples } from './run-query.ts'
import { openServer, Refused, type ServerAddress } from './server.ts'
import { openTurns } from './turns.ts'
import { NotForServer } from './write-expression.ts'

export interface RemoteOptions {
  server: ServerAddress
  source: ProjectionSource
  log: Log
  /** Opened with the source it is given, and closed with this engine. */
  embedded(source: Source): Promise<Engine>
  /** Queries that the server is given at once, of all workspaces. */
  atOnce?: number
  /** Most requests of one workspace that wait or run. */
  maxWaiting?: number
  /** Longest wait until the work on a request begins. */
  waitMs?: number
  /** After so long without a sign of life another process that writes to the server counts as gone. */
  goneMs?: number
}

export async function openRemote(options: RemoteOptions): Promise<Engine> {
  const { source, log, atOnce = 8, maxWaiting = 64, waitMs = 30_000 } = options
  const server = openServer(options.server)
  server.watch()
  const answers = openAnswers(source)
  const embedded = await options.embedded(answers.source)
  const owner = newId('p')
  const everyone = openTurns(atOnce)
  const lanes = new Map<string, Lane & { turns: ReturnType<typeof openTurns> }>()
  const closing = new AbortController()

  function laneOf(workspace: string) {
    const known = lanes.get(workspace)
    if (known) return known
    const projection = openProjection({ server, source, log, owner, goneMs: options.goneMs }, workspace)
    // Half of the turns at most for one, so that there are some left for others.
    const turns = openTurns(Math.ceil(atOnce / 2))
    const lane = { ...openLane({ projection, log, maxWaiting, waitMs }), turns }
    lanes.set(workspace, lane)
    return lane
  }

  async function query(workspace: string, given: QueryRequest): Promise<QueryAnswer> {
    if (closing.signal.aborted) throw closed()
    const asker = given.asker ? { signal: AbortSignal.any([given.asker.signal, closing.signal]) } : closing
    const request = { ...given, asker }
    try {
      const ask = prepareQuery(server, request, answers.writer(embedded))
      const { turns, ask: inLane } = laneOf(workspace)
      return await inLane(() => turns(() => everyone(ask)), request)
    } catch (error) {
      if (closing.signal.aborted) throw closed()
      if (error instanceof TooNarrow) throw new EngineError('narrow', error.message)
      if (error instanceof NotForServer) return embedded.query(workspace, given)
      if (!(error instanceof Refused)) throw error
      log.debug({ err: error, workspace }, 'The SPARQL server refused a query.')
      return embedded.query(workspace, given)
    }
  }

  return {
    query,
    readyAt: (workspace) => lanes.get(workspace)?.held()?.seq,
    evaluateUpdate: (workspace, request) => embedded.evaluateUpdate(workspace, request),
    holds: (workspace) => lanes.get(workspace)?.held() !== undefined || embedded.holds(workspace),
    async apply(workspace, change) {
      await Promise.all([lanes.get(workspace)?.apply(inLines(change)), embedded.apply(workspace, change)])
    },
    async forget(workspace) {
      const lane = laneOf(workspace)
      await Promise.all([lane.forget(), embedded.forget(workspace)])
      if (lane.isIdle()) lanes.delete(workspace)
    },
    workspacesHere: () => [...new Set([...lanes.keys(), ...embedded.workspacesHere()])],
    workspacesOutside: () => listWorkspaces(server),
    async check() {
      const away = server.away()
      if (away) throw away
    },
    stats() {
      const all = [...lanes.values()]
      const held = all.flatMap((lane) => lane.held() ?? [])
      const own = embedded.stats()
      return {
        ...own,
        workspaces: held.length,
        statements: held.reduce((sum, { statements }) => sum + statements, 0),
        waiting: own.waiting + all.reduce((sum, lane) => sum + lane.waiting(), 0),
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

/** Answers of the server as little workspaces of the embedded engine, which writes every syntax. */
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
      // No workspace of the product begins so.
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
