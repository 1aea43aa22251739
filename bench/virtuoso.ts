// The shop of graph-data.ts in Virtuoso, if it is installed, because its users would compare us with it.
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noVirtuoso, startVirtuoso } from '../products/graph/engine/remote/testing.ts'
import { openAsking, type Post } from './ask.ts'
import { GRAPHS } from './graph-data.ts'

export interface VirtuosoPeer {
  ask(text: string): Promise<number>
  stop(): Promise<void>
}

/** Enough memory for a million statements, and results as long as ours. */
const LARGE = { buffers: 340_000, maxRows: 2_000_000 }

/** Undefined if it is not installed. */
export async function startVirtuosoPeer(
  texts: readonly string[],
  graphPrefix: string,
): Promise<VirtuosoPeer | undefined> {
  if (noVirtuoso) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-bench-'))
  try {
    const nquads = join(folder, 'lines.nq')
    const file = openSync(nquads, 'w')
    for (const text of texts) writeSync(file, text)
    const virtuoso = await startVirtuoso({ ...LARGE, nquads })
    const asking = openAsking(virtuoso.url)
    // Restricted to these graphs, as a server in front of it would do.
    const graphs = GRAPHS.map((name): [string, string] => ['default-graph-uri', graphPrefix + name])
    const form = (text: string) => new URLSearchParams([...graphs, ['query', text]]).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', connection: 'keep-alive' }
    const post = postFor((accept) => asking.to('/sparql', { ...headers, accept }))
    return {
      ask: (text) => post(text)(form(text)),
      stop: async () => {
        asking.close()
        await virtuoso.stop()
      },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [ROWS, TRIPLES] = ['application/sparql-results+json', 'application/n-triples']
export const answerType = (text: string): string => (text.includes('construct {') ? TRIPLES : ROWS)

/** Returns a function that sends a query with the Accept header for its result type. */
export function postFor(open: (accept: string) => Post): (text: string) => Post {
  const [rows, triples] = [open(ROWS), open(TRIPLES)]
  return (text) => (answerType(text) === ROWS ? rows : triples)
}
