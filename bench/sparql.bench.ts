// Each kind of query through our endpoint against Oxigraph in this thread, on the same million statements.
import { Agent, request } from 'node:http'
import oxigraph from 'oxigraph'
import { type GraphServer, ingest, startGraph } from './graph-client.ts'
import { GRAPHS, graphLines } from './graph-data.ts'
import { QUERIES } from './graph-queries.ts'
import type { Bench, Result } from './run.ts'
import { reloadAfterKill, untilImage, untilServed } from './sparql-reload.ts'

const STATEMENTS = 1_000_000
/** What HTTP, identity, the guard, the database's number and a message to a worker may cost. */
const OVERHEAD_MS = 0.5
const FACTOR = 1.3

export const sparqlBench: Bench = {
  name: 'sparql',
  run: async ({ databaseUrl }) => {
    await fillDatabase(databaseUrl)
    const server = await startGraph(databaseUrl, 'web')
    try {
      await untilServed(server)
      // It is made beside the queries, on one of two cores.
      await untilImage(server.folder)
      const texts = textsOf(server.graphPrefix)
      const bare = bareAsk(loadTexts(texts), server.graphPrefix)
      const results: Result[] = []
      for (const query of QUERIES) results.push(await race(server, bare, query))
      return [...results, ...(await reloadAfterKill(server, STATEMENTS, () => loadTexts(texts).free()))]
    } finally {
      await server.stop()
    }
  },
}

async function fillDatabase(databaseUrl: string): Promise<void> {
  const server = await startGraph(databaseUrl)
  try {
    await ingest(server, graphLines(STATEMENTS, server.graphPrefix))
  } finally {
    await server.stop()
  }
}

type Ask = (text: string) => Promise<number>

async function race(server: GraphServer, bare: Ask, { kind, text }: { kind: string; text: string }): Promise<Result> {
  const ours = overHttp(server)
  for (const ask of [bare, ours]) await ask(text)
  const times: [number, number][] = []
  const end = performance.now() + 4_000
  for (let i = 0; i < 400 && (i < 7 || performance.now() < end); i++)
    times.push([await timed(bare, text), await timed(ours, text)])
  const [floor, mine] = [median(times.map(([a]) => a)), median(times.map(([, b]) => b))]
  const allowed = FACTOR * floor + OVERHEAD_MS
  return {
    what: `${kind}: allowed (${FACTOR} × Oxigraph in thread + ${OVERHEAD_MS} ms) / ours over HTTP`,
    ratio: allowed / mine,
    target: 1,
    detail: `${mine.toFixed(2)} ms, in thread ${floor.toFixed(2)} ms`,
  }
}

async function timed(ask: Ask, text: string): Promise<number> {
  const began = performance.now()
  await ask(text)
  return performance.now() - began
}

/** Some at a time, as the engine loads them: more at once needs more memory and is no faster. */
function textsOf(graphPrefix: string): string[] {
  const texts = ['']
  for (const line of graphLines(STATEMENTS, graphPrefix)) {
    if (texts.at(-1)!.length > 8_000_000) texts.push('')
    texts[texts.length - 1] += line
  }
  return texts
}

function loadTexts(texts: readonly string[]) {
  const store = new oxigraph.Store()
  for (const text of texts) store.load(text, { format: 'application/n-quads', no_transaction: true })
  return store
}

function bareAsk(store: ReturnType<typeof loadTexts>, graphPrefix: string): Ask {
  const default_graph = GRAPHS.map((name) => oxigraph.namedNode(graphPrefix + name))
  const format = (text: string) => (text.includes('construct {') ? 'application/n-triples' : 'json')
  return async (text) =>
    String(store.query(text, { default_graph, named_graphs: [], results_format: format(text) })).length
}

/** With the client that costs least: what it takes counts as ours. */
function overHttp({ url, headers }: GraphServer): Ask {
  const agent = new Agent({ keepAlive: true })
  return (text) =>
    new Promise((done, broken) => {
      const accept = text.includes('construct {') ? 'application/n-triples' : 'application/sparql-results+json'
      const asking = request(`${url}/sparql?union-default-graph=true`, {
        agent,
        method: 'POST',
        // Packing the answer for a slow network is not what is measured.
        headers: {
          ...{ ...headers, accept, 'accept-encoding': 'identity', 'content-type': 'application/sparql-query' },
          'content-length': Buffer.byteLength(text),
        },
      })
      asking.once('error', broken)
      asking.once('response', async (response) => {
        const body = Buffer.concat(await response.toArray())
        if (response.statusCode === 200) done(body.length)
        else broken(new Error(`${text}\n${body}`))
      })
      asking.end(text)
    })
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
