// Canceling long-running jobs.
import { endpoint } from '../endpoint.ts'
import { MAY } from './roles.ts'
import { CaseJob } from './shapes.ts'

export const caseJobs = {
  cancel: endpoint('POST /jobs/{id}/cancel', {
    summary: 'Cancel an extraction or a rebuild; finished parts remain',
    description:
      'GET /corpus/status and GET /graph/status list the jobs. The job stops before its next source or named graph. A workspace ' +
      'cannot cancel jobs of the whole installation (404). A finished job returns 409.',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.operate,
    ok: CaseJob,
    errors: ['job_not_found', 'forbidden_transition'],
  }),
}
