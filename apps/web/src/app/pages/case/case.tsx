// The page of a case: its header, five phases, and a side panel with the activity.
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Link, useParams } from '@tanstack/react-router'
import type { Phase } from '@veritrace/contract/casework/app-routes'
import type { Case as CaseShape } from '@veritrace/contract/casework/cases'
import { SearchX } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { useStored } from '../../../shared/use-stored.ts'
import { useWide } from '../../../shared/use-wide.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { later } from '../../../ui/later.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { explain, isMissing } from '../../api.ts'
import { RouteError } from '../../not-found.tsx'
import { caseQuery } from '../../shared/case/case-query.ts'
import { CaseHeader } from './header.tsx'
import { CaseContext } from './queries.ts'
import { CaseRail } from './rail.tsx'
import { RunBanner } from './run-banner.tsx'
import { useCaseSearch } from './search.ts'
import { StaleBanner } from './stale-banner.tsx'
import { Stepper } from './stepper.tsx'
import { useEvents } from './use-events.ts'

const soon = () => <SkeletonText lines={8} />
const PHASE_PAGES = {
  corpus: later(() => import('./corpus/corpus.tsx'), soon),
  resolve: later(() => import('./resolve/resolve.tsx'), soon),
  graph: later(() => import('./graph/graph.tsx'), soon),
  plan: later(() => import('./plan/plan.tsx'), soon),
  review: later(() => import('./review/review.tsx'), soon),
} as const satisfies Record<Phase, ComponentType>
const PRELOAD_AFTER_MS = 2_000

/** Loads all phases in advance: users go through them in turn, and the connection may drop. */
function useAllPhases(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const page of Object.values(PHASE_PAGES)) page.preload().catch(() => {})
    }, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

export default function Case() {
  const { id } = useParams({ from: '/app/cases/$id' })
  const { data, error, refetch } = useQuery(caseQuery(id))
  if (data) return <Workspace theCase={data} />
  if (!error) return <SkeletonText lines={8} />
  if (!isMissing(error)) return <ErrorState title="The case did not load" detail={explain(error)} onRetry={refetch} />
  return (
    <Empty
      icon={SearchX}
      title={`Case ${id} not found`}
      action={
        <Link to="/cases" className={buttonClass()}>
          View all cases
        </Link>
      }
    >
      It may have been deleted, or it belongs to another workspace.
    </Empty>
  )
}

function Workspace({ theCase }: { theCase: CaseShape }) {
  const { phase = theCase.phase } = useCaseSearch()
  const isWide = useWide('(min-width: 80rem)')
  const [stored, store] = useStored<'open' | 'closed'>('case-rail', 'closed')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const activity = useEvents(theCase)
  useAllPhases()
  const Page = PHASE_PAGES[phase]
  const hasRail = isWide ? stored === 'open' : isDrawerOpen
  const toggleRail = () => (isWide ? store(stored === 'open' ? 'closed' : 'open') : setDrawerOpen(!isDrawerOpen))
  return (
    <CaseContext value={theCase}>
      <div className="shrink-0 border-b bg-surface px-4 pt-3">
        <CaseHeader hasRail={hasRail} onRail={toggleRail} />
        <Stepper current={phase} />
      </div>
      <StaleBanner />
      <RunBanner />
      <div className="flex min-h-0 flex-1">
        <section aria-label={`Phase ${phase}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CatchBoundary getResetKey={() => phase} errorComponent={RouteError}>
            <Page />
          </CatchBoundary>
        </section>
        <CaseRail activity={activity} open={hasRail} isWide={isWide} onClose={toggleRail} />
      </div>
    </CaseContext>
  )
}
