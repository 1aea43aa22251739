import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MAY } from '@veritrace/contract/casework/roles'
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import { Square } from 'lucide-react'
import { Status } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { ago, count } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { WORK_TONES } from '../../shared/case/words.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { useMay } from '../../shared/use-me.ts'
import { corpusStatus } from './queries.ts'

export function JobList() {
  const status = useQuery(corpusStatus)
  return (
    <Card>
      <CardHead title="Jobs" hint="Latest 10" />
      <Loaded query={status}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-3">No jobs yet.</p>
          ) : (
            <ul>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function JobRow({ job }: { job: CaseJob }) {
  const { done, total, unit } = job.progress
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line-row px-4 py-2 text-sm first:border-t-0">
      <span className="w-20">{job.kind}</span>
      <Status tone={WORK_TONES[job.state]}>{job.state}</Status>
      <span className="min-w-0 flex-1 text-ink-2 tnum">
        {count(done)}
        {total !== null && ` of ${count(total)}`} {unit}
      </span>
      {job.state === 'running' && total !== null && <progress className="w-24" value={done} max={Math.max(1, total)} />}
      {(job.state === 'queued' || job.state === 'running') && <CancelJob job={job} />}
      <span className="text-xs text-ink-3">{ago(job.created_at)}</span>
      {job.errors.map(({ code, detail }) => (
        <p key={code + detail} className="w-full font-mono text-xs text-critical">
          {code}: {detail}
        </p>
      ))}
    </li>
  )
}

/** Jobs of the system serve all workspaces, so no workspace may cancel them. */
function CancelJob({ job }: { job: CaseJob }) {
  const may = useMay(MAY.operate)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api.caseJobs.cancel({ params: { id: job.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: corpusStatus.queryKey }),
    onError: (error) => toast.error('Could not cancel the job', explain(error)),
  })
  if (!may || job.requested_by === 'system') return null
  return (
    <Button
      size="sm"
      aria-label={`Cancel ${job.kind} of ${ago(job.created_at)}`}
      title="Ends after the current step. Finished steps are preserved."
      busy={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      <Square className="size-3!" />
      Cancel
    </Button>
  )
}
