// Fetches URLs from callers, such as crawl sources, webhooks and logos. Guarded against our own network, with limits
// for size and time; every redirect is checked like the first request.
import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { parseRanges } from '../addresses.ts'
import { guardedConnector, type Lookup } from './connector.ts'
import { drop, startDeadline } from './deadline.ts'
import { type BodyLimits, decodeBody, readBody } from './decode.ts'
import { asOutsideError, OutsideError } from './outside-error.ts'
import { firstOrder, type Method, nextOrder, type Order, REDIRECTS, resolveLocation } from './redirects.ts'
import { checkTarget } from './target.ts'

export { OutsideError } from './outside-error.ts'

export interface FetchOptions {
  method?: Method
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Largest body after decompression. Default: 5 MB. */
  maxBytes?: number
  /** Largest body as received. Default: `maxBytes`. */
  maxWireBytes?: number
  /** For the whole exchange: resolving, connecting, redirects and the last byte of the body. */
  timeoutMs?: number
  /** Longest time without data, before and during the response. Counts within the time for the whole exchange. */
  silenceMs?: number
  /** How many redirects are followed. With 0 a redirect is returned like any other response. */
  redirects?: number
  /** Whether the body is wanted; otherwise it is dropped and returned empty. */
  wants?(status: number, contentType: string): boolean
  signal?: AbortSignal
}

export interface Redirect {
  status: number
  from: string
  to: string
}
export interface Fetched<Body = Buffer> {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The final URL after redirects. */
  url: string
  body: Body
  redirects: Redirect[]
}

export interface SafeFetch {
  (url: string, options?: FetchOptions): Promise<Fetched>
  /** Returns the body as a stream, which the caller must read to its end or destroy. */
  stream(url: string, options?: FetchOptions): Promise<Fetched<Readable>>
  /** Checks a URL without sending a request: throws OutsideError if it is not allowed. */
  check(url: string, rules?: { https?: boolean }): void
  close(): Promise<void>
}

const MAX_BYTES = 5_000_000
const TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const MAX_REDIRECTS_EVER = 20

export function openSafeFetch(options: { allow: readonly string[]; lookup?: Lookup }): SafeFetch {
  const allow = parseRanges(options.allow)
  const agent = new Agent({
    connect: guardedConnector(allow, options.lookup),
    allowH2: false,
    connections: 64,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
    // The time limit of the whole exchange replaces these.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  /** Sends the request; the time limit applies until the body is closed. */
  const ask = async <Body>(
    url: string,
    options: FetchOptions,
    open: (body: Readable, encoding: string, limits: BodyLimits) => Body | Promise<Body>,
  ): Promise<Fetched<Body>> => {
    const deadline = startDeadline(options.timeoutMs ?? TIMEOUT_MS, options.signal)
    const { silenceMs = 0 } = options
    const send = (target: URL, order: Order) =>
      deadline.race(() => requestOnce(agent, target, order, { signal: deadline.signal, silenceMs }))
    let begun: Dispatcher.ResponseData | undefined
    try {
      const { answer, ...found } = await follow(send, (target) => checkTarget(target, allow), url, options)
      begun = answer
      deadline.endWith(answer.body)
      const encoding = options.method === 'HEAD' ? '' : String(answer.headers['content-encoding'] ?? '').toLowerCase()
      const { maxBytes = MAX_BYTES, maxWireBytes = maxBytes } = options
      const isWanted = options.wants?.(answer.statusCode, String(answer.headers['content-type'] ?? '')) ?? true
      if (!isWanted) drop(answer.body)
      const body = await open(isWanted ? answer.body : Readable.from([]), isWanted ? encoding : '', {
        maxBytes,
        maxWireBytes,
      })
      return { status: answer.statusCode, headers: answer.headers, ...found, body }
    } catch (error) {
      deadline.end()
      begun?.body.destroy()
      throw asOutsideError(error, begun?.statusCode)
    }
  }
  const fetch = (url: string, options: FetchOptions = {}): Promise<Fetched> => ask(url, options, readBody)
  const stream = (url: string, options: FetchOptions = {}): Promise<Fetched<Readable>> => ask(url, options, decodeBody)

  const check: SafeFetch['check'] = (url, rules) => void checkTarget(url, allow, rules)
  return Object.assign(fetch, { stream, check, close: () => agent.destroy() })
}

interface Limits {
  signal: EventEmitter
  silenceMs: number
}

async function requestOnce(dispatcher: Dispatcher, target: URL, order: Order, { signal, silenceMs }: Limits) {
  const { method, headers, body = null } = order
  const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
  return request(target, { dispatcher, signal, method, headers, body, ...limits })
}

async function follow(
  send: (target: URL, order: Order) => ReturnType<typeof requestOnce>,
  check: (url: string) => URL,
  url: string,
  options: FetchOptions,
) {
  const most = Math.min(options.redirects ?? MAX_REDIRECTS, MAX_REDIRECTS_EVER)
  const redirects: Redirect[] = []
  let target = check(url)
  let order = firstOrder(options)
  for (;;) {
    const answer = await send(target, order)
    const { statusCode: status, headers } = answer
    const location = String(headers.location ?? '')
    if (most === 0 || !location || !REDIRECTS.has(status)) return { answer, url: target.href, redirects }
    drop(answer.body)
    if (redirects.length === most) throw new OutsideError('redirect_loop', `More than ${most} redirects.`, { status })
    const next = check(resolveLocation(location, target))
    redirects.push({ status, from: target.href, to: next.href })
    order = nextOrder(order, status, next.origin !== target.origin)
    target = next
  }
}
