import { useQuery } from '@tanstack/react-query'
import type { PlanRequest } from '@veritrace/contract/casework/plan'
import { days, plural, share } from '../../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { api, explain } from '../../api.ts'
import { targetWord } from '../../shared/use-target.ts'

export interface OutlookOf {
  projectId: string
  target: string
}

/** A question has its bounds; the patterns that lift most come first. */
const MOST_LETTERS = 7_500

/** Reads and keeps nothing: what mending everything would bring, and how long that takes so many people. */
export function Outlook({ projectId, target, request }: OutlookOf & { request: PlanRequest }) {
  const found = useQuery({
    queryKey: ['readiness', 'outlook', projectId, target],
    queryFn: () => readOutlook(projectId, target),
    staleTime: 60_000,
  })
  if (found.error) return <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
  if (!found.data) return <SkeletonText lines={4} />
  const { before, after, effort, patterns, objects } = found.data
  const people = request.constraints?.capacity_fte ?? 1
  return (
    <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
      <div>
        <dt className="label">Acceptable</dt>
        <dd className="text-base font-semibold tnum">
          {share(before)} <span className="text-ink-3">→</span> {share(after)}
          <span className="block text-xs font-normal text-ink-3">of {plural(objects, 'object')}</span>
        </dd>
      </div>
      <div>
        <dt className="label">Effort</dt>
        <dd className="text-base font-semibold tnum">
          {days(effort.p50)}
          <span className="block text-xs font-normal text-ink-3">{days(effort.p80)} in 8 of 10 cases</span>
        </dd>
      </div>
      <div>
        <dt className="label">To mend</dt>
        <dd className="text-base font-semibold tnum">
          {plural(patterns, 'pattern')}
          <span className="block text-xs font-normal text-ink-3">
            {days(effort.p50 / people)} for {people === 1 ? 'one person' : `${people} people`}
          </span>
        </dd>
      </div>
    </dl>
  )
}

async function readOutlook(project_id: string, target: string) {
  const query = { project_id, ...targetWord(target) }
  const { patterns = [], acceptable, coverage } = await api.readiness.get({ query: { ...query, include: 'patterns' } })
  const keys: string[] = []
  for (const { key } of patterns) if ([...keys, key].join().length < MOST_LETTERS) keys.push(key)
  const objects = coverage.objects_total
  const nothing = {
    before: acceptable.share,
    after: acceptable.share,
    effort: { p50: 0, p80: 0 },
    patterns: 0,
    objects,
  }
  if (keys.length === 0) return nothing
  const { what_if } = await api.readiness.get({
    query: { ...query, include: 'what_if', what_if: keys.join() },
  })
  return what_if
    ? { ...nothing, after: what_if.acceptable_share, effort: what_if.effort, patterns: keys.length }
    : nothing
}
