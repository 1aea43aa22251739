// A customer goes: what it spoke for is free for others from the commit on. Called inside the transaction of the deletion.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import { settleClaim } from './settle-claim.ts'
import { lockOpenClaims } from './store.ts'

export const HAS_LEFT = 'The customer has left.'

export async function releaseClaims(
  { db: tx, ...deps }: Pick<Provenance, 'db' | 'events' | 'clock'>,
  caller: Caller,
): Promise<void> {
  for (const claim of await lockOpenClaims(tx, caller.tenant)) {
    const to = claim.status === 'pending' ? 'expired' : 'revoked'
    await settleClaim(deps, tx, caller, claim, { to, hands: ['proof'], reason: HAS_LEFT })
  }
}
