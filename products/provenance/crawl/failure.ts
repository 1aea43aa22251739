// What can go wrong with a fetch, in the words of the API, and whether another try soon makes sense.
import type { ERROR_CLASSES } from '@veritrace/contract/provenance/crawls'
import type { OutsideError } from '@veritrace/platform/outside/safe-fetch'

export type ErrorClass = (typeof ERROR_CLASSES)[number]

/** Likely to pass by itself. A 403 is not: whoever refuses us is not asked in another guise. */
const TRANSIENT: ReadonlySet<ErrorClass> = new Set([
  'dns',
  'connect',
  'timeout',
  'http_429',
  'http_5xx',
  'robots_unreachable',
])

/** Whether a page is as the host sent it, or as its scripts made it: of all that they asked for, or of a part. */
export type Rendered = '' | 'whole' | 'part'

/** A document that came whole and that we cannot read: its bytes are kept, so that a better reader may try. */
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
  /** What the judge saw, or why a class was chosen, for the source's `status_reason`. */
  readonly reason: string
  /** The host asked not to be spoken to before this. */
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

/** A failure below HTTP, by what the guarded fetch says of it. */
export function failureOf(error: OutsideError): CrawlFailure {
  const said = { httpStatus: error.status }
  switch (error.kind) {
    case 'blocked_address':
    case 'bad_url':
      return new CrawlFailure('ssrf_blocked', error.message, said)
    case 'tls':
      return new CrawlFailure(error.message.includes('CERT_HAS_EXPIRED') ? 'tls_expired' : 'tls_invalid', error.message)
    case 'dns':
      // A name that does not exist will not exist in a minute either.
      return new CrawlFailure('dns', error.message, { retryable: error.retryable })
    case 'protocol':
      return new CrawlFailure('parse', error.message, said)
    default:
      return new CrawlFailure(error.kind, error.message, said)
  }
}

/** An answer that is not the page; undefined for one that may be. */
export function failureOfStatus(status: number): CrawlFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  const said = { httpStatus: status }
  if (status === 410) return new CrawlFailure('http_410', 'The page is gone for good (410).', said)
  if (status === 429) return new CrawlFailure('http_429', 'The host asks for fewer requests (429).', said)
  if (status >= 500)
    return new CrawlFailure('http_5xx', `The host failed (${status}).`, { ...said, retryable: PASSING.has(status) })
  if (status === 401 || status === 402 || status === 403 || status === 407 || status === 451)
    return new CrawlFailure('http_403', `The host does not let us read the page (${status}).`, said)
  if (status === 408 || status === 425)
    return new CrawlFailure('timeout', `The host gave up waiting (${status}).`, said)
  if (status >= 400) return new CrawlFailure('http_404', `There is no such page (${status}).`, said)
  return new CrawlFailure('parse', `The answer ${status} holds no page.`, said)
}
const PASSING = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524, 529])

/** Not tried, and nobody's failure: the host is to be left alone until then. */
export class Deferred extends Error {
  readonly until: Date
  constructor(message: string, until: Date) {
    super(message)
    this.name = 'Deferred'
    this.until = until
  }
}
