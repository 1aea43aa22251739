// Test data for the graph sync, and a fake graph server.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { GraphTarget } from '@veritrace/platform/outside/graph/send'
import type { ReadClaim, Reading } from './statements.ts'

let claims = 0
/** An affirmed claim such as `['subprocessor', 'uses_subprocessor', 'Fabrikam']`. */
export const aClaim = (
  [category, predicate, value]: readonly [string, string, string],
  fields: Partial<ReadClaim> = {},
): ReadClaim => ({
  id: `clm_${++claims}`,
  claim_key: `key_${claims}`,
  snapshot_id: 'snp_1',
  category,
  predicate,
  value,
  state: 'affirmed',
  relation: 'supports',
  claim_text: `${predicate}: ${value}`,
  snippet: `We say ${value}.`,
  snippet_start: 3,
  snippet_end: 20,
  confidence: 0.9,
  rule_id: 'test/rule',
  rule_version: '1',
  details: {},
  ...fields,
})

export const aReading = (fields: Partial<Reading> = {}): Reading => ({
  vendor: { id: 'ven_1', display_name: 'Cloudy', primary_domain: 'cloudy.test', aliases: ['Cloudy Hosting'] },
  source: { id: 'src_1', kind: 'subprocessors', url: 'https://cloudy.test/subprocessors?a=|b' },
  snapshot: { id: 'snp_1', sha256: 'a'.repeat(64), fetched_at: new Date('2026-11-15T12:00:00Z') },
  extractor: '1',
  added: [],
  ended: [],
  ...fields,
})

export interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export interface Reply {
  status: number
  body?: object
  headers?: Record<string, string>
}

/** A server that issues tokens; `reply` decides the response to every other request. */
export async function openFakeGraph(reply: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { path: request.url ?? '', headers: request.headers, body }
    asked.push(one)
    const { status, body: said = {}, headers = {} } = await reply(one)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const target: GraphTarget = {
    url: `${base}/graph`,
    tokenUrl: `${base}/token`,
    issuer: undefined,
    clientId: 'sync',
    clientSecret: 's:e cret',
    audience: 'urn:test:api',
    scope: undefined,
  }
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  /** Requests to the graph itself, without those for tokens. */
  const sent = (): Asked[] => asked.filter(({ path }) => path !== '/token')
  return { target, asked, sent, close }
}
