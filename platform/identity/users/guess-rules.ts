// Limits password attempts. Each rule is a leaky bucket that holds `most` guesses and drains one every `stepMs`. A
// guess is answered only if all of its buckets have room.
import { networkIn } from '../addresses.ts'

export interface Bucket {
  key: string
  /** The digest of the email address of the guess; null for networks. */
  account: string | null
  most: number
  stepMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * NIST SP 800-63B §5.2.2 allows 100 consecutive wrong guesses per account. Here it is 80 in any 24 hours, 40 per day in
 * the long run. A single network stays below the drain rate of the account, so it can never fill that bucket.
 */
export const RULES = {
  pair: { most: 10, stepMs: 40 * MINUTE_MS },
  account: { most: 40, stepMs: DAY_MS / 40 },
  /** Limits trying one password on many accounts. */
  network: { most: 100, stepMs: DAY_MS / 100 },
  /** A known browser has its own bucket, so that a stolen cookie is worth few guesses. */
  browser: { most: 10, stepMs: DAY_MS / 10 },
  /** Limits guessing the old password in a signed-in session. */
  change: { most: 10, stepMs: DAY_MS / 10 },
} as const

/** All three must have room. A network is the most that one customer of an ISP has: a /24, or a /48 of IPv6. */
export function bucketsOf(account: string, ip: string): Bucket[] {
  const network = networkIn(ip, { ipv4: 24, ipv6: 48 })
  return [
    { key: `pair ${account} ${network}`, account, ...RULES.pair },
    { key: `account ${account}`, account, ...RULES.account },
    { key: `network ${network}`, account: null, ...RULES.network },
  ]
}

export const browserBucket = (account: string, id: string): Bucket => ({
  key: `browser ${id}`,
  account,
  ...RULES.browser,
})

export const changeBucket = (account: string): Bucket => ({ key: `change ${account}`, account, ...RULES.change })
