// The graph over HTTP, as any client has it. Its address is configuration of the operator and often inside the own
// network, so it is not guarded like one that a stranger names; size, time and redirects are limited all the same.
import { client } from '@veritrace/contract/client'
import { sparql } from '@veritrace/contract/graph/sparql'
import { type NewStatement, statements } from '@veritrace/contract/graph/statements'
import type { Clock } from '@veritrace/platform/clock'
import { openSafeFetch, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import { openAccessToken, type TokenSource } from './access-token.ts'
import { answeredFailure, GraphFailure } from './graph-failure.ts'
import { retryAfterSeconds } from './rules.ts'
import { CONTEXT, TENANT, WORKSPACE } from './vocabulary.ts'

export interface GraphTarget extends TokenSource {
  /** Where the graph API is, such as https://example.com/graph. */
  url: string
}

export interface GraphClient {
  /** Both may be done again without harm; a GraphFailure says why it could not be done. */
  assert(said: readonly NewStatement[], signal?: AbortSignal): Promise<void>
  retract(said: readonly NewStatement[], signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const SCOPE = { 'x-tenant-id': TENANT, 'x-workspace-id': WORKSPACE, 'x-context-id': CONTEXT }
/** Below what the graph takes at once, so that one change of a very long page stays within its time. */
const MOST_AT_ONCE = 5_000
const MOST_RETRACTED_AT_ONCE = 1_000
const SEND_TIMEOUT_MS = 30_000

export function openGraphClient({ clock }: { clock: Clock }, target: GraphTarget): GraphClient {
  const fetch = openSafeFetch({ allow: ANYWHERE })
  const token = openAccessToken({ fetch, clock }, target)

  const send = async (url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> => {
    const attempt = async () => {
      const headers = {
        ...(init.headers as Record<string, string>),
        authorization: `Bearer ${await token.get(signal)}`,
      }
      return answerOf(fetch, clock, url, { method: init.method, headers, body: init.body, signal })
    }
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof GraphFailure) || error.refusal !== 'unauthorized') throw error
      // The keys of the issuer may have changed, or the client's rights: a new token tells.
      token.forget()
      return attempt().catch((again) => {
        token.forget()
        throw again
      })
    }
  }
  const callsWith = (signal: AbortSignal | undefined) => {
    const fetcher = (url: string, init: RequestInit) => send(url, init, signal)
    return { ...client(statements, target.url, fetcher), ...client(sparql, target.url, fetcher) }
  }

  return {
    async assert(said, signal) {
      for (const part of partsOf(said, MOST_AT_ONCE))
        await callsWith(signal).createBatch({ body: { statements: part }, headers: SCOPE })
    },
    async retract(said, signal) {
      const headers = { ...SCOPE, 'content-type': 'application/sparql-update' }
      for (const part of partsOf(said, MOST_RETRACTED_AT_ONCE))
        await callsWith(signal).update({ body: `DELETE DATA {\n${part.map(tripleOf).join('\n')}\n}`, headers })
    },
    close: fetch.close,
  }
}

interface Request {
  method: string | undefined
  headers: Record<string, string>
  body: RequestInit['body']
  signal: AbortSignal | undefined
}

async function answerOf(fetch: SafeFetch, clock: Clock, url: string, request: Request): Promise<Response> {
  const { status, headers, body } = await fetch(url, {
    method: 'POST',
    headers: request.headers,
    body: String(request.body),
    timeoutMs: SEND_TIMEOUT_MS,
    redirects: 0,
    ...(request.signal && { signal: request.signal }),
  })
  if (status >= 200 && status < 300) return new Response(new Uint8Array(body), { status })
  const wait = retryAfterSeconds(String(headers['retry-after'] ?? ''), clock.now())
  throw answeredFailure('The graph', status, body.toString('utf8'), wait)
}

const partsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** Facts have names of ours and plain text, so the names need no escapes. */
const tripleOf = ({ subject, predicate, object, objectType }: NewStatement): string =>
  `<${subject}> <${predicate}> ${objectType === 'iri' ? `<${object}>` : `"${escaped(object)}"`} .`

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string): string => text.replace(/[\\"\n\r\t]/g, (char) => ESCAPES[char]!)
