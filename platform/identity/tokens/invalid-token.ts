// 401 as in RFC 6750 §3: a challenge, with the reason if there were credentials.
import { AppError } from '../../errors.ts'

const REALM = 'Bearer realm="veritrace"'

export const unauthenticated = (): AppError =>
  new AppError('unauthenticated', undefined, {}, { 'www-authenticate': REALM })

export const invalidToken = (why: string): AppError =>
  new AppError(
    'invalid_token',
    `The token is invalid. ${why}`,
    {},
    { 'www-authenticate': `${REALM}, error="invalid_token", error_description="${why}"` },
  )

export const sessionExpired = (): AppError =>
  new AppError('session_expired', undefined, {}, { 'www-authenticate': REALM })
