// What a plan of what is filled in would be, worked out while one types and kept nowhere; then the plan itself.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PlanRequest, PlanVersion } from '@veritrace/contract/casework/plan'
import { MAY } from '@veritrace/contract/casework/roles'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { LiftCurve } from '../../../ui/charts/lift-curve.tsx'
import { day, days, plural } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { PlanBaselines } from '../../shared/case/plan-baselines.tsx'
import { refusal } from '../../shared/case/refusal.ts'
import { acceptableOf } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'

const PAUSE_MS = 400

interface Props {
  request: PlanRequest
  /** Why nothing can be made yet. */
  gap: string | undefined
  onDone(): void
}
export function PlanPreview({ request, gap, onDone }: Props) {
  const make = useMutation({ mutationFn: (body: PlanRequest) => api.plan.make({ body }) })
  const isCurrent = make.data !== undefined && JSON.stringify(make.variables) === JSON.stringify(request)
  const kept = isCurrent ? make.data : undefined
  const preview = usePreview(request, gap === undefined && !isCurrent)
  const shown = kept ?? (gap ? undefined : preview.data)
  const error = make.error ?? (gap ? null : preview.error)
  return (
    <section
      aria-label="Preview"
      aria-busy={make.isPending || preview.isFetching}
      className="flex min-w-0 flex-col gap-4 rounded-lg border p-4"
    >
      {gap && <p className="text-sm text-ink-2">{gap}</p>}
      {error && <ErrorState title="No plan can be made of this" detail={refusal(error)} />}
      {!gap && !shown && !error && <SkeletonText lines={6} />}
      {!error && shown && <Preview plan={shown} />}
      <span className="mt-auto" />
      <Buttons
        gap={gap}
        plan={kept}
        request={request}
        isPending={make.isPending}
        onMake={() => make.mutateAsync(request)}
        onDone={onDone}
      />
    </section>
  )
}

/** Asked for when one has stopped typing; what was shown stays until the next is there. */
function usePreview(request: PlanRequest, enabled: boolean) {
  const asked = JSON.stringify({ ...request, title: undefined })
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return useQuery({
    queryKey: ['plan', 'preview', settled],
    queryFn: () => api.plan.make({ body: JSON.parse(settled) as PlanRequest, query: { preview: true } }),
    enabled: enabled && settled === asked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

interface ButtonsProps extends Pick<Props, 'gap' | 'request' | 'onDone'> {
  plan: PlanVersion | undefined
  isPending: boolean
  onMake(): Promise<PlanVersion>
}
function Buttons({ gap, plan, request, isPending, onMake, onDone }: ButtonsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayDecide = useMay(MAY.decide)
  const { project_id, ...scope } = request.scope
  const title = request.title ?? ''
  const both = useMutation({
    mutationFn: async () => {
      const version = plan ?? (await onMake())
      const theCase = await api.cases.create({
        body: {
          title,
          scope,
          from: { plan_version_id: version.id },
          ...(project_id && { project_id }),
          ...(request.target && { target: request.target }),
        },
      })
      await api.casePlans.create({ params: { caseId: theCase.id }, body: { from_version_id: version.id, title } })
      return theCase
    },
    onSuccess: async ({ key }) => {
      toast.ok(`${key} is open, with a plan`)
      await queries.invalidateQueries({ queryKey: ['case'] })
      await navigate({ to: '/cases/$id', params: { id: key }, search: { phase: 'plan' } })
    },
    onError: (error) => toast.error('The case or its plan was not made', refusal(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {plan ? (
        <>
          <span role="status" className="mr-auto text-xs text-ink-3">
            Kept as version {plan.version} of “{plan.title}”
          </span>
          <Button onClick={onDone}>Done</Button>
        </>
      ) : (
        <Button disabled={gap !== undefined} busy={isPending} onClick={() => void onMake().catch(() => {})}>
          Save as quick plan
        </Button>
      )}
      <Button
        variant="solid"
        disabled={gap !== undefined || isPending || !mayDecide}
        title={mayDecide ? undefined : `For ${MAY.decide.join(', ')}`}
        busy={both.isPending}
        onClick={() => both.mutate()}
      >
        Create case and plan
      </Button>
    </div>
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
        <Fact label="Packages">
          {items}
          <span className="block text-xs font-normal text-ink-3">{plural(objects, 'object')}</span>
        </Fact>
        <Fact label="Finish">{finish ? day(finish) : '–'}</Fact>
      </dl>
      <PlanBaselines plan={plan} />
      <ChartFrame
        title="Lift"
        hint="objects at the target by effort"
        name="lift-curve"
        table={{
          columns: ['Package', 'Person-days', 'Objects at target'],
          rows: plan.lift_curve.map((point) => [
            plan.items.find(({ id }) => id === point.item_id)?.title ?? point.item_id,
            point.cumulative_p50,
            point.objects_at_target,
          ]),
        }}
      >
        <LiftCurve points={plan.lift_curve} before={acceptableOf(plan)} height={180} />
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
