// A walk of three steps with 20 edges per node: POST /gql compared with the minimum in the same process, a walk over
// typed arrays plus the JSON of the same response.
import assert from 'node:assert/strict'
import http from 'node:http'
import type { Bench } from './benches.ts'
import { type GraphServer, inWorkspace, startGraph } from './graph-client.ts'
import { compare, type Target } from './measure.ts'

const NODES = 10_000
const FAN_OUT = 20
const DEPTH = 3
const LIMIT = 10_000
const CONNECTIONS = 4
const BATCH = 400

const E = 'http://example.com/'
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const node = (number: number): string => `${E}thing/${number}`
const label = (number: number): string => `Thing number ${number}`

export const traversalBench: Bench = {
  name: 'traversal',
  run: async ({ databaseUrl }) => {
    const server = await startGraph(databaseUrl)
    try {
      const own = await inWorkspace(server, 'walks')
      const headers = { ...own.headers, 'x-graph-scope': 'context', 'content-type': 'application/json' }
      const walks = { ...own, headers }
      const arrays = await load(walks)
      const body = JSON.stringify({ start: node(0), depth: DEPTH, limit: LIMIT, predicates: [`${E}to`] })
      const ours = JSON.parse(await firstAnswer(walks, body))
      assert.deepEqual(ours, JSON.parse(bareAnswer(arrays)))
      const { ratio, ours: rate, floor } = await compare(bareTarget(arrays), gqlTarget(walks, body))
      const detail = `${ours.edges.length} edges: ${rate.toFixed(1)}/s against ${floor.toFixed(1)}/s`
      return [{ what: 'POST /gql, three steps / typed arrays and their JSON', ratio, detail, target: 1 / 3 }]
    } finally {
      await server.stop()
    }
  },
}

/** Edges by their start node. */
interface Arrays {
  first: Uint32Array
  to: Uint32Array
  ids: string[]
}

/** The index is built in the background; until then the slower database answers. */
async function firstAnswer(server: GraphServer, body: string): Promise<string> {
  const end = performance.now() + 30_000
  for (;;) {
    const begun = performance.now()
    const answer = await post(server, '/gql', body)
    if (performance.now() - begun < 50 || performance.now() > end) return answer
  }
}

async function load(server: GraphServer): Promise<Arrays> {
  const statements = [...described(), ...edges()]
  const ids: string[] = []
  for (let from = 0; from < statements.length; from += BATCH) {
    const body = JSON.stringify({ statements: statements.slice(from, from + BATCH) })
    ids.push(...(JSON.parse(await post(server, '/statements/batch', body)) as { ids: string[] }).ids)
  }
  return arranged(statements, ids)
}

function* described() {
  for (let number = 0; number < NODES; number++) {
    yield { subject: node(number), predicate: LABEL, object: label(number), objectType: 'literal' }
    yield { subject: node(number), predicate: TYPE, object: `${E}Thing`, objectType: 'iri' }
  }
}

function* edges() {
  // A fixed pseudorandom sequence (Numerical Recipes).
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * NODES)
  }
  for (let number = 0; number < NODES; number++) {
    const targets = new Set<number>()
    while (targets.size < FAN_OUT) targets.add(next())
    for (const target of targets)
      yield { subject: node(number), predicate: `${E}to`, object: node(target), objectType: 'iri' }
  }
}

type Statement = ReturnType<typeof edges> extends Generator<infer T> ? T : never

/** In the order of our responses: the statements of one batch are ordered by ID. */
function arranged(statements: readonly Statement[], ids: readonly string[]): Arrays {
  const numberIn = (iri: string): number => Number(iri.slice(`${E}thing/`.length))
  const all = statements
    .map(({ subject, predicate, object }, at) => ({ subject, predicate, object, batch: Math.floor(at / BATCH), at }))
    .filter(({ predicate }) => predicate === `${E}to`)
    .map((edge) => ({ ...edge, id: ids[edge.at]!, from: numberIn(edge.subject) }))
    .toSorted((a, b) => a.from - b.from || a.batch - b.batch || (a.id < b.id ? -1 : 1))
  return {
    first: Uint32Array.from({ length: NODES + 1 }, (_, number) => number * FAN_OUT),
    to: Uint32Array.from(all, ({ object }) => numberIn(object)),
    ids: all.map(({ id }) => id),
  }
}

function bareAnswer({ first, to, ids }: Arrays): string {
  const reached = new Uint8Array(NODES)
  const names = (number: number, depth: number) => ({
    nodeId: node(number),
    label: label(number),
    types: [`${E}Thing`],
    depth,
  })
  const nodes = [names(0, 0)]
  const found = []
  let frontier = [0]
  reached[0] = 1
  for (let depth = 1; depth <= DEPTH; depth++) {
    const next: number[] = []
    for (const from of frontier)
      for (let at = first[from]!; at < first[from + 1]!; at++) {
        const target = to[at]!
        const [start, end] = [node(from), node(target)]
        found.push({ edgeId: ids[at], from: start, to: end, predicate: `${E}to`, depth, confidence: null })
        if (reached[target]) continue
        reached[target] = 1
        next.push(target)
        nodes.push(names(target, depth))
      }
    frontier = next
  }
  return JSON.stringify({ nodes, edges: found, truncated: false })
}

const bareTarget = (arrays: Arrays): Target => ({
  async round(seconds) {
    const end = performance.now() + seconds * 1000
    let done = 0
    for (; performance.now() < end; done++) bareAnswer(arrays)
    return done / seconds
  },
})

const gqlTarget = (server: GraphServer, body: string): Target => ({
  async round(seconds) {
    const begun = performance.now()
    const end = begun + seconds * 1000
    let done = 0
    const loop = async () => {
      for (; performance.now() < end; done++) await post(server, '/gql', body)
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, loop))
    return done / ((performance.now() - begun) / 1000)
  },
})

const agent = new http.Agent({ keepAlive: true })

/** Cheaper than fetch. */
function post({ url, headers }: GraphServer, path: string, body: string): Promise<string> {
  return new Promise((done, failed) => {
    const sent = http.request(url + path, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) done(text)
        else failed(new Error(`${path} answered ${response.statusCode} ${text.slice(0, 500)}`))
      })
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
