import { type ErrorCode, isAppError } from '@veritrace/platform/errors'

/** What a start before this one has made. */
export const passOver = (code: ErrorCode) => (error: unknown) => {
  if (!isAppError(error) || error.code !== code) throw error
}
