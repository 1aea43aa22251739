// Many statements through an ingestion or in batches, compared with a bare COPY and the bare engine; and single ones,
// compared with a bare INSERT.
import { pipeline } from 'node:stream/promises'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import oxigraph from 'oxigraph'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { columnsOf } from '../products/graph/statements/columns.ts'
import { readLine, writeTerm } from '../products/graph/terms/nquads.ts'
import { type Asking, openAsking } from './ask.ts'
import type { Bench } from './benches.ts'
import { documentOf, type GraphServer, ingest, inWorkspace, startGraph } from './graph-client.ts'
import { graphLines } from './graph-data.ts'
import { compare, type Target } from './measure.ts'

const COUNT = 200_000
const ROUNDS = 5
/** Statements stored in both the database and the engine. */
const WANTED_PER_SECOND = 50_000

export const bulkBench: Bench = {
  name: 'bulk',
  run: async ({ databaseUrl }) => {
    const server = await startGraph(databaseUrl)
    const bare = new pg.Client({ connectionString: databaseUrl })
    await bare.connect()
    const asking = openAsking(server.url)
    try {
      await bare.query('create schema if not exists bench')
      await bare.query('create table bench.bare (like graph.statements including all)')
      const many = await compare(bareLoad(bare), ingestion(server), ROUNDS)
      const batches = await compare(bareLoad(bare), batched(server), ROUNDS)
      const one = await compare(bareInsert(bare), single(await inWorkspace(server, 'single'), asking), 5, 2)
      return [
        {
          what: 'ingestion into database and engine / bare COPY and bare engine load',
          ratio: many.ratio,
          target: 0.4,
          detail: `${Math.round(many.ours)} statements/s against ${Math.round(many.floor)}/s`,
        },
        {
          what: `ingestion / ${WANTED_PER_SECOND} statements per second`,
          ratio: many.ours / WANTED_PER_SECOND,
          target: 1,
          detail: `${Math.round(many.ours)} statements/s`,
        },
        {
          what: 'POST /statements/batch with metadata, then the engine / bare COPY and bare engine load',
          ratio: batches.ratio,
          target: 0.2,
          detail: `${Math.round(batches.ours)} statements/s against ${Math.round(batches.floor)}/s`,
        },
        {
          what: 'acknowledged POST /statements, one after another / bare INSERT',
          ratio: one.ratio,
          target: 0.08,
          detail: `${Math.round(one.ours)}/s against ${Math.round(one.floor)}/s`,
        },
      ]
    } finally {
      await bare.query('drop schema if exists bench cascade')
      await bare.end()
      asking.close()
      await server.stop()
    }
  },
}

/** A round is one load of all statements, however long it takes; the rate is statements per second. */
async function timed(load: () => Promise<number>): Promise<number> {
  const begun = performance.now()
  const statements = await load()
  return statements / ((performance.now() - begun) / 1000)
}

const COLUMNS =
  'tenant_id, workspace_id, id, context, subject, predicate, object, object_type, datatype, language, seq, created_at, updated_at, created_by'
const NOW = new Date(0).toISOString()

function bareLoad(client: pg.Client): Target {
  const lines = [...graphLines(COUNT, 'urn:bench:')]
  const rows = Buffer.from(lines.map((line) => `${rowOf(line.trimEnd()).map(copied).join('\t')}\n`).join(''))
  const text = lines.join('')
  return {
    round: async () => {
      await client.query('truncate bench.bare')
      return timed(async () => {
        await pipeline([rows], client.query(copyFrom(`copy bench.bare (${COLUMNS}) from stdin`)))
        const store = new oxigraph.Store()
        store.load(text, { format: 'application/n-quads', no_transaction: true })
        return lines.length
      })
    },
  }
}

function rowOf(line: string): (string | null)[] {
  const quad = readLine(line)
  const { subject, predicate, object, object_type, datatype, language } = columnsOf(quad)
  const terms = [subject, predicate, object, object_type, datatype, language]
  return ['bulk', 'bulk', bareId(line), quad.graph.value, ...terms, '1', NOW, NOW, 'bench']
}
/** The shop's texts contain nothing that COPY requires to be escaped. */
const copied = (value: string | null): string => value ?? '\\N'

let workspaces = 0

/** Each time in a new workspace that is already loaded into the engine, which then follows the inserts. */
async function load(
  server: GraphServer,
  { name, count }: { name: string; count: number },
  send: (own: GraphServer, lines: readonly string[]) => () => Promise<number>,
): Promise<number> {
  const workspace = `${name}-${++workspaces}`
  const own = await inWorkspace(server, workspace)
  const lines = [...graphLines(count, `urn:tenant:${server.headers['x-tenant-id']}:ws:${workspace}:graph:`)]
  const sending = send(own, lines)
  await countOf(own)
  let inserted = 0
  const rate = await timed(async () => {
    inserted = await sending()
    if (!(await isHeld(own, lines.at(-1)!.trimEnd()))) throw new Error('The engine does not have the last statement.')
    return inserted
  })
  const held = await countOf(own)
  if (held !== inserted) throw new Error(`The engine has ${held} of ${inserted} statements.`)
  return rate
}

function ingestion(server: GraphServer): Target {
  return {
    round: () =>
      load(server, { name: 'bulk', count: COUNT }, (own, lines) => {
        const document = [...documentOf(lines)]
        return () => ingest(own, document)
      }),
  }
}

const BATCHED = 40_000
const BATCH = 5_000

/** Like other products: statements with their source, in consecutive batches. */
function batched(server: GraphServer): Target {
  return {
    round: () =>
      load(server, { name: 'batch', count: BATCHED }, (own, lines) => {
        const statements = lines.map((line) => statementOf(line.trimEnd()))
        return async () => {
          let inserted = 0
          for (let at = 0; at < statements.length; at += BATCH)
            inserted += await sendBatch(own, statements.slice(at, at + BATCH))
          return inserted
        }
      }),
  }
}

function statementOf(line: string): object {
  const quad = readLine(line)
  const { subject, predicate, object, object_type: objectType, datatype } = columnsOf(quad)
  const metadata = { confidence: 0.9, source: 'https://example.com/list' }
  const terms = { subject, predicate, object, objectType, ...(datatype && { datatype }) }
  return { ...terms, contextId: quad.graph.value, metadata }
}

async function sendBatch({ url, headers }: GraphServer, statements: readonly object[]): Promise<number> {
  const response = await fetch(`${url}/statements/batch`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ statements }),
  })
  const answer = (await response.json()) as { inserted: number }
  if (!response.ok) throw new Error(`A batch was answered with ${response.status}: ${JSON.stringify(answer)}`)
  return answer.inserted
}

/** Excludes statement metadata. */
const countOf = async (server: GraphServer): Promise<number> =>
  Number(await askFor(server, 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } FILTER(!STRENDS(STR(?g), "/meta")) }'))

async function isHeld(server: GraphServer, line: string): Promise<boolean> {
  const { subject, predicate, object, graph } = readLine(line)
  const triple = [subject, predicate, object].map(writeTerm).join(' ')
  return (await askFor(server, `SELECT (1 AS ?n) { GRAPH <${graph.value}> { ${triple} } }`)) === '1'
}

/** The single value in the response. */
async function askFor({ url, headers }: GraphServer, query: string): Promise<string> {
  const response = await fetch(`${url}/sparql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/sparql-query', accept: 'text/csv' },
    body: query,
  })
  return (await response.text()).split(/\r?\n/)[1]!
}

/** One committed row after another. */
function bareInsert(client: pg.Client): Target {
  const places = COLUMNS.split(', ').map((_, index) => `$${index + 1}`)
  const insert = `insert into bench.bare (${COLUMNS}) values (${places.join(', ')})`
  let inserted = 0
  return {
    round: (seconds) =>
      repeat(seconds, () => {
        const line = `<http://ex.org/${inserted++}> <http://ex.org/v/says> "x" <urn:bench:main> .`
        return client.query(insert, rowOf(line))
      }),
  }
}

function single({ url, headers }: GraphServer, asking: Asking): Target {
  const path = `${new URL(url).pathname}/statements`
  const own = { ...headers, 'content-type': 'application/json' }
  const post = asking.to(path, own)
  let sent = 0
  return {
    round: (seconds) =>
      repeat(seconds, () => {
        const terms = { subject: `http://ex.org/${sent++}`, predicate: 'http://ex.org/v/says', object: 'x' }
        return post(JSON.stringify({ ...terms, objectType: 'literal' }))
      }),
  }
}

async function repeat(seconds: number, once: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let done = 0
  for (; performance.now() - begun < seconds * 1000; done++) await once()
  return done / ((performance.now() - begun) / 1000)
}
