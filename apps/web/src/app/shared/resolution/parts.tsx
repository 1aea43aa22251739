// Sections of a verdict: actions, conflicts and history.
import type { Change, Resolution } from '@veritrace/contract/casework/resolve'
import type { Conflict } from '@veritrace/contract/casework/shapes'
import { TriangleAlert } from 'lucide-react'
import { Cite } from '../../../ui/cite.tsx'
import { days } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { usePack } from '../use-pack.ts'
import { usePackLabels } from './use-pack-labels.ts'

export function Actions({ actions, packId }: { actions: Resolution['actions']; packId: string }) {
  const { codes } = usePack(packId)
  return (
    <ol className="flex flex-col gap-2.5">
      {actions.map(({ action_id, title, effort, resulting_code, why, needs_decision }, i) => (
        <li key={action_id} className="text-sm">
          <div className="flex items-center gap-2">
            <span className={i === 0 ? 'font-medium' : ''}>{title}</span>
            <span aria-hidden className="text-ink-3">
              →
            </span>
            <Level code={resulting_code} codes={codes} />
            <span
              className="ml-auto text-xs text-ink-2 tnum"
              title={`10%: ${days(effort.p10)}, 50%: ${days(effort.p50)}, 80%: ${days(effort.p80)}, 90%: ${days(effort.p90)}`}
            >
              {days(effort.p10)} to {days(effort.p90)}
            </span>
          </div>
          <p className="text-xs text-ink-2">{why}</p>
          {needs_decision && (
            <p className="mt-0.5 text-xs text-caution">
              {needs_decision.question} {needs_decision.options.join(' or ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

interface ConflictsProps {
  conflicts: readonly Conflict[]
  packId?: string
  onCite(n: number): void
}
export function Conflicts({ conflicts, packId, onCite }: ConflictsProps) {
  const labels = usePackLabels(packId)
  return (
    <ul className="flex flex-col gap-2">
      {conflicts.map(({ kind, left, right, note, resolved_by_rule }) => (
        <li
          key={kind + left.citation + right.citation}
          className="rounded-md border border-caution-line bg-caution-soft px-3 py-2 text-sm"
        >
          <p className="flex flex-wrap items-center gap-1.5">
            <TriangleAlert aria-hidden className="size-3.5 text-caution" />
            <span className="font-medium">{labels.state(left.state)}</span>
            <Cite n={left.citation} onOpen={onCite} />
            <span className="text-ink-2">vs.</span>
            <span className="font-medium">{labels.state(right.state)}</span>
            <Cite n={right.citation} onOpen={onCite} />
          </p>
          <p className="mt-1 text-xs text-ink-2">
            {note}
            {resolved_by_rule && (
              <>
                {' '}
                <span className="font-mono text-2xs text-ink-3">{resolved_by_rule}</span>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

const CHANGED: Record<Change['change'], string> = {
  added: 'added to the list',
  removed: 'removed from the list',
  state: 'state',
  successors: 'successors',
}

export function History({ changes, packId }: { changes: readonly Change[]; packId: string }) {
  const labels = usePackLabels(packId)
  return (
    <ol className="flex flex-col gap-1 text-sm">
      {changes.map(({ profile_id, change, from, to }) => (
        <li key={profile_id + change} className="flex flex-wrap gap-x-2">
          <span className="font-mono text-xs leading-5 text-ink-3">{profile_id}</span>
          <span>
            {CHANGED[change]}
            {from && ` from ${labels.state(from)}`}
            {to && ` to ${labels.state(to)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
