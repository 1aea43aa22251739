// The password of the demo account is public, so outside demo mode it must not work, even if the data folder was used
// for a demo before.
import { transact } from '@veritrace/platform/db/transact'
import { endRecordsOfAccount } from '@veritrace/platform/identity/provider/store'
import { markSessionsRevoked } from '@veritrace/platform/identity/sessions/store'
import { listTenantsOf } from '@veritrace/platform/identity/tenancy/store'
import { fitsHash } from '@veritrace/platform/identity/users/passwords'
import { findApplicant } from '@veritrace/platform/identity/users/store'
import { disableUser } from '@veritrace/platform/identity/users/users'
import type { Platform } from '@veritrace/platform/open'
import { DEMO_ACCOUNT } from './demo.ts'

/** Longer than any access token is valid. */
const REVOKED_FOR_MS = 3_600_000

/**
 * Disables the account and ends its sessions. An account whose password was changed belongs to someone and is left
 * alone.
 */
export async function shutDemo({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const { id: account, ...found } = await findApplicant(db, DEMO_ACCOUNT.email)
  if (!account || found.disabledAt || !(await fitsHash(DEMO_ACCOUNT.password, found.passwordHash))) return
  const now = clock.now()
  await transact(db, async (tx) => {
    await disableUser({ db: tx }, account, now)
    await endRecordsOfAccount(tx, account, new Date(now.getTime() + REVOKED_FOR_MS))
    for (const { id } of await listTenantsOf(tx, account)) await markSessionsRevoked(tx, id, account, now)
  })
  log.warn(
    { email: DEMO_ACCOUNT.email },
    'this database was used for a demo: the demo account was disabled, its data remains',
  )
}
