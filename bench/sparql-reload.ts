// A query that never ends costs its worker. Measures how soon the workspace is served again, from its memory image and
// from its lines without an image. The floor is the time in which Oxigraph loads the same lines in this thread.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './benches.ts'
import type { GraphServer } from './graph-client.ts'

const ALLOWED_SECONDS_PER_MILLION = 1
/** How much faster than the floor the image must be. */
const IMAGE_FACTOR = 4
/** Loading lines may take as long as the floor plus the start of a worker. */
const LINES_FACTOR = 0.8
const ROUNDS = 3
const BOMB = 'select (count(*) as ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }'
const POINT = 'select ?p ?o { <http://ex.org/product/7> ?p ?o }'

export async function reloadAfterKill(server: GraphServer, statements: number, floor: () => void): Promise<Result[]> {
  const image = await race(server, floor)
  rmSync(imageNote(server.folder)!)
  const lines = await race(server, floor)
  const allowed = ALLOWED_SECONDS_PER_MILLION * (statements / 1_000_000)
  const detail = ({ took, floorTook }: Race) =>
    `${took.toFixed(2)} s for ${statements} statements, in thread ${floorTook.toFixed(2)} s`
  return [
    {
      what: `served again after a worker was killed: allowed (${ALLOWED_SECONDS_PER_MILLION} s per million) / ours`,
      ratio: allowed / image.took,
      target: 1,
      detail: `${image.took.toFixed(2)} s, from the memory image`,
    },
    {
      what: 'the same from the image: lines loaded by Oxigraph in thread / ours',
      ratio: image.ratio,
      target: IMAGE_FACTOR,
      detail: detail(image),
    },
    {
      what: 'the same without an image: lines loaded by Oxigraph in thread / ours',
      ratio: lines.ratio,
      target: LINES_FACTOR,
      detail: detail(lines),
    },
  ]
}

interface Race {
  took: number
  floorTook: number
  ratio: number
}

/** In seconds; each round measures both, because the machine's speed drifts. */
async function race(server: GraphServer, floor: () => void): Promise<Race> {
  const rounds: Race[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    floor()
    const floorTook = (performance.now() - began) / 1000
    const took = await reload(server)
    rounds.push({ took, floorTook, ratio: floorTook / took })
  }
  return rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(ROUNDS / 2)]!
}

async function reload(server: GraphServer): Promise<number> {
  const killed = await ask(server, BOMB, { 'x-query-timeout-ms': '3000' })
  if (killed !== 408) throw new Error(`The endless query returned ${killed}.`)
  const began = performance.now()
  await untilServed(server)
  return (performance.now() - began) / 1000
}

/** A request that waited too long is rejected, so it is repeated. */
export async function untilServed(server: GraphServer): Promise<void> {
  for (let status = 0; status !== 200; ) status = await ask(server, POINT)
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

/** The image is created in the background after the workspace has been idle for a while. */
export async function untilImage(folder: string): Promise<void> {
  for (const end = performance.now() + 600_000; !imageNote(folder); ) {
    if (performance.now() > end) throw new Error('No image was created.')
    await new Promise((done) => setTimeout(done, 200))
  }
}

function imageNote(folder: string): string | undefined {
  const home = join(folder, 'graph-snapshots')
  try {
    const found = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('image.json'))
    return found && join(home, found)
  } catch {
    return undefined
  }
}
