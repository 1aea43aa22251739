// Work of trust requests that nobody waits for.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { expireForgotten } from './close-request.ts'

export const requestsJobs = (deps: Provenance): Job[] => [
  { name: 'expire-requests', schedule: '47 2 * * *', concurrency: 1, handle: () => expireForgotten(deps) },
]
