// Sends one HTTP request and reads its response within limits.
import { asOutsideError } from '@veritrace/platform/outside/outside-error'
import type { FetchOptions } from '@veritrace/platform/outside/safe-fetch'
import type { Provenance } from '../deps.ts'
import { failureOf } from './failure.ts'
import { isReadable } from './media.ts'

export interface PageRequest {
  /** ETag of the existing copy. */
  etag?: string
  lastModified?: string
  accept?: string
  /** Files for the browser may have any content type. */
  isPart?: boolean
}

export interface OneAnswer {
  status: number
  headers: Record<string, string>
  contentType: string
  body: Buffer
}

const MAX_BYTES = 10_000_000
const TIMEOUT_MS = 30_000
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf,application/json;q=0.9,text/plain;q=0.8,*/*;q=0.5'
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Does not read the body of redirects and of unsupported types. */
export async function sendRequest(
  { fetch, crawl }: Pick<Provenance, 'fetch' | 'crawl'>,
  target: URL,
  request: PageRequest,
  signal: AbortSignal | undefined,
): Promise<OneAnswer> {
  const headers = {
    'user-agent': crawl.userAgent,
    accept: request.accept ?? ACCEPT,
    'accept-encoding': 'gzip, br, zstd, deflate',
    'accept-language': 'en, *;q=0.5',
    ...(crawl.from && { from: crawl.from }),
    ...(request.etag && { 'if-none-match': request.etag }),
    ...(request.lastModified && { 'if-modified-since': request.lastModified }),
  }
  const options: FetchOptions = {
    headers,
    redirects: 0,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    wants: (status, type) =>
      !REDIRECTS.has(status) && status !== 304 && (request.isPart || status >= 300 || isReadable(type)),
  }
  if (signal) options.signal = signal
  try {
    const { status, headers: received, body } = await fetch(target.href, options)
    const plain = plainHeaders(received)
    return { status, headers: plain, contentType: plain['content-type'] ?? '', body }
  } catch (error) {
    signal?.throwIfAborted()
    throw failureOf(asOutsideError(error))
  }
}

const plainHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
