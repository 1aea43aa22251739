import { useQuery } from '@tanstack/react-query'
import type { PlanRequest, PlanVersion } from '@veritrace/contract/casework/plan'
import { type ReactNode, useEffect, useState } from 'react'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { LiftCurve } from '../../../ui/charts/lift-curve.tsx'
import { day, days } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { usePack } from '../../shared/use-pack.ts'

const PATIENCE_MS = 600

interface Props {
  request: PlanRequest
  /** Why nothing can be shown yet. */
  gap: string | undefined
  children(plan: PlanVersion | undefined): ReactNode
}
/** Made anew when the choosing rests. */
export function PlanPreview({ request, gap, children }: Props) {
  const wanted = JSON.stringify(request)
  const key = useRested(wanted)
  const made = useQuery({
    queryKey: ['plan', 'preview', key],
    queryFn: () => api.plan.make({ body: JSON.parse(key) as PlanRequest }),
    enabled: gap === undefined && key === wanted,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    retry: false,
  })
  const plan = gap || made.error ? undefined : made.data
  return (
    <section
      aria-label="Preview"
      aria-busy={made.isFetching}
      className="flex min-w-0 flex-col gap-4 rounded-lg border p-4"
    >
      {gap && <p className="text-sm text-ink-2">{gap}</p>}
      {made.error && !gap && <ErrorState title="No plan can be made of this" detail={refusal(made.error)} />}
      {!plan && !gap && !made.error && <SkeletonText lines={6} />}
      {plan && <Preview plan={plan} />}
      <span className="mt-auto" />
      {children(made.isFetching ? undefined : plan)}
    </section>
  )
}

function Preview({ plan }: { plan: PlanVersion }) {
  const { codes } = usePack(plan.pack.id)
  const { effort, items, objects } = plan.totals
  const finish = plan.waves.map((wave) => wave.finish ?? '').reduce((a, b) => (a > b ? a : b), '')
  return (
    <>
      <dl className="grid grid-cols-3 gap-2">
        <Fact label="Effort">
          {days(effort.p50)}
          <span className="block text-xs font-normal text-ink-3">{days(effort.p80)} in 8 of 10 cases</span>
        </Fact>
        <Fact label="Items">
          {items}
          <span className="block text-xs font-normal text-ink-3">{objects} objects</span>
        </Fact>
        <Fact label="Finish">{finish ? day(finish) : '–'}</Fact>
      </dl>
      <ChartFrame
        title="Lift"
        hint="objects at the target by effort"
        name="lift-curve"
        table={{
          columns: ['Item', 'Person-days', 'Objects at target'],
          rows: plan.lift_curve.map((point) => [
            plan.items.find(({ id }) => id === point.item_id)?.title ?? point.item_id,
            point.cumulative_p50,
            point.objects_at_target,
          ]),
        }}
      >
        <LiftCurve points={plan.lift_curve} height={180} />
      </ChartFrame>
      <div className="grid grid-cols-2 gap-4">
        <div>
          <p className="label mb-1">Before</p>
          <LevelBar counts={plan.totals.before} codes={codes} />
        </div>
        <div>
          <p className="label mb-1">After</p>
          <LevelBar counts={plan.totals.after} codes={codes} />
        </div>
      </div>
      {plan.infeasible?.map(({ reason, suggestion }) => (
        <p
          key={reason}
          className="rounded-md border border-caution-line bg-caution-soft px-3 py-2 text-sm text-caution"
        >
          {reason} {suggestion}
        </p>
      ))}
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="label">{label}</dt>
    <dd className="text-lg font-semibold tnum">{children}</dd>
  </div>
)

function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
