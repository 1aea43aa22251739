// Each kind of query through our endpoint, compared with Oxigraph in this thread on the same million statements; and
// for information Virtuoso's time, if it is installed.
import oxigraph from 'oxigraph'
import { type Asking, openAsking } from './ask.ts'
import type { Bench, Result } from './benches.ts'
import { documentOf, type GraphServer, ingest, startGraph } from './graph-client.ts'
import { GRAPHS, graphLines } from './graph-data.ts'
import { QUERIES } from './graph-queries.ts'
import { median } from './measure.ts'
import { memoryOf, residentBytes } from './sparql-memory.ts'
import { reloadAfterKill, untilImage, untilServed } from './sparql-reload.ts'
import { answerType, postFor, startVirtuosoPeer } from './virtuoso.ts'

const STATEMENTS = 1_000_000
/** Allowance for HTTP, authentication, the guard, the database's sequence number and a message to a worker. */
const OVERHEAD_MS = 0.5
const FACTOR = 1.3
/** The compiler needs about ten thousand requests to optimize the hot code of our server. */
const WARM_UP_MS = 10_000

export const sparqlBench: Bench = {
  name: 'sparql',
  run: async ({ databaseUrl }) => {
    await fillDatabase(databaseUrl)
    const server = await startGraph(databaseUrl, 'web')
    try {
      const before = await residentBytes(server)
      await untilServed(server)
      const held = (await residentBytes(server)) - before
      // The image is created in parallel with queries, on one of two cores.
      await untilImage(server.folder)
      const texts = textsOf(server.graphPrefix)
      const memory = memoryOf(STATEMENTS, held, () => loadTexts(texts))
      const results = await raceAll(server, texts)
      return [...results, memory, ...(await reloadAfterKill(server, STATEMENTS, () => loadTexts(texts).free()))]
    } finally {
      await server.stop()
    }
  },
}

async function fillDatabase(databaseUrl: string): Promise<void> {
  const server = await startGraph(databaseUrl)
  try {
    await ingest(server, documentOf(graphLines(STATEMENTS, server.graphPrefix)))
  } finally {
    await server.stop()
  }
}

type Ask = (text: string) => Promise<number>

interface Contest {
  bare: Ask
  ours: Ask
  virtuoso: Ask | undefined
}

async function raceAll(server: GraphServer, texts: readonly string[]): Promise<Result[]> {
  const asking = openAsking(server.url)
  const virtuoso = await startVirtuosoPeer(texts, server.graphPrefix)
  try {
    const bare = bareAsk(loadTexts(texts), server.graphPrefix)
    const contest = { bare, ours: overHttp(asking, server), virtuoso: virtuoso?.ask }
    for (const ask of [contest.bare, contest.ours]) await warmUp(ask)
    const results: Result[] = []
    for (const query of QUERIES) results.push(await race(contest, query))
    return results
  } finally {
    asking.close()
    await virtuoso?.stop()
  }
}

/** Uses the shortest query, which runs most often: the overhead of all queries is the same. */
async function warmUp(ask: Ask): Promise<void> {
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) await ask(QUERIES[0]!.text)
}

async function race({ bare, ours, virtuoso }: Contest, { kind, text }: (typeof QUERIES)[number]): Promise<Result> {
  for (const ask of [bare, ours]) await ask(text)
  const times: [number, number][] = []
  const end = performance.now() + 4_000
  for (let i = 0; i < 400 && (i < 7 || performance.now() < end); i++)
    times.push([await timed(bare, text), await timed(ours, text)])
  const [floor, mine] = [median(times.map(([a]) => a)), median(times.map(([, b]) => b))]
  const allowed = FACTOR * floor + OVERHEAD_MS
  const theirs = virtuoso && (await usual(virtuoso, text))
  const beside = theirs
    ? `; Virtuoso over HTTP ${theirs.toFixed(2)} ms, ours ${(mine / theirs).toFixed(2)} of that`
    : ''
  return {
    what: `${kind}: allowed (${FACTOR} × Oxigraph in thread + ${OVERHEAD_MS} ms) / ours over HTTP`,
    ratio: allowed / mine,
    target: 1,
    detail: `${mine.toFixed(2)} ms, in thread ${floor.toFixed(2)} ms${beside}`,
  }
}

/** Limits the time, because some queries take many seconds. */
async function usual(ask: Ask, text: string): Promise<number> {
  await ask(text)
  const times: number[] = []
  const end = performance.now() + 2_000
  for (let i = 0; i < 100 && (i < 3 || performance.now() < end); i++) times.push(await timed(ask, text))
  return median(times)
}

async function timed(ask: Ask, text: string): Promise<number> {
  const began = performance.now()
  await ask(text)
  return performance.now() - began
}

/** In parts, as the engine loads them: loading everything at once needs more memory and is not faster. */
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
  return async (text) =>
    String(store.query(text, { default_graph, named_graphs: [], results_format: answerType(text) })).length
}

function overHttp(asking: Asking, { url, headers }: GraphServer): Ask {
  const path = `${new URL(url).pathname}/sparql?union-default-graph=true`
  // Compressing the response for a slow network is not measured.
  const usual = { ...headers, 'accept-encoding': 'identity', 'content-type': 'application/sparql-query' }
  const post = postFor((accept) => asking.to(path, { ...usual, accept }))
  return (text) => post(text)(text)
}
