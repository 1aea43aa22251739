// Releases all claims of a customer, in the transaction that deletes it, so that others can claim the profiles.
import type { Caller } from '@veritrace/platform/caller'
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
    await settleClaim(deps, tx, caller, claim, { to, actors: ['proof'], reason: HAS_LEFT })
  }
}
