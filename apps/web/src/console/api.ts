// API calls of the page. With a key it calls the API itself; with a session it calls endpoints made for this page.
import type { Ok } from '@veritrace/contract/endpoint'
import type { shapes } from '@veritrace/contract/graph/shapes'
import type { sparql } from '@veritrace/contract/graph/sparql'
import type { StatementStats } from '@veritrace/contract/graph/statements'
import type { Access } from './access/access.ts'
import type { Width } from './address.ts'

export interface Scope {
  access: Access
  context: string
  width: Width
}

/** A problem document (RFC 9457) with the server's extensions for SPARQL. */
export interface ProblemDocument {
  status: number
  code: string
  title: string
  detail: string
  line?: number
  column?: number
  token?: string
  retryAfter?: number
}

export class Problem extends Error {
  readonly document: ProblemDocument
  constructor(document: ProblemDocument) {
    super(document.detail)
    this.document = document
  }
}

export interface Answer {
  type: string
  text: string
  ms: number
}

/** Accepts rows or triples, depending on the query. */
export const ANY_ANSWER = 'application/sparql-results+json, application/n-triples'

export const ask = (scope: Scope, text: string, accept: string, signal?: AbortSignal): Promise<Answer> =>
  call(scope, 'POST', '/sparql', { body: text, type: 'application/sparql-query', accept, signal })

export const change = async (scope: Scope, text: string, signal?: AbortSignal): Promise<Ok<typeof sparql.update>> =>
  JSON.parse(
    (await call(scope, 'POST', '/sparql/update', { body: text, type: 'application/sparql-update', signal })).text,
  )

export const readStats = async (scope: Scope, signal?: AbortSignal): Promise<StatementStats> =>
  JSON.parse((await call(scope, 'GET', '/statements/stats', { signal })).text)

export const readShapes = async (scope: Scope, signal?: AbortSignal): Promise<Ok<typeof shapes.list>> =>
  JSON.parse((await call(scope, 'GET', '/shapes?limit=100', { signal })).text)

interface Sent {
  body?: string
  type?: string
  accept?: string
  signal?: AbortSignal | undefined
}

async function call(scope: Scope, method: 'GET' | 'POST', path: string, sent: Sent): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(baseOf(scope.access) + path, {
    method,
    headers: headersOf(scope, sent),
    cache: 'no-store',
    ...(sent.body !== undefined && { body: sent.body }),
    ...(sent.signal && { signal: sent.signal }),
  }).catch(notReached)
  const text = await response.text().catch(notReached)
  if (!response.ok) throw new Problem(readProblem(response, text))
  return { type: typeOf(response), text, ms: performance.now() - began }
}

const baseOf = (access: Access): string => (access.by === 'key' ? '/graph' : '/graph/console')

const headersOf = ({ access, context, width }: Scope, { type, accept = 'application/json' }: Sent) => ({
  accept,
  'x-context-id': context,
  ...(width === 'workspace' && { 'x-graph-scope': width }),
  ...(type && { 'content-type': type }),
  ...(access.by === 'key'
    ? {
        authorization: `Bearer ${access.key.key}`,
        'x-tenant-id': access.key.tenant,
        'x-workspace-id': access.key.workspace,
      }
    : { 'x-csrf': '1' }),
})

function readProblem(response: Response, text: string): ProblemDocument {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const given = typeOf(response).endsWith('json') ? JSON.parse(text) : {}
  const title = given.title ?? `The server responded with status ${response.status}`
  return { title, code: 'unknown', detail: '', ...given, status: response.status, ...(retryAfter && { retryAfter }) }
}

const typeOf = (response: Response): string => (response.headers.get('content-type') ?? '').split(';')[0]!.trim()

function notReached(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  const detail = 'Check your connection, then try again.'
  throw new Problem({ status: 0, code: 'not_reached', title: 'The server did not respond', detail })
}
