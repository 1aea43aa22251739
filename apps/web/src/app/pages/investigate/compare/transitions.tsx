import type { CorpusComparison } from '@veritrace/contract/casework/corpus'
import { cn } from '../../../../ui/cn.ts'
import { count } from '../../../../ui/format.ts'
import { useWordsOfPack } from '../../../shared/resolution/use-words.ts'

interface Props {
  transitions: CorpusComparison['transitions']
  /** `released>deprecated`; a side that is empty is not listed. */
  chosen: string | undefined
  onChoose(state: string | undefined): void
}
/** The numbers of the flow; one of them narrows the list. */
export function Transitions({ transitions, chosen, onChoose }: Props) {
  const words = useWordsOfPack()
  const nameOf = (state: string | null) => (state ? words.state(state) : 'not listed')
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
                {change === 'successors' ? 'other successors' : nameOf(to_state)}
              </span>
              <span className="text-xs text-ink-3 tnum">{count(n)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
