// Previews a plan while the user fills in the form, without storing it, and then creates it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { PlanRequest, PlanVersion } from '@veritrace/contract/casework/plan'
import { MAY } from '@veritrace/contract/casework/roles'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChartFrame } from '../../../ui/charts/chart-frame.tsx'
import { LiftCurve } from '../../../ui/charts/lift-curve.tsx'
import { count, day, days, plural } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { PlanBaselines } from '../../shared/case/plan-baselines.tsx'
import { refusal } from '../../shared/case/refusal.ts'
import { acceptableOf } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'

const DEBOUNCE_MS = 400

interface Props {
  request: PlanRequest
  /** Why no plan can be created yet. */
  gap: string | undefined
  onDone(): void
}
export function PlanPreview({ request, gap, onDone }: Props) {
  const create = useMutation({ mutationFn: (body: PlanRequest) => api.plan.make({ body }) })
  const isCurrent = create.data !== undefined && JSON.stringify(create.variables) === JSON.stringify(request)
  const saved = isCurrent ? create.data : undefined
  const preview = usePreview(request, gap === undefined && !isCurrent)
  const shown = saved ?? (gap ? undefined : preview.data)
  const error = create.error ?? (gap ? null : preview.error)
  return (
    <section
      aria-label="Preview"
      aria-busy={create.isPending || preview.isFetching}
      className="flex min-w-0 flex-col gap-4 rounded-lg border p-4"
    >
      {gap && <p className="text-sm text-ink-2">{gap}</p>}
      {error && <ErrorState title="No plan can be created from this" detail={refusal(error)} />}
      {!gap && !shown && !error && <SkeletonText lines={6} />}
      {!error && shown && <Preview plan={shown} />}
      <span className="mt-auto" />
      <Buttons
        gap={gap}
        plan={saved}
        request={request}
        isPending={create.isPending}
        onCreate={() => create.mutateAsync(request)}
        onDone={onDone}
      />
    </section>
  )
}

/** Requests a preview when the user stops typing. The previous one stays until the next one arrives. */
function usePreview(request: PlanRequest, enabled: boolean) {
  const current = JSON.stringify({ ...request, title: undefined })
  const [settled, setSettled] = useState(current)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(current), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [current])
  return useQuery({
    queryKey: ['plan', 'preview', settled],
    queryFn: () => api.plan.make({ body: JSON.parse(settled) as PlanRequest, query: { preview: true } }),
    enabled: enabled && settled === current,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

interface ButtonsProps extends Pick<Props, 'gap' | 'request' | 'onDone'> {
  plan: PlanVersion | undefined
  isPending: boolean
  onCreate(): Promise<PlanVersion>
}
function Buttons({ gap, plan, request, isPending, onCreate, onDone }: ButtonsProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const mayDecide = useMay(MAY.decide)
  const { project_id, ...scope } = request.scope
  const title = request.title ?? ''
  const createBoth = useMutation({
    mutationFn: async () => {
      const version = plan ?? (await onCreate())
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
      toast.ok(`${key} created with a plan`)
      await queries.invalidateQueries({ queryKey: ['case'] })
      await navigate({ to: '/cases/$id', params: { id: key }, search: { phase: 'plan' } })
    },
    onError: (error) => toast.error('The case or its plan was not created', refusal(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {plan ? (
        <>
          <span role="status" className="mr-auto text-xs text-ink-3">
            Saved as version {plan.version} of “{plan.title}”
          </span>
          <Button onClick={onDone}>Done</Button>
        </>
      ) : (
        <Button disabled={gap !== undefined} busy={isPending} onClick={() => void onCreate().catch(() => {})}>
          Save as quick plan
        </Button>
      )}
      <Button
        variant="solid"
        disabled={gap !== undefined || isPending || !mayDecide}
        title={mayDecide ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
        busy={createBoth.isPending}
        onClick={() => createBoth.mutate()}
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
          <span className="block text-xs font-normal text-ink-3">P80: {days(effort.p80)}</span>
        </Fact>
        <Fact label="Items">
          {count(items)}
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
          columns: ['Item', 'Person-days', 'Objects at target'],
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
