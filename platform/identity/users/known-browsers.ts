// Browsers that signed in before. Wrong passwords from elsewhere cannot hold them up. The browser keeps which accounts it
// knows, encrypted with our key; the account says since when that counts.
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { newId } from '../../ids.ts'
import { keepSecret } from '../../keyring/store.ts'
import type { Applicant } from './store.ts'

/** One account that has signed in with a browser. */
interface Entry {
  user: string
  /** Under which its guesses are counted. */
  id: string
  /** When it signed in last. */
  at: number
}

const DAYS = 180
const DAY_MS = 86_400_000
export const BROWSER_SECONDS = DAYS * 86_400
/** As many accounts as one person, or a family, has in a browser. */
const MOST = 5

export const keepBrowserKey = async (db: Db): Promise<Uint8Array> =>
  Buffer.from(await keepSecret(db, 'known-browsers'), 'base64url')

/** Its id for this applicant; undefined if they never signed in there, or not since their browsers were forgotten. */
export async function knownBrowser(
  key: Uint8Array,
  clock: Clock,
  cookie: string | undefined,
  { id, browsersSince }: Applicant,
): Promise<string | undefined> {
  const found = (await openEntries(key, clock, cookie)).find(({ user }) => user === id)
  return found && found.at > (browsersSince?.getTime() ?? 0) ? found.id : undefined
}

/** The cookie that also knows this user. The id of one that knew them stays, so that signing in wins no guesses. */
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

/** None if it is missing, too old or not ours. */
async function openEntries(key: Uint8Array, clock: Clock, cookie: string | undefined): Promise<readonly Entry[]> {
  if (!cookie) return []
  const options = { currentDate: clock.now(), typ: 'known-browser', requiredClaims: ['exp'] }
  return jwtDecrypt<{ entries: Entry[] }>(cookie, key, options).then(
    ({ payload }) => payload.entries.filter(({ at }) => at + DAYS * DAY_MS > clock.now().getTime()),
    () => [],
  )
}
