import { MAY } from '@veritrace/contract/casework/roles'
import { ArrowRight, PanelRight } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Avatar } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { IntervalGauge } from '../../../ui/charts.tsx'
import { ago, day, plural, share } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { nextAction, STATUS } from '../../shared/case/words.ts'
import { useMay } from '../../shared/use-me.ts'
import { usePack } from '../../shared/use-pack.ts'
import { CaseActions } from './actions.tsx'
import { useCase } from './queries.ts'
import { useCaseSearch, useGoPhase } from './search.ts'

export function CaseHeader({ hasRail, onRail }: { hasRail: boolean; onRail(): void }) {
  const theCase = useCase()
  const { status, rollup, owner, target, due_at, closed } = theCase
  const { codes } = usePack(theCase.pack.id)
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3">
            <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
            <span>{target.label}</span>
            <span className="flex items-center gap-1 max-sm:hidden">
              <Avatar name={owner.name} className="size-4" />
              {owner.name}
            </span>
            {due_at && <span className="max-sm:hidden">Due {day(due_at)}</span>}
            <span className="max-sm:hidden">Updated {ago(theCase.updated_at)}</span>
          </p>
          <h1 className="mt-0.5 text-xl font-semibold wrap-anywhere">{theCase.title}</h1>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <CaseActions />
          <Button
            variant="ghost"
            size="icon"
            aria-label={hasRail ? 'Hide activity' : 'Show activity'}
            aria-expanded={hasRail}
            onClick={onRail}
          >
            <PanelRight />
          </Button>
        </div>
      </div>
      {closed && (
        <p className="mt-1 text-sm text-ink-2">
          Closed by {closed.by.name} on {day(closed.at)}: {closed.outcome.replaceAll('_', ' ')}.{' '}
          {closed.note && <span className="wrap-anywhere">{closed.note}</span>}
        </p>
      )}
      <div className="mt-2 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-2 text-xs text-ink-2 sm:gap-x-6">
        <LevelBar bare counts={rollup.distribution} codes={codes} className="w-full sm:w-56" />
        {theCase.scope.resolved_count > 0 ? (
          <>
            <span>
              <b className="font-semibold text-ink tnum">{share(rollup.interval.point)}</b> acceptable
              {share(rollup.interval.low) !== share(rollup.interval.high) &&
                `, between ${share(rollup.interval.low)} and ${share(rollup.interval.high)}`}
            </span>
            <div className="w-40 max-md:hidden">
              <IntervalGauge bare {...rollup.interval} label="Acceptable" />
            </div>
            <span className="tnum max-sm:hidden">{plural(rollup.findings, 'finding')}</span>
          </>
        ) : (
          <span>Not rated yet</span>
        )}
        <span className="tnum">{plural(theCase.scope.resolved_count, 'object')}</span>
        <Next />
      </div>
    </>
  )
}

/** A link to the phase of the next action, if another phase is open. */
function Next() {
  const theCase = useCase()
  const { phase: shown = theCase.phase } = useCaseSearch()
  const go = useGoPhase()
  const { label, phase } = nextAction(theCase)
  const may = useMay(MAY.work)
  if (phase === shown || theCase.status === 'closed' || !may) return null
  return (
    <Button variant="link" size="sm" className="ml-auto h-5 max-sm:h-6" onClick={() => go(phase)}>
      Next: {label}
      <ArrowRight />
    </Button>
  )
}
