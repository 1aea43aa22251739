// Test helpers for signing in.
import { randomInt } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { bucketsOf } from './guess-rules.ts'
import { takeGuess } from './guess-store.ts'
import { applicantOf, type Guess, signIn } from './sign-in.ts'

interface Deps {
  db: Db
  clock: Clock
}

export const tryPassword = async (deps: Deps, email: string, password: string, guess: Partial<Guess> = {}) =>
  signIn(deps, await applicantOf(deps, email), { password, ip: '192.0.2.7', mail: false, ...guess })

/** Uses up the guesses for an account from one network. */
export async function fillFrom(deps: Deps, email: string, ip: string): Promise<void> {
  const { hash } = await applicantOf(deps, email)
  while (await takeGuess(deps.db, bucketsOf(hash, ip), deps.clock.now()));
}

/** Uses up the guesses for an account from many networks, chosen at random because networks are used up too. */
export async function fillEverywhere(deps: Deps, email: string): Promise<void> {
  for (let i = 0; i < 6; i++) await fillFrom(deps, email, `2001:db8:${randomInt(0x10000).toString(16)}::1`)
}
