// Background jobs of evidence.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { expireEvidence } from './expire-evidence.ts'
import { sweepLeftovers } from './leftovers.ts'
import { type EvidenceTask, RESTORE, restoreEvidence } from './restore-evidence.ts'
import { SCAN, scanEvidence } from './scan-evidence.ts'

export const evidenceJobs = (deps: Provenance): Job[] => [
  { name: SCAN, handle: (task: EvidenceTask) => scanEvidence(deps, task), retries: 8, backoffSeconds: 15 },
  { name: RESTORE, handle: (task: EvidenceTask) => restoreEvidence(deps, task) },
  { name: 'expire-evidence', schedule: '*/5 * * * *', handle: () => expireEvidence(deps) },
  { name: 'sweep-evidence', schedule: '35 2 * * *', handle: () => sweepLeftovers(deps) },
]
