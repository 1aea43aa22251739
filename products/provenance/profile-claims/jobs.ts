// Background jobs of profile claims.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { CHECK_CLAIM, type ClaimCheck, queueDueClaims, recheckClaim } from './recheck-claim.ts'

export const profileClaimsJobs = (deps: Provenance): Job[] => [
  { name: CHECK_CLAIM, handle: (check: ClaimCheck) => recheckClaim(deps, check), retries: 3, backoffSeconds: 60 },
  { name: 'check-profile-claims', schedule: '27 * * * *', handle: () => queueDueClaims(deps) },
]
