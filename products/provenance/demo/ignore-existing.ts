import { type ErrorCode, isAppError } from '@veritrace/platform/errors'

/** Ignores the error that an earlier start has already created this. */
export const ignoreExisting = (code: ErrorCode) => (error: unknown) => {
  if (!isAppError(error) || error.code !== code) throw error
}
