// Why the graph rejected a request, and whether to retry.
import { OutsideError } from '../safe-fetch.ts'
import { type Refusal, refusalOf } from './rules.ts'

export class GraphFailure extends Error {
  readonly refusal: Refusal
  /** Seconds that the server asks us to wait. */
  readonly retryAfter: number
  constructor(refusal: Refusal, message: string, retryAfter = 0) {
    super(message)
    this.name = 'GraphFailure'
    this.refusal = refusal
    this.retryAfter = retryAfter
  }
}

/**
 * With a graph in another installation, someone may still create or restore the workspace, so the request itself is
 * fine.
 */
const WAITING = ['workspace_not_found', 'workspace_archived']

/** An error response of the graph or of the token endpoint. */
export function answeredFailure(who: string, status: number, body: string, retryAfter: number): GraphFailure {
  const refusal = WAITING.some((code) => body.includes(`"${code}"`)) ? 'again' : refusalOf(status)
  return new GraphFailure(refusal, `${who} answered ${status}${saidIn(body)}`.slice(0, 500), retryAfter)
}

/** Converts failures of the other side; our own bugs are rethrown. */
export function asGraphFailure(error: unknown): GraphFailure {
  if (error instanceof GraphFailure) return error
  if (error instanceof OutsideError) return new GraphFailure('again', `The graph was not reached: ${error.message}`)
  throw error
}

/** RFC 9457 uses `detail`, RFC 6749 `error_description`; `errors` names the invalid statement. */
function saidIn(body: string): string {
  try {
    const { code, detail, error, error_description, errors } = JSON.parse(body) as Record<string, unknown>
    const first = Array.isArray(errors) ? (errors[0] as { path?: unknown; message?: unknown } | undefined) : undefined
    const words = [code ?? error, detail ?? error_description, first && `${first.path} ${first.message}`]
    return `: ${words.filter((word) => typeof word === 'string').join(', ')}`
  } catch {
    return '.'
  }
}
