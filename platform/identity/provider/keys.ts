// Signing keys: created at the first start, replaced by rotation, and published until everything they signed has
// expired.
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { newId } from '../../ids.ts'
import { insertKey, type KeyRow, listKeys, retireKeysBefore } from './store.ts'

export const SIGNING_ALGORITHM = 'ES256'
/** A new key is published this long before it signs, so that every replica knows it in time. */
export const PUBLISH_AHEAD_MS = 2 * 60_000

interface Deps {
  db: Db
  clock: Clock
}
export interface SigningKey {
  kid: string
  /** Private. */
  jwk: JWK
}

export const publicPart = ({ kty, crv, x, y, kid, alg, use }: JWK): JWK => ({ kty, crv, x, y, kid, alg, use })

/** All published keys; the first one signs. */
export async function readSigningKeys({ db, clock }: Deps): Promise<SigningKey[]> {
  let keys = await listKeys(db, clock.now())
  if (keys.length === 0) {
    await makeKey(db, 1, clock.now(), clock.now())
    keys = await listKeys(db, clock.now())
  }
  const signing = keys.find((key) => key.signsFrom <= clock.now()) ?? keys.at(-1)!
  return [signing, ...keys.filter((key) => key !== signing)].map(({ kid, jwk }) => ({ kid, jwk: jwk as JWK }))
}

/**
 * Adds a key that signs two minutes from now. Older keys are published for another `keepMs`, the longest lifetime of
 * anything they signed. Processes that rotate at the same time create one key.
 */
export async function rotateSigningKeys({ db, clock }: Deps, keepMs: number): Promise<void> {
  await readSigningKeys({ db, clock })
  await transact(db, async (tx) => {
    const now = clock.now()
    const signsFrom = new Date(now.getTime() + PUBLISH_AHEAD_MS)
    const newest = (await listKeys(tx, now))[0]!
    if (newest.signsFrom > now) return
    const added = await makeKey(tx, newest.generation + 1, now, signsFrom)
    if (added) await retireKeysBefore(tx, newest.generation + 1, new Date(signsFrom.getTime() + keepMs))
  })
}

/** Whether the newest key is older than this. */
export async function isKeyDue({ db, clock }: Deps, maxAgeMs: number): Promise<boolean> {
  const newest = (await listKeys(db, clock.now()))[0]
  return newest !== undefined && clock.now().getTime() - newest.signsFrom.getTime() > maxAgeMs
}

async function makeKey(db: Db, generation: number, now: Date, signsFrom: Date): Promise<boolean> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const kid = newId('key')
  const jwk: KeyRow['jwk'] = { ...(await exportJWK(privateKey)), kid, alg: SIGNING_ALGORITHM, use: 'sig' }
  return insertKey(db, { generation, kid, jwk, signsFrom }, now)
}
