// The plan of the case: what to do in which order, and how much effort it takes.

import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { CalendarRange } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { plural } from '../../../../ui/format.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { InvestigateButton } from '../investigate-button.tsx'
import { useCase, useHasResults, usePlan } from '../queries.ts'
import { useCaseSearch, useGoPhase, useSetSearch } from '../search.ts'
import { Board } from './board.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { GenerateDialog } from './generate-dialog.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { ItemTable } from './item-table.tsx'
import { Lift } from './lift.tsx'
import { PlanButtons, PlanHead } from './plan-head.tsx'
import { Timeline } from './timeline.tsx'
import { Versions } from './versions.tsx'

const VIEWS = [
  { value: 'lift', label: 'Lift' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'board', label: 'Board' },
  { value: 'table', label: 'Table' },
  { value: 'estimate', label: 'Estimate' },
  { value: 'versions', label: 'Versions' },
] as const
type View = (typeof VIEWS)[number]['value']

const PAGES: Readonly<Record<View, ComponentType<{ plan: CasePlan }>>> = {
  lift: Lift,
  timeline: Timeline,
  board: Board,
  table: ItemTable,
  estimate: EstimatePanel,
  versions: Versions,
}

export default function PlanPhase() {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  const { plans, plan, id } = usePlan(search.plan)
  const [generating, setGenerating] = useState(false)
  const view = VIEWS.find(({ value }) => value === search.view)?.value ?? 'lift'
  const Page = PAGES[view]
  const dialog = generating && <GenerateDialog onClose={() => setGenerating(false)} />
  if (plans.isLoading) return <SkeletonText lines={8} />
  if (plans.error && id === undefined)
    return <ErrorState title="The plans did not load" detail={explain(plans.error)} onRetry={() => plans.refetch()} />
  if (id === undefined)
    return (
      <>
        <NoPlan onGenerate={() => setGenerating(true)} />
        {dialog}
      </>
    )
  return (
    <>
      <Loaded query={plan} failed="The plan did not load">
        {(shown) => (
          <div className="flex min-h-0 flex-1 flex-col">
            <PlanHead plan={shown} plans={plans.data ?? []} />
            <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1.5">
              <Segmented
                folds
                label="View"
                value={view}
                options={VIEWS}
                onChange={(next) => setSearch({ view: next })}
              />
              <PlanButtons plan={shown} onGenerate={() => setGenerating(true)} />
            </div>
            <ScrollPane label={`Plan: ${view}`} className="min-h-0 flex-1 overflow-auto">
              <Page plan={shown} />
            </ScrollPane>
            <ItemDrawer
              plan={shown}
              item={shown.items.find((item) => item.id === search.item)}
              onClose={() => setSearch({ item: undefined })}
            />
          </div>
        )}
      </Loaded>
      {dialog}
    </>
  )
}

function NoPlan({ onGenerate }: { onGenerate(): void }) {
  const { counters } = useCase()
  const hasResults = useHasResults()
  const go = useGoPhase()
  const may = useMay(MAY.decide)
  if (!hasResults)
    return (
      <Empty icon={CalendarRange} title="No plan yet" action={<InvestigateButton />}>
        A plan is based on the results of a run. Investigate the case first.
      </Empty>
    )
  return (
    <Empty
      icon={CalendarRange}
      title="No plan yet"
      action={
        <>
          <Button
            variant="solid"
            disabled={!may}
            title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
            onClick={onGenerate}
          >
            Generate plan
          </Button>
          {counters.recommendations_open > 0 && may && (
            <Button onClick={() => go('resolve')}>
              Decide {plural(counters.recommendations_open, 'recommendation')}
            </Button>
          )}
        </>
      }
    >
      A plan arranges the accepted recommendations in waves, with dates, effort and lift.
    </Empty>
  )
}
