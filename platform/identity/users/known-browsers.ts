// Browsers that signed in before and are not blocked by wrong passwords from elsewhere. An encrypted cookie in the
// browser lists its accounts; the account stores since when that counts.
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../ids.ts'
import { keepSecret } from '../../keyring/store.ts'
import type { Applicant } from './store.ts'

/** An account that has signed in with this browser. */
interface Entry {
  user: string
  /** The ID under which its guesses are counted. */
  id: string
  /** Time of the last sign-in. */
  at: number
}

const DAYS = 180
const DAY_MS = 86_400_000
export const BROWSER_SECONDS = DAYS * 86_400
/** Enough for the accounts of one person or family. */
const MOST = 5

export const keepBrowserKey = async (db: Db): Promise<Uint8Array> =>
  Buffer.from(await keepSecret(db, 'known-browsers'), 'base64url')

/**
 * The browser's ID for this applicant; undefined if they never signed in there, or not since their browsers were
 * forgotten.
 */
export async function knownBrowser(
  key: Uint8Array,
  clock: Clock,
  cookie: string | undefined,
  { id, browsersSince }: Applicant,
): Promise<string | undefined> {
  const found = (await openEntries(key, clock, cookie)).find(({ user }) => user === id)
  return found && found.at > (browsersSince?.getTime() ?? 0) ? found.id : undefined
}

/** Adds the user to the cookie. An existing ID is retained, so that signing in does not reset its guesses. */
export async function knowing(
  key: Uint8Array,
  clock: Clock,
  cookie: string | undefined,
  user: string,
): Promise<string> {
  const now = clock.now().getTime()
  const entries = await openEntries(key, clock, cookie)
  const id = entries.find((entry) => entry.user === user)?.id ?? newId('brw')
  const others = entries.filter((entry) => entry.user !== user)
  return sealEntries(key, [{ user, id, at: now }, ...others].slice(0, MOST), now)
}

const sealEntries = (key: Uint8Array, entries: readonly Entry[], now: number): Promise<string> =>
  new EncryptJWT({ entries })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'known-browser' })
    .setExpirationTime(new Date(now + DAYS * DAY_MS))
    .encrypt(key)

/** Empty if the cookie is missing, too old or not ours. */
async function openEntries(key: Uint8Array, clock: Clock, cookie: string | undefined): Promise<readonly Entry[]> {
  if (!cookie) return []
  const options = { currentDate: clock.now(), typ: 'known-browser', requiredClaims: ['exp'] }
  return jwtDecrypt<{ entries: Entry[] }>(cookie, key, options).then(
    ({ payload }) => payload.entries.filter(({ at }) => at + DAYS * DAY_MS > clock.now().getTime()),
    () => [],
  )
}
