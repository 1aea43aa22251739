import type { CorpusComparison } from '@veritrace/contract/casework/corpus'
import { cn } from '../../../../ui/cn.ts'
import { count } from '../../../../ui/format.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'

interface Props {
  transitions: CorpusComparison['transitions']
  /** Such as `released>deprecated`. An empty side means not listed. */
  chosen: string | undefined
  onChoose(state: string | undefined): void
}
/** The transitions with their counts. Selecting one filters the list. */
export function Transitions({ transitions, chosen, onChoose }: Props) {
  const labels = usePackLabels()
  const nameOf = (state: string | null) => (state ? labels.state(state) : 'Not listed')
  return (
    <ul className="mt-4 flex flex-col">
      {transitions.map(({ change, from_state, to_state, count: n }) => {
        const key = `${from_state ?? ''}>${to_state ?? ''}`
        const isOn = key === chosen
        return (
          <li key={change + key}>
            <button
              type="button"
              aria-pressed={isOn}
              onClick={() => onChoose(isOn ? undefined : key)}
              className={cn(
                'flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover',
                isOn && 'bg-selected font-medium',
              )}
            >
              <span className="min-w-0 flex-1 truncate">
                {nameOf(from_state)} <span className="text-ink-3">→</span>{' '}
                {change === 'successors' ? 'different successors' : nameOf(to_state)}
              </span>
              <span className="text-xs text-ink-3 tnum">{count(n)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
