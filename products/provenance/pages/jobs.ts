// Background jobs of trust pages.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { listDomainsToCheck } from './store.ts'
import { askForDomainCheck, CHECK_DOMAIN, type DomainCheck, verifyDomain } from './verify-domain.ts'

export const pagesJobs = (deps: Provenance): Job[] => [
  { name: CHECK_DOMAIN, handle: (check: DomainCheck) => verifyDomain(deps, check), retries: 3, backoffSeconds: 60 },
  {
    name: 'recheck-page-domains',
    schedule: '17 * * * *',
    handle: async () => {
      for (const { tenant_id, slug } of await listDomainsToCheck(deps.db, deps.clock.now()))
        await askForDomainCheck(deps, tenant_id, slug)
    },
  },
]
