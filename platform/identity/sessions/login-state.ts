// The state of a sign-in until the browser returns: stored in the browser, encrypted with our key.
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../clock.ts'

export interface LoginState {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** An invitation to accept after authentication. */
  invitation?: string
}

/** Longer than our provider leaves a sign-in open, which may include setting a new password by email. */
export const LOGIN_SECONDS = 2_700

export const sealLogin = (key: Uint8Array, clock: Clock, login: LoginState): Promise<string> =>
  new EncryptJWT({ ...login })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'login' })
    .setExpirationTime(new Date(clock.now().getTime() + LOGIN_SECONDS * 1000))
    .encrypt(key)

/** Undefined if the state is missing, too old or not ours. */
export async function openLogin(key: Uint8Array, clock: Clock, sealed?: string): Promise<LoginState | undefined> {
  if (!sealed) return undefined
  const options = { currentDate: clock.now(), typ: 'login', requiredClaims: ['exp'] }
  return jwtDecrypt<LoginState>(sealed, key, options).then(
    ({ payload }) => payload,
    () => undefined,
  )
}
