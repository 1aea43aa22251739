// Standard Webhooks 1.0: the receiver can verify the sender, the integrity and the time of a message.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret in the standard format: `whsec_` and base64. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The key of a secret, or undefined if it is invalid: 24 to 64 bytes in base64. */
export function keyOf(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** One signature per secret, so that a receiver can switch to the next secret at any time. */
export function sign(secrets: readonly string[], id: string, at: Date, body: string): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = keyOf(secret)
    if (!key) throw new Error('A webhook secret must be whsec_ and 24 to 64 bytes in base64.')
    return `v1,${hmac(key, id, timestamp, body)}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

export const hmac = (key: Buffer, id: string, timestamp: string, body: string | Buffer): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
