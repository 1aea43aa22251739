// Starts a server with the shop of graph-data.ts, and sends requests to it.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Peer, startPeer } from './measure.ts'

export interface GraphServer {
  url: string
  headers: Record<string, string>
  graphPrefix: string
  /** Data folder of the server. */
  folder: string
  stop(): Promise<void>
}

/** With only the role web there is no background work: no jobs and no vectors. */
export async function startGraph(
  databaseUrl: string,
  roles: 'web' | 'web,worker' = 'web,worker',
): Promise<GraphServer> {
  const folder = mkdtempSync(join(tmpdir(), 'veritrace-bench-'))
  const peer: Peer = await startPeer('./graph-server.ts', { DATABASE_URL: databaseUrl, DATA_DIR: folder, ROLES: roles })
  const { url, token, tenant } = peer.facts as { url: string; token: string; tenant: string }
  return {
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenant,
      'x-workspace-id': tenant,
      'x-context-id': 'main',
      'x-graph-scope': 'workspace',
    },
    graphPrefix: `urn:tenant:${tenant}:ws:${tenant}:graph:`,
    folder,
    stop: async () => {
      await peer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The same server with another workspace, created if necessary. */
export async function inWorkspace(server: GraphServer, id: string): Promise<GraphServer> {
  const headers = { ...server.headers, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/workspaces`, { method: 'POST', headers, body: JSON.stringify({ id }) })
  // Another target of the same run may have created it.
  if (!answer.ok && answer.status !== 409) throw new Error(`${id}: ${answer.status} ${await answer.text()}`)
  return { ...server, headers: { ...server.headers, 'x-workspace-id': id } }
}

interface Ingestion {
  id: string
  status: string
  inserted: number
  errors: unknown[]
}

/** Sends a document as one ingestion and waits until it is done. Returns the number of new statements. */
export async function ingest({ url, headers }: GraphServer, document: Iterable<Buffer>): Promise<number> {
  const sending = request(`${url}/ingestions/statements`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/n-quads' },
  })
  const [[started]] = await Promise.all([once(sending, 'response'), pipeline(document, sending)])
  let record = (await json(started)) as Ingestion
  while (record.status === 'queued' || record.status === 'running') {
    await new Promise((done) => setTimeout(done, 50))
    record = (await (await fetch(`${url}/ingestions/${record.id}`, { headers })).json()) as Ingestion
  }
  if (record.status !== 'succeeded') throw new Error(`The ingestion failed: ${JSON.stringify(record)}`)
  return record.inserted
}

/** In chunks of 1 MiB, as a client reads it from a file. */
export function* documentOf(lines: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 1 << 20) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
