// Profile claims: implements contract/provenance/profile-claims.ts.
import { profileClaims } from '@veritrace/contract/provenance/profile-claims'
import { implement } from '@veritrace/platform/implement'
import type { Provenance } from '../deps.ts'
import { decideClaim } from './decide-claim.ts'
import { startClaim } from './start-claim.ts'
import { listClaims } from './store.ts'
import { verifyClaim } from './verify-claim.ts'
import { viewClaim } from './view.ts'

export const profileClaimsApi = (deps: Provenance) =>
  implement(profileClaims, {
    list: async ({ query }, caller) => {
      const { items, next } = await listClaims(deps.db, caller.tenant, query)
      return { items: items.map(viewClaim), next }
    },
    start: ({ body }, caller) => startClaim(deps, caller, body),
    decide: ({ params, body, ifVersion }, caller) => decideClaim(deps, caller, params.id, body, ifVersion),
    verify: ({ body }, visitor) => verifyClaim(deps, visitor, body.token),
  })
