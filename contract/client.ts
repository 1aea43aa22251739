// A typed fetch client for the contract. The web app, the tests, and calls between products use it.
import type { Body, Endpoint, Ok, Params, Query, Resource } from './endpoint.ts'
import { isMedia } from './media.ts'

type Input<E> = ([keyof Params<E>] extends [never] ? unknown : { params: Params<E> }) &
  (keyof Query<E> extends never ? unknown : { query?: Partial<Query<E>> }) &
  (Body<E> extends undefined ? unknown : { body: Body<E> }) & { headers?: Record<string, string> }
type Call<E> =
  Record<never, never> extends Input<E> ? (input?: Input<E>) => Promise<Ok<E>> : (input: Input<E>) => Promise<Ok<E>>
export type Client<R> = { [K in keyof R]: Call<R[K]> }

/** A response other than success; carries the problem document. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Record<string, unknown>
  constructor(line: string, status: number, problem: Record<string, unknown>) {
    super(`${line} answered ${status} ${problem.code ?? ''}: ${problem.detail ?? ''}`)
    this.status = status
    this.code = String(problem.code ?? '')
    this.problem = problem
  }
}

export type Fetcher = (url: string, init: RequestInit) => Promise<Response>
interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

export function client<R extends Resource>(resource: R, base: string, fetcher: Fetcher = fetch): Client<R> {
  const calls = Object.entries(resource).map(([name, e]) => [name, (input?: AnyInput) => call(e, base, fetcher, input)])
  return Object.fromEntries(calls) as Client<R>
}

async function call(e: Endpoint, base: string, fetcher: Fetcher, input: AnyInput = {}): Promise<unknown> {
  const path = e.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, String(value))
  const url = base + path + (query.size > 0 ? `?${query}` : '')
  const json = input.body !== undefined && !isMedia(e.spec.body)
  const response = await fetcher(url, {
    method: e.method,
    headers: { ...(json && { 'content-type': 'application/json' }), ...input.headers },
    ...(input.body !== undefined && { body: json ? JSON.stringify(input.body) : (input.body as RequestInit['body']) }),
  })
  if (!response.ok) throw new ApiError(e.line, response.status, await problemOf(response))
  if (isMedia(e.spec.ok)) return e.spec.ok.media === 'none' ? undefined : response.body
  return response.json()
}

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const body = await response.text()
  try {
    return JSON.parse(body)
  } catch {
    return { detail: body.slice(0, 200) }
  }
}
