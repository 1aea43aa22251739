// Background jobs of trust requests.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { expireForgotten } from './close-request.ts'
import { forgetLinks, type Reclaim, SEND_LINKS, sendLinks } from './reclaim-links.ts'

export const requestsJobs = (deps: Provenance): Job[] => [
  { name: SEND_LINKS, handle: (reclaim: Reclaim) => sendLinks(deps, reclaim) },
  { name: 'forget-access-links', schedule: '52 2 * * *', concurrency: 1, handle: () => forgetLinks(deps) },
  { name: 'expire-requests', schedule: '47 2 * * *', concurrency: 1, handle: () => expireForgotten(deps) },
]
