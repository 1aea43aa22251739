// Long work that others can watch: what stops it.
import { endpoint } from '../endpoint.ts'
import { MAY } from './roles.ts'
import { CaseJob } from './shapes.ts'

export const caseJobs = {
  cancel: endpoint('POST /jobs/{id}/cancel', {
    summary: 'Stop an extraction or a rebuild; what it has done so far stays',
    description:
      'Jobs are listed by GET /corpus/status and GET /graph/status. It ends at its next source or graph. What the ' +
      'installation does for everyone is not a workspace’s to stop and answers 404; a job that has ended answers 409.',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.operate,
    ok: CaseJob,
    errors: ['job_not_found', 'forbidden_transition'],
  }),
}
