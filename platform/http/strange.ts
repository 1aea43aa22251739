// Rejects malformed or ambiguous requests, which two parsers might read differently, before anything else.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { isGzip } from './body-stream.ts'

const HEADER_BYTES = 16 * 1024
/** Large enough for a query of 64 KiB in which each character is escaped. */
const ADDRESS_BYTES = 3 * 64 * 1024
/** The limit for Node's parser, so that we send the error ourselves. */
export const HEAD_BYTES = ADDRESS_BYTES + HEADER_BYTES

/** Checks for repeated headers, large headers, absolute URLs, compressed bodies, NUL and invalid escapes. */
export function strangeness(request: FastifyRequest): AppError | undefined {
  const { url = '' } = request.raw
  const inHeaders = strangeHeaders(request)
  if (inHeaders) return inHeaders
  if (!url.startsWith('/')) return new AppError('bad_request', 'The request must name a path, not a whole URL.')
  if (url.includes('%00')) return new AppError('bad_request', 'The URL contains the character U+0000.')
  if (!isDecodable(url)) return new AppError('bad_request', 'The URL has an escape that is not UTF-8.')
  const encoding = request.headers['content-encoding']
  if (encoding && !(request.routeOptions.config.gzip && isGzip(encoding)))
    return new AppError('unsupported_media_type', refusedEncoding(encoding, request.routeOptions.config.gzip))
  return undefined
}

/** Node silently uses the first of two headers; a proxy in front of us may have used the second. */
function strangeHeaders({ raw, headers }: FastifyRequest): AppError | undefined {
  const { rawHeaders, httpVersion } = raw
  let hosts = 0
  let tokens = 0
  let types = 0
  let size = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    size += name.length + rawHeaders[i + 1]!.length
    if (name.length === 4) hosts += is(name, 'host')
    else if (name.length === 12) types += is(name, 'content-type')
    else if (name.length === 13) tokens += is(name, 'authorization')
  }
  if (size > HEADER_BYTES) return new AppError('headers_too_large')
  // RFC 9112 §3.2 requires it from HTTP/1.1 on.
  const isNamed = hosts === 1 && headers.host !== ''
  if (!isNamed && !(httpVersion === '1.0' && hosts < 2))
    return new AppError('bad_request', 'The request must have exactly one Host header.')
  if (tokens > 1) return new AppError('bad_request', 'The request has more than one Authorization header.')
  if (types > 1) return new AppError('bad_request', 'The request has more than one Content-Type header.')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectation_failed')
  return undefined
}
const is = (name: string, wanted: string): number => (name.toLowerCase() === wanted ? 1 : 0)

/** The query parser leaves invalid escapes unchanged. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

const refusedEncoding = (encoding: string, takesGzip = false): string =>
  takesGzip
    ? `A body may be compressed with gzip here, not with “${encoding.slice(0, 40)}”.`
    : 'Compressed bodies are not accepted here.'
