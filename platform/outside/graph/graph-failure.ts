// The graph did not take what was sent: why, and whether another try makes sense.
import { OutsideError } from '../safe-fetch.ts'
import { type Refusal, refusalOf } from './rules.ts'

export class GraphFailure extends Error {
  readonly refusal: Refusal
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number
  constructor(refusal: Refusal, message: string, retryAfter = 0) {
    super(message)
    this.name = 'GraphFailure'
    this.refusal = refusal
    this.retryAfter = retryAfter
  }
}

/** In another installation a workspace waits for somebody to make or restore it: what is said is not at fault. */
const WAITING = ['workspace_not_found', 'workspace_archived']

/** An answer of the graph or of the token endpoint that is no success. */
export function answeredFailure(who: string, status: number, body: string, retryAfter: number): GraphFailure {
  const refusal = WAITING.some((code) => body.includes(`"${code}"`)) ? 'again' : refusalOf(status)
  return new GraphFailure(refusal, `${who} answered ${status}${saidIn(body)}`.slice(0, 500), retryAfter)
}

/** Someone else's failure in our words; anything that is a mistake of ours is thrown on. */
export function asGraphFailure(error: unknown): GraphFailure {
  if (error instanceof GraphFailure) return error
  if (error instanceof OutsideError) return new GraphFailure('again', `The graph was not reached: ${error.message}`)
  throw error
}

/** RFC 9457 has `detail`, RFC 6749 `error_description`; `errors` name the statement that is wrong. */
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
