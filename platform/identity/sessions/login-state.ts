// What a sign-in must remember until the browser is back: kept by the browser itself, encrypted with our key.
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../clock.ts'

export interface LoginState {
  state: string
  nonce: string
  verifier: string
  returnTo: string
  /** An invitation to accept once it is known who comes. */
  invitation?: string
}

/** Longer than our provider keeps a sign-in open, in which someone may also have to set a new password by mail. */
export const LOGIN_SECONDS = 2_700

export const sealLogin = (key: Uint8Array, clock: Clock, login: LoginState): Promise<string> =>
  new EncryptJWT({ ...login })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'login' })
    .setExpirationTime(new Date(clock.now().getTime() + LOGIN_SECONDS * 1000))
    .encrypt(key)

/** Undefined where it is missing, too old or not ours. */
export async function openLogin(key: Uint8Array, clock: Clock, sealed?: string): Promise<LoginState | undefined> {
  if (!sealed) return undefined
  const options = { currentDate: clock.now(), typ: 'login', requiredClaims: ['exp'] }
  return jwtDecrypt<LoginState>(sealed, key, options).then(
    ({ payload }) => payload,
    () => undefined,
  )
}
