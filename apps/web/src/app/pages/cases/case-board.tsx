import { Link } from '@tanstack/react-router'
import { CASE_STATUSES, type Case } from '@veritrace/contract/casework/cases'
import { Status } from '../../../ui/badge.tsx'
import { Avatar } from '../../../ui/bits.tsx'
import { cn } from '../../../ui/cn.ts'
import { plural } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { ScrollPane } from '../../../ui/scroll-pane.tsx'
import { STATUS } from '../../shared/case/words.ts'
import { usePack } from '../../shared/use-pack.ts'
import { Due, NextAction, PhaseDots, StaleBadge } from './parts.tsx'

/** A column for each status. The status follows from what happens in a case, so cards cannot be dragged. */
export function CaseBoard({ cases }: { cases: readonly Case[] }) {
  return (
    <ScrollPane label="Cases by status" className="min-h-0 flex-1 overflow-auto p-4">
      <p className="mb-2 text-xs text-ink-3 sm:hidden">Swipe to see the other statuses.</p>
      <div className="flex min-w-max items-start gap-3">
        {CASE_STATUSES.map((status) => {
          const shown = cases.filter((theCase) => theCase.status === status)
          return (
            <section
              key={status}
              aria-labelledby={`board-${status}`}
              // Empty columns are only as wide as their titles, so that the others are in view.
              className={cn('shrink-0', shown.length > 0 ? 'w-56' : 'min-w-24')}
            >
              <h2 id={`board-${status}`} className="flex items-center gap-2 pb-2 text-sm font-medium">
                <Status tone={STATUS[status].tone}>{STATUS[status].label}</Status>
                <span className="text-xs text-ink-3 tnum">{shown.length}</span>
              </h2>
              <ul className="flex flex-col gap-2">
                {shown.map((theCase) => (
                  <CaseCard key={theCase.id} theCase={theCase} />
                ))}
              </ul>
              {shown.length === 0 && (
                <p className="rounded-lg border border-dashed px-3 py-4 text-xs text-ink-3">None</p>
              )}
            </section>
          )
        })}
      </div>
    </ScrollPane>
  )
}

function CaseCard({ theCase }: { theCase: Case }) {
  const { codes } = usePack(theCase.pack.id)
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-surface p-3">
      <span className="flex items-center gap-2">
        <span className="shrink-0 font-mono text-xs whitespace-nowrap text-ink-3">{theCase.key}</span>
        <StaleBadge theCase={theCase} />
        <span className="ml-auto">
          <PhaseDots theCase={theCase} />
        </span>
      </span>
      <Link
        to="/cases/$id"
        params={{ id: theCase.key }}
        className="text-sm font-medium wrap-anywhere hover:underline coarse:leading-6"
      >
        {theCase.title}
      </Link>
      <LevelBar bare counts={theCase.rollup.distribution} codes={codes} />
      <span className="flex items-center gap-2 text-xs text-ink-2">
        <Avatar name={theCase.owner.name} />
        <span className="min-w-0 truncate">{theCase.owner.name}</span>
        <span className="ml-auto shrink-0 tnum">{plural(theCase.scope.resolved_count, 'object')}</span>
      </span>
      <span className="flex items-center justify-between gap-2 text-xs">
        <NextAction theCase={theCase} />
        {theCase.due_at && <Due theCase={theCase} />}
      </span>
    </li>
  )
}
