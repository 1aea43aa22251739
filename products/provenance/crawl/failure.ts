// Failures of a fetch with the error classes of the API, and whether an early retry makes sense.
import type { ERROR_CLASSES } from '@veritrace/contract/provenance/crawls'
import type { OutsideError } from '@veritrace/platform/outside/safe-fetch'

export type ErrorClass = (typeof ERROR_CLASSES)[number]

/** Failures that usually pass. 403 is not one: we respect a refusal. */
const TRANSIENT: ReadonlySet<ErrorClass> = new Set([
  'dns',
  'connect',
  'timeout',
  'http_429',
  'http_5xx',
  'robots_unreachable',
])

/** '' for a page as sent; otherwise whether its scripts got all files that they requested. */
export type Rendered = '' | 'whole' | 'part'

/** A complete document that could not be extracted. Its bytes are stored, so that a later extractor version can try. */
export interface Unread {
  page: { url: string; status: number; contentType: string; headers: Record<string, string> }
  sha256: string
  bytes: number
  noarchive: boolean
  rendered: Rendered
  why: string
}

export class CrawlFailure extends Error {
  readonly errorClass: ErrorClass
  readonly retryable: boolean
  readonly httpStatus: number | null
  /** A more specific reason for the source's `status_reason`. */
  readonly reason: string
  /** The host asked for no requests before this time. */
  readonly until: Date | undefined
  readonly unread: Unread | undefined
  constructor(
    errorClass: ErrorClass,
    detail: string,
    options: {
      retryable?: boolean
      httpStatus?: number | null | undefined
      reason?: string
      until?: Date
      unread?: Unread
    } = {},
  ) {
    super(detail)
    this.name = 'CrawlFailure'
    this.errorClass = errorClass
    this.retryable = options.retryable ?? TRANSIENT.has(errorClass)
    this.httpStatus = options.httpStatus ?? null
    this.reason = options.reason ?? errorClass
    this.until = options.until
    this.unread = options.unread
  }
}

/** Maps a network failure to its error class. */
export function failureOf(error: OutsideError): CrawlFailure {
  const said = { httpStatus: error.status }
  switch (error.kind) {
    case 'blocked_address':
    case 'bad_url':
      return new CrawlFailure('ssrf_blocked', error.message, said)
    case 'tls':
      return new CrawlFailure(error.message.includes('CERT_HAS_EXPIRED') ? 'tls_expired' : 'tls_invalid', error.message)
    case 'dns':
      // A name that does not exist will not exist a minute later.
      return new CrawlFailure('dns', error.message, { retryable: error.retryable })
    case 'protocol':
      return new CrawlFailure('parse', error.message, said)
    default:
      return new CrawlFailure(error.kind, error.message, said)
  }
}

/** The failure for a status that is not a page, or undefined for success. */
export function failureOfStatus(status: number): CrawlFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  const said = { httpStatus: status }
  if (status === 410) return new CrawlFailure('http_410', 'The page is permanently gone (410).', said)
  if (status === 429) return new CrawlFailure('http_429', 'The host limits our requests (429).', said)
  if (status >= 500)
    return new CrawlFailure('http_5xx', `The host failed (${status}).`, { ...said, retryable: PASSING.has(status) })
  if (status === 401 || status === 402 || status === 403 || status === 407 || status === 451)
    return new CrawlFailure('http_403', `The host refuses access to the page (${status}).`, said)
  if (status === 408 || status === 425) return new CrawlFailure('timeout', `The host timed out (${status}).`, said)
  if (status >= 400) return new CrawlFailure('http_404', `There is no such page (${status}).`, said)
  return new CrawlFailure('parse', `The response ${status} contains no page.`, said)
}
const PASSING = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524, 529])

/** The request was postponed, which is not a failure: the host must not be contacted before then. */
export class Deferred extends Error {
  readonly until: Date
  constructor(message: string, until: Date) {
    super(message)
    this.name = 'Deferred'
    this.until = until
  }
}
