// Checks a password, but answers only a few guesses. After too many, the answer is the same for right and wrong, and
// the owner continues with an emailed link or, without email, waits.
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { type Bucket, browserBucket, bucketsOf, changeBucket } from './guess-rules.ts'
import { giveBack, roomAt, takeGuess } from './guess-store.ts'
import { fitsHash } from './passwords.ts'
import { type Applicant, findApplicant } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
}
export type SignIn =
  | { result: 'ok'; userId: string }
  | { result: 'wrong' }
  /** Withheld. `userId` is set only if the password was right; the response must not depend on it. */
  | { result: 'untold'; userId: string | undefined }
  | { result: 'locked'; until: Date }

export interface Guess {
  password: string
  ip: string | undefined
  /** The ID of a browser in which this applicant signed in before. */
  browser?: string | undefined
  /** Whether a link can be emailed. */
  mail: boolean
}

/** An email address without an account gets the same answer with the same work. */
export function applicantOf({ db }: Pick<Deps, 'db'>, email: string): Promise<Applicant> {
  // PostgreSQL rejects NUL in text.
  return findApplicant(db, email.length <= 320 && !email.includes('\0') ? email.trim() : '')
}

export async function signIn(deps: Deps, applicant: Applicant, guess: Guess): Promise<SignIn> {
  const { hash } = applicant
  const usual = bucketsOf(hash, guess.ip ?? '')
  const ways = guess.browser ? [[browserBucket(hash, guess.browser)], usual] : [usual]
  const told = await tellWithin(deps, applicant, guess.password, ways)
  if (told) return told
  if (!guess.mail) return { result: 'locked', until: await roomAt(deps.db, usual, deps.clock.now()) }
  const fits = await fitsAccount(applicant, guess.password)
  return { result: 'untold', userId: fits ? applicant.id! : undefined }
}

/** For a signed-in user, so failed attempts by others do not count. */
export async function confirmPassword(deps: Deps, applicant: Applicant, password: string) {
  const { result } = (await tellWithin(deps, applicant, password, [[changeBucket(applicant.hash)]])) ?? LOCKED
  return result
}
const LOCKED = { result: 'locked' } as const

/** Uses the first set of buckets with room; undefined if none has room. */
async function tellWithin({ db, clock }: Deps, applicant: Applicant, password: string, ways: readonly Bucket[][]) {
  for (const buckets of ways) {
    if (!(await takeGuess(db, buckets, clock.now()))) continue
    if (!(await fitsAccount(applicant, password))) return { result: 'wrong' } as const
    await giveBack(db, buckets)
    return { result: 'ok', userId: applicant.id! } as const
  }
  return undefined
}

const fitsAccount = async ({ passwordHash, disabledAt }: Applicant, password: string): Promise<boolean> =>
  (await fitsHash(password, passwordHash)) && !disabledAt
