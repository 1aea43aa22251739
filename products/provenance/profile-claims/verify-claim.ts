// Verifies a claim with its token. Without a valid token, no information is disclosed.
import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import { systemCaller, type Visitor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { fitsHash, hashOf } from '@veritrace/platform/identity/secrets'
import type { Provenance } from '../deps.ts'
import { type Finding, lookForProof } from './look-for-proof.ts'
import { noteFinding } from './recheck-claim.ts'
import { isToken, refusalOf } from './rules.ts'
import { settleClaim } from './settle-claim.ts'
import { type ClaimedProfile, findByToken, findCustomerId, lockClaim } from './store.ts'
import { viewOutside } from './view.ts'

/** A hash that no token matches, so that unknown tokens take the same time as known ones. */
const NO_CLAIM = { token_hash: hashOf('') }

export async function verifyClaim(deps: Provenance, visitor: Visitor, token: string): Promise<{ claim: ProfileClaim }> {
  if (!isToken(token)) fail('claim_token_malformed')
  const known = await findByToken(deps.db, hashOf(token))
  if (!fitsHash(token, (known ?? NO_CLAIM).token_hash) || !known) fail('claim_token_unknown')
  requireOpen(deps, known!)
  const finding: Finding = known!.method === 'email_domain' ? { found: 'yes' } : await lookForProof(deps, known!)
  if (finding.found !== 'yes') {
    await noteFinding(deps, known!, finding)
    fail('claim_not_proved', finding.error)
  }
  return settle(deps, visitor, known!)
}

function requireOpen({ clock }: Pick<Provenance, 'clock'>, claim: ClaimedProfile): void {
  const refusal = refusalOf(claim, clock.now())
  if (refusal) fail(refusal)
}

/** Acts for the tenant, with the visitor's request data. */
const settle = (deps: Provenance, visitor: Visitor, { tenant_id, id }: ClaimedProfile) =>
  transact(deps.db, async (tx) => {
    const claim = (await lockClaim(tx, tenant_id, id))!
    // The claim may have changed during the check.
    requireOpen(deps, claim)
    const caller = {
      ...systemCaller(tenant_id, await findCustomerId(tx, tenant_id)),
      requestId: visitor.requestId,
      ip: visitor.ip,
      userAgent: visitor.userAgent,
    }
    return { claim: viewOutside(await settleClaim(deps, tx, caller, claim, { to: 'verified', actors: ['proof'] })) }
  })
