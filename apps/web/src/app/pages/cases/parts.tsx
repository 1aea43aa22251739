// What the table and the board both show of a case.
import { Link } from '@tanstack/react-router'
import type { Case } from '@veritrace/contract/casework/cases'
import { Clock, TriangleAlert } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { day, share } from '../../../ui/format.ts'
import { nextAction, PHASE_LABELS, phasesOf, staleReasons } from '../../shared/case/words.ts'

const DOTS = {
  done: 'bg-positive-fill border-positive-fill',
  current: 'bg-surface border-accent ring-2 ring-accent-line',
  open: 'bg-surface border-line-control',
  blocked: 'bg-press border-line-strong',
}

/** One dot for each of the five phases. */
export function PhaseDots({ theCase }: { theCase: Case }) {
  const phases = phasesOf(theCase)
  const label = phases.map(({ phase, state }) => `${PHASE_LABELS[phase]} ${state}`).join(', ')
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1 align-middle">
      {phases.map(({ phase, state }) => (
        <span key={phase} className={cn('dot size-2 rounded-full border', DOTS[state])} />
      ))}
    </span>
  )
}

export const Interval = ({ theCase: { rollup, scope } }: { theCase: Case }) =>
  scope.resolved_count > 0 ? (
    <span className="whitespace-nowrap tnum">
      {share(rollup.interval.point)}
      {share(rollup.interval.low) !== share(rollup.interval.high) && (
        <span className="ml-1 text-xs text-ink-3">
          {share(rollup.interval.low)} to {share(rollup.interval.high)}
        </span>
      )}
    </span>
  ) : (
    <span className="text-xs text-ink-3">not rated yet</span>
  )

export const StaleBadge = ({ theCase }: { theCase: Case }) =>
  theCase.stale.is && theCase.status !== 'closed' ? (
    <Badge tone="caution" icon={TriangleAlert} title={`Stale: ${staleReasons(theCase)}`}>
      Stale
    </Badge>
  ) : null

export function Due({ theCase: { due_at, status } }: { theCase: Case }) {
  if (!due_at) return <span className="text-ink-3">–</span>
  const isLate = status !== 'closed' && Date.parse(due_at) < Date.now()
  return (
    <span className={cn('inline-flex items-center gap-1 whitespace-nowrap', isLate && 'font-medium text-critical')}>
      {isLate && <Clock aria-hidden className="size-3.5" />}
      {day(due_at)}
      {isLate && <span className="sr-only"> (overdue)</span>}
    </span>
  )
}

export function NextAction({ theCase }: { theCase: Case }) {
  const { label, phase } = nextAction(theCase)
  if (theCase.status === 'closed') return <span className="text-ink-3">–</span>
  return (
    <Link
      to="/cases/$id"
      params={{ id: theCase.key }}
      search={{ phase }}
      className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
      onClick={(event) => event.stopPropagation()}
    >
      {label}
    </Link>
  )
}
