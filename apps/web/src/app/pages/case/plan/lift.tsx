import { useMutation } from '@tanstack/react-query'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { LiftCurve } from '../../../../ui/charts/lift-curve.tsx'
import { days, plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast.tsx'
import { api } from '../../../api.ts'
import { refusal } from '../../../shared/case/refusal.ts'
import { acceptableOf } from '../../../shared/case/words.ts'
import { useMay } from '../../../shared/use-me.ts'
import { useCase, useRefresh } from '../queries.ts'
import { useGoPhase, useSetSearch } from '../search.ts'

/** Shows which items improve the most for their effort. The cut chooses how many of them to do. */
export function Lift({ plan }: { plan: CasePlan }) {
  const setSearch = useSetSearch()
  const points = plan.lift_curve
  const [cut, setCut] = useState(points.length)
  const slider = useId()
  const at = cut > 0 ? points[cut - 1] : undefined
  const itemOf = (id: string) => plan.items.find((item) => item.id === id)
  return (
    <div className="flex flex-col gap-4 p-4">
      <ChartFrame
        title="Lift curve"
        hint="objects at the target by effort, best value first"
        name={`lift-plan-${plan.number}`}
        table={{
          columns: ['Item', 'Person-days so far', 'Objects at target', 'Share'],
          rows: points.map((point) => [
            itemOf(point.item_id)?.title ?? point.item_id,
            point.cumulative_p50,
            point.objects_at_target,
            Math.round(point.share * 1000) / 1000,
          ]),
        }}
      >
        <LiftCurve points={points} before={acceptableOf(plan)} cut={cut} onCut={setCut} />
      </ChartFrame>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label htmlFor={slider} className="text-sm font-medium">
          Items to do
        </label>
        <input
          id={slider}
          type="range"
          min={0}
          max={points.length}
          value={cut}
          onChange={(event) => setCut(Number(event.target.value))}
          aria-valuetext={`${plural(cut, 'item')} of ${points.length}`}
          className="h-6 min-w-40 flex-1 accent-accent sm:max-w-sm"
        />
        <p className="text-sm tnum" aria-live="polite">
          {plural(cut, 'item')}: {days(at?.cumulative_p50 ?? 0)}, {plural(at?.objects_at_target ?? 0, 'object')} at the
          target
        </p>
        <CutPlan plan={plan} cut={cut} />
      </div>
      <ol className="divide-y divide-line-row rounded-lg border bg-surface">
        {points.map((point, i) => {
          const item = itemOf(point.item_id)
          if (!item) return null
          return (
            <li key={point.item_id} className={i < cut ? '' : 'opacity-60'}>
              <button
                type="button"
                onClick={() => setSearch({ item: item.id })}
                className="flex min-h-10 w-full items-center gap-3 px-4 py-1.5 text-left text-sm hover:bg-hover"
              >
                <span className="w-6 text-xs text-ink-3 tnum">{i + 1}</span>
                <span className="min-w-0 flex-1 break-words">{item.title}</span>
                <span className="text-xs text-ink-2 tnum max-sm:hidden">
                  +{plural(item.lift.objects_reaching_target, 'object')}
                </span>
                <span className="w-14 text-right tnum">{days(item.effort.p50)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The items of a plan never change, so this drafts a new plan without the items after the cut. */
function CutPlan({ plan, cut }: { plan: CasePlan; cut: number }) {
  const { id } = useCase()
  const may = useMay(MAY.decide)
  const refresh = useRefresh()
  const go = useGoPhase()
  const beyond = plan.lift_curve.slice(cut).map(({ item_id }) => item_id)
  const draft = useMutation({
    mutationFn: () =>
      api.casePlans.create({
        params: { caseId: id },
        body: { from_plan_id: plan.id, without: beyond, title: `${plan.title}, first ${cut}`.slice(0, 200) },
      }),
    onSuccess: async (created) => {
      toast.ok(`Plan ${created.number} drafted with ${plural(created.items.length, 'item')}`)
      await refresh()
      await go('plan', { plan: created.id })
    },
    onError: (error) => toast.error('The plan was not drafted', refusal(error)),
  })
  return (
    <Button
      disabled={!may || cut === 0 || beyond.length === 0}
      busy={draft.isPending}
      title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
      onClick={() => draft.mutate()}
    >
      Draft plan with these items
    </Button>
  )
}
