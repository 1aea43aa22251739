// Hashes passwords with scrypt. The hash contains its parameters, so that they can grow without breaking old hashes.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { fail } from '../../errors.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200
const KEY_BYTES = 32
/** OWASP: 2^15 with r = 8 and p = 3 is as strong as 2^17 with p = 1 and takes 32 MiB instead of 128. */
const STRONG = { N: 2 ** 15, r: 8, p: 3 }
type Cost = typeof STRONG
let current: Cost = STRONG

/** For tests, whose passwords protect nothing: hashes use this cost until the next call. */
export function hashAtCost(cost: Cost = STRONG): void {
  current = cost
}

export const PASSWORD_RULE = `At least ${MIN_LENGTH} characters, at least four of them different. A few words are easy to remember.`

/** Rejects passwords that are too short to be safe or too long to type. */
export function checkPassword(password: string): void {
  const length = [...password].length
  if (length < MIN_LENGTH) fail('password_too_weak', `A password needs at least ${MIN_LENGTH} characters.`)
  if (length > MAX_LENGTH) fail('password_too_weak', `A password can have at most ${MAX_LENGTH} characters.`)
  if (new Set(password).size < 4) fail('password_too_weak', 'A password needs at least four different characters.')
}

/** `scrypt$32768$8$3$salt$key` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const cost = current
  const key = await derive(password, salt, cost)
  return written(cost, salt.toString('base64url'), key.toString('base64url'))
}

const written = ({ N, r, p }: Cost, salt: string, key: string): string => ['scrypt', N, r, p, salt, key].join('$')

/** Whether the password matches. Without a hash it does the same work, so that the time reveals nothing. */
export async function fitsHash(password: string, hash: string | null | undefined): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? written(current, NO_SALT, NO_KEY)).split('$')
  if (scheme !== 'scrypt' || !salt || !key) return false
  const expected = Buffer.from(key, 'base64url')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const derived = await derive(password.slice(0, MAX_LENGTH * 2), Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(derived, expected) && Boolean(hash)
}

const NO_SALT = 'A'.repeat(22)
const NO_KEY = 'A'.repeat(43)

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // Node's default limit is 32 MiB; scrypt needs 128 · N · r, so allow twice that.
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r }
  return new Promise((done, failed) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) => (error ? failed(error) : done(key)))
  })
}
