import { useQuery } from '@tanstack/react-query'
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { Card, CardHead } from '../../../ui/bits.tsx'
import { ago, count } from '../../../ui/format.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { corpusStatus } from './queries.ts'

const TONES: Record<CaseJob['state'], Tone> = {
  queued: 'neutral',
  running: 'info',
  succeeded: 'positive',
  partial: 'caution',
  failed: 'critical',
  cancelled: 'neutral',
}

export function WorkList() {
  const status = useQuery(corpusStatus)
  return (
    <Card>
      <CardHead title="Runs" hint="The last ten" />
      <Loaded query={status}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <p className="px-4 py-3 text-sm text-ink-3">Nothing has run yet.</p>
          ) : (
            <ul>
              {jobs.map((job) => (
                <WorkRow key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function WorkRow({ job }: { job: CaseJob }) {
  const { done, total, unit } = job.progress
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line-row px-4 py-2 text-sm first:border-t-0">
      <span className="w-20">{job.kind}</span>
      <Status tone={TONES[job.state]}>{job.state}</Status>
      <span className="min-w-0 flex-1 text-ink-2 tnum">
        {count(done)}
        {total !== null && ` of ${count(total)}`} {unit}
      </span>
      {job.state === 'running' && total !== null && <progress className="w-24" value={done} max={Math.max(1, total)} />}
      <span className="text-xs text-ink-3">{ago(job.created_at)}</span>
      {job.errors.map(({ code, detail }) => (
        <p key={code + detail} className="w-full font-mono text-xs text-critical">
          {code}: {detail}
        </p>
      ))}
    </li>
  )
}
