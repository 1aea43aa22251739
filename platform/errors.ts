// Errors with a stable code. They may be thrown anywhere and are rendered in one place, http/problem.ts.
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'

export type { ErrorCode }

/** Extra members of the problem document, such as `from` and `allowed`. */
export type ProblemExtras = Record<string, unknown>

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly extras: ProblemExtras
  /** Response headers that belong to the error, such as Retry-After. */
  readonly headers: Record<string, string>
  /** Refused only because others are being served: an expected wait for a client that retries, and no failure. */
  isBusy = false
  constructor(code: ErrorCode, detail?: string, extras: ProblemExtras = {}, headers: Record<string, string> = {}) {
    super(detail ?? `${ERRORS[code].title}.`)
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code].status
    this.extras = extras
    this.headers = headers
  }

  whileBusy(): this {
    this.isBusy = true
    return this
  }

  /** Adds the underlying error, for the log only. */
  because(cause: unknown): this {
    this.cause = cause
    return this
  }
}

/** Throws an error with this code. */
export function fail(
  code: ErrorCode,
  detail?: string,
  extras?: ProblemExtras,
  headers?: Record<string, string>,
): never {
  throw new AppError(code, detail, extras, headers)
}

type Missing = ErrorCode extends infer C ? (C extends `${infer What}_not_found` ? What : never) : never

/** Throws 404 for a resource that does not exist or that the caller must not see. */
export function notFound(what: Missing, id: string): never {
  throw new AppError(`${what}_not_found`, `There is no ${what.replaceAll('_', ' ')} “${id}”.`)
}

/** Throws 409 for a transition that the state does not allow, naming the allowed ones. */
export function forbiddenTransition(what: string, from: string, to: string, allowed: readonly string[]): never {
  throw new AppError(
    'forbidden_transition',
    `${/^[aeiou]/.test(what) ? 'An' : 'A'} ${what} cannot go from ${from} to ${to}.`,
    { from, allowed },
  )
}

/** Throws 412 for a write that is based on an outdated version. */
export function staleVersion(what: string, version: number): never {
  throw new AppError('stale_version', `The ${what} is at version ${version}.`)
}

export const isAppError = (error: unknown): error is AppError => error instanceof AppError
