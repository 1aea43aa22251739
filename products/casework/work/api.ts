// Long-running jobs: the endpoints of contract/casework/jobs.ts.
import { caseJobs } from '@veritrace/contract/casework/jobs'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { cancelWork } from './cancel-work.ts'

export const workApi = (deps: Casework) =>
  implement(caseJobs, { cancel: ({ params }, caller) => cancelWork(deps, caller, params.id) })
