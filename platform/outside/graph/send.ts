// Sends requests to a graph API like any other client: with a token, and again with a new one if it is rejected. The
// URL is configured by the operator and often internal, so it is not guarded like a URL from a stranger; size, time and
// redirects are still limited.
import type { Readable } from 'node:stream'
import type { Clock } from '../../clock.ts'
import type { Method } from '../redirects.ts'
import { type Fetched, openSafeFetch, type SafeFetch } from '../safe-fetch.ts'
import { openAccessToken, type TokenSource } from './access-token.ts'
import { answeredFailure, GraphFailure } from './graph-failure.ts'
import { retryAfterSeconds } from './rules.ts'

export type GraphTarget = TokenSource & {
  /** Base URL of the graph API, such as https://example.com/graph. */
  url: string
}

export interface SendLimits {
  signal?: AbortSignal | undefined
  /** Called right before each request is sent; if it throws, the request is not sent. */
  check?: (() => void) | undefined
  timeoutMs?: number
  maxBytes?: number
}

/** Both throw a GraphFailure for an error response, and an OutsideError if there is none. */
export interface GraphSender {
  send(url: string, init: RequestInit, limits?: SendLimits): Promise<Response>
  /** Streams the body; the caller must read it to its end or destroy it. */
  stream(url: string, init: RequestInit, limits?: SendLimits): Promise<Readable>
}

const ANYWHERE = ['0.0.0.0/0', '::/0']
const TIMEOUT_MS = 30_000
const LARGEST_PROBLEM = 256 * 1024

export const openGraphFetch = (): SafeFetch => openSafeFetch({ allow: ANYWHERE })

export function openGraphSender(deps: { fetch: SafeFetch; clock: Clock }, target: GraphTarget): GraphSender {
  const { fetch } = deps
  const token = openAccessToken(deps, target)

  const withToken = async <T>(signal: AbortSignal | undefined, attempt: (token: string) => Promise<T>): Promise<T> => {
    try {
      return await attempt(await token.get(signal))
    } catch (error) {
      if (!(error instanceof GraphFailure) || error.refusal !== 'unauthorized') throw error
      // The issuer's keys or the client's rights may have changed, so try a new token.
      token.forget()
      try {
        return await attempt(await token.get(signal))
      } catch (again) {
        token.forget()
        throw again
      }
    }
  }

  return {
    send: (url, init, limits = {}) =>
      withToken(limits.signal, async (bearer) => {
        const { status, headers, body } = await fetch(url, optionsOf(init, limits, bearer))
        if (!isSuccess(status)) throw failureOf(deps.clock, { status, headers }, body.toString('utf8'))
        return new Response(status === 204 ? null : new Uint8Array(body), { status })
      }),
    stream: (url, init, limits = {}) =>
      withToken(limits.signal, async (bearer) => {
        const { status, headers, body } = await fetch.stream(url, optionsOf(init, limits, bearer))
        if (!isSuccess(status)) throw failureOf(deps.clock, { status, headers }, await textOf(body))
        return body
      }),
  }
}

function optionsOf(init: RequestInit, { signal, check, timeoutMs = TIMEOUT_MS, maxBytes }: SendLimits, bearer: string) {
  check?.()
  return {
    method: methodOf(init),
    ...(init.body && { body: Buffer.isBuffer(init.body) ? init.body : String(init.body) }),
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${bearer}` },
    timeoutMs,
    redirects: 0,
    ...(maxBytes !== undefined && { maxBytes }),
    ...(signal && { signal }),
  }
}

const methodOf = ({ method = 'POST' }: RequestInit): Method => METHODS.find((one) => one === method) ?? 'POST'
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const isSuccess = (status: number): boolean => status >= 200 && status < 300

function failureOf(clock: Clock, { status, headers }: Pick<Fetched, 'status' | 'headers'>, said: string): GraphFailure {
  return answeredFailure(
    'The graph',
    status,
    said,
    retryAfterSeconds(String(headers['retry-after'] ?? ''), clock.now()),
  )
}

async function textOf(body: Readable): Promise<string> {
  let text = ''
  for await (const part of body) {
    text += String(part)
    if (text.length > LARGEST_PROBLEM) break
  }
  return text
}
