// How many passwords may be tried, and for whom. Each rule is a bucket that holds `most` guesses and drains one every
// `stepMs`; a guess is told right or wrong only if all of its buckets have room.
import { networkIn } from '../addresses.ts'

export interface Bucket {
  key: string
  /** The digest of the address that the guess is for; networks have none. */
  account: string | null
  most: number
  stepMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * NIST SP 800-63B §5.2.2 allows 100 wrong ones in a row for an account. Here it is 80 in any 24 hours, 40 when they go on.
 * A single network stays below what the address drains, so it can never fill that bucket.
 */
export const RULES = {
  pair: { most: 10, stepMs: 40 * MINUTE_MS },
  account: { most: 40, stepMs: DAY_MS / 40 },
  /** One password tried on many addresses. */
  network: { most: 100, stepMs: DAY_MS / 100 },
  /** A browser that signed in before has its own, so that its cookie in other hands is worth few guesses. */
  browser: { most: 10, stepMs: DAY_MS / 10 },
  /** The old password, asked of someone who is signed in. */
  change: { most: 10, stepMs: DAY_MS / 10 },
} as const

/** All three have to have room. A network is what one customer of a provider has at most: a /24, or a /48 of IPv6. */
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
