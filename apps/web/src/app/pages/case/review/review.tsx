// The review and the delivery of the plan, and the record of the case.
import { FileCheck } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { usePlan } from '../queries.ts'
import { useCaseSearch, useGoPhase, useSetSearch } from '../search.ts'
import { Delivery } from './delivery.tsx'
import { PlanDocument } from './plan-document.tsx'
import { Record } from './record.tsx'
import { ReviewSide } from './review-side.tsx'

const VIEWS = [
  { value: 'document', label: 'Document' },
  { value: 'delivery', label: 'Delivery' },
  { value: 'record', label: 'Record' },
] as const

export default function Review() {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const go = useGoPhase()
  const { plans, plan, id } = usePlan(search.plan)
  const view = VIEWS.find(({ value }) => value === search.view)?.value ?? 'document'
  if (plans.isLoading) return <SkeletonText lines={8} />
  const bar = (
    <div className="flex min-h-11 shrink-0 items-center gap-3 border-b bg-surface px-4 py-1.5">
      <Segmented label="Show" value={view} options={VIEWS} onChange={(next) => setSearch({ view: next })} />
      {plan.data && (
        <span className="truncate text-sm text-ink-2">
          {plan.data.number}. {plan.data.title}
        </span>
      )}
    </div>
  )
  if (view === 'record')
    return (
      <>
        {bar}
        <Record />
      </>
    )
  if (plans.error && id === undefined)
    return (
      <>
        {bar}
        <ErrorState title="The plans did not load" detail={explain(plans.error)} onRetry={() => plans.refetch()} />
      </>
    )
  if (id === undefined)
    return (
      <>
        {bar}
        <Empty
          icon={FileCheck}
          title="No plan to review"
          action={<Button onClick={() => go('plan')}>Go to plan</Button>}
        >
          Generate a plan first. You can then submit, review, approve and deliver it here.
        </Empty>
      </>
    )
  return (
    <>
      {bar}
      <Loaded query={plan} failed="The plan did not load">
        {(shown) =>
          view === 'delivery' ? (
            <Delivery plan={shown} />
          ) : (
            <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
              <PlanDocument plan={shown} />
              <ReviewSide plan={shown} />
            </div>
          )
        }
      </Loaded>
    </>
  )
}
