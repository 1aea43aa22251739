// Verifies signed messages from others. The package `standardwebhooks` reads the system clock, accepts "123abc" as a
// timestamp and decodes the body before verifying; here the exact bytes and the caller's clock count.
import { timingSafeEqual } from 'node:crypto'
import { fail } from '../errors.ts'
import { hmac, keyOf } from './sign.ts'

export interface IncomingMessage {
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The raw bytes. */
  body: Buffer
}

const TOLERANCE_S = 5 * 60

/** Returns the message ID if one of the secrets signed it within five minutes of now; otherwise throws 401. */
export function verify(secrets: readonly string[], message: IncomingMessage, now: Date): string {
  const id = header(message, 'id')
  const timestamp = header(message, 'timestamp')
  const signatures = header(message, 'signature')
  if (!id || !timestamp || !signatures) fail('invalid_signature', 'The signature headers are missing.')
  if (!/^\d{1,12}$/.test(timestamp)) fail('invalid_signature', 'The timestamp is not a number of seconds.')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_S)
    fail('invalid_signature', 'The timestamp differs from our clock by more than five minutes.')
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3)))
  const keys = secrets.map(keyOf).filter((key) => key !== undefined)
  const expected = keys.map((key) => Buffer.from(hmac(key, id, timestamp, message.body)))
  if (!expected.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other))))
    fail('invalid_signature')
  return id
}

/** `svix-*` are older names of the same headers that some senders still use. */
function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[`webhook-${name}`] ?? headers[`svix-${name}`]
  return typeof value === 'string' ? value : undefined
}
