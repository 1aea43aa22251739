// A failure of an external system: expected, typed, and clear about whether to retry.

export type OutsideKind =
  | 'blocked_address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'redirect_loop'
  | 'bad_url'
  | 'protocol'

export class OutsideError extends Error {
  readonly kind: OutsideKind
  readonly retryable: boolean
  /** The status, if the response had begun. */
  readonly status: number | undefined
  constructor(kind: OutsideKind, message: string, options: { retryable?: boolean; status?: number } = {}) {
    super(message)
    this.name = 'OutsideError'
    this.kind = kind
    this.retryable = options.retryable ?? RETRYABLE.has(kind)
    this.status = options.status
  }
}

const RETRYABLE = new Set<OutsideKind>(['dns', 'connect', 'timeout'])

/** Reveals nothing about the target: open and closed ports look the same. */
export const blockedAddress = (): OutsideError =>
  new OutsideError('blocked_address', 'We do not send requests to this address.')

/** Maps errors of undici, Node's sockets and zlib. Their messages contain addresses, so they are not passed on. */
export function asOutsideError(error: unknown, status?: number): OutsideError {
  if (error instanceof OutsideError)
    return status === undefined || error.status !== undefined
      ? error
      : new OutsideError(error.kind, error.message, { retryable: error.retryable, status })
  const code = codeOf(error)
  const said = status === undefined ? {} : { status }
  if (/^(EAI_|ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED)/.test(code))
    return new OutsideError('dns', 'The host name cannot be resolved.', { retryable: code !== 'ENOTFOUND' })
  if (/TIMEOUT|ETIMEDOUT|ETIME$/.test(code)) return new OutsideError('timeout', 'No answer in time.', said)
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code))
    return new OutsideError('tls', `The secure connection failed (${code}).`)
  if (/^(ECONN|EHOST|ENET|EPIPE|EADDR|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED)/.test(code))
    return new OutsideError('connect', 'The connection failed or was closed.', said)
  return new OutsideError('protocol', `The answer is invalid${code && ` (${code})`}.`, said)
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause ? codeOf(cause) : ''
}
