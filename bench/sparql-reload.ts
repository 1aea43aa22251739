// A query that never ends costs its worker; how soon the workspace is there again, from its snapshot file.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphServer } from './graph-client.ts'
import type { Result } from './run.ts'

const ALLOWED_SECONDS_PER_MILLION = 5
const ROUNDS = 3
const BOMB = 'select (count(*) as ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }'
const POINT = 'select ?p ?o { <http://ex.org/product/7> ?p ?o }'

export async function reloadAfterKill(server: GraphServer, statements: number): Promise<Result> {
  await ask(server, POINT)
  await untilSnapshot(server.folder)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const killed = await ask(server, BOMB, { 'x-query-timeout-ms': '500' })
    if (killed !== 408) throw new Error(`The endless query was answered with ${killed}.`)
    const began = performance.now()
    // Who has waited too long for its turn is told so, and comes again.
    for (let status = 0; status !== 200; ) status = await ask(server, POINT)
    times.push(performance.now() - began)
  }
  const took = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]! / 1000
  const allowed = ALLOWED_SECONDS_PER_MILLION * (statements / 1_000_000)
  return {
    what: `served again after a worker was ended: allowed (${ALLOWED_SECONDS_PER_MILLION} s per million) / ours`,
    ratio: allowed / took,
    target: 1,
    detail: `${took.toFixed(2)} s for ${statements} statements, from the snapshot file`,
  }
}

async function ask({ url, headers }: GraphServer, body: string, more: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${url}/sparql?union-default-graph=true`, {
    method: 'POST',
    headers: { ...headers, ...more, 'content-type': 'application/sparql-query' },
    body,
  })
  await response.arrayBuffer()
  return response.status
}

/** It is written in the background, when the workspace has been quiet for a while. */
async function untilSnapshot(folder: string): Promise<void> {
  const home = join(folder, 'graph-snapshots')
  const isThere = () => {
    try {
      return readdirSync(home).some((one) => readdirSync(join(home, one)).some((name) => name !== 'making'))
    } catch {
      return false
    }
  }
  for (const end = performance.now() + 600_000; !isThere(); ) {
    if (performance.now() > end) throw new Error('No snapshot was written.')
    await new Promise((done) => setTimeout(done, 200))
  }
}
