import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { Check, Clock, X } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { days, plural } from '../../../../ui/format.ts'

interface Props {
  selected: readonly Recommendation[]
  onAccept(): void
  onReject(): void
  onDefer(): void
  /** Absent if all are selected. */
  onAll?: (() => void) | undefined
  onClear(): void
}
/** Decides on several recommendations at once. */
export function BulkBar({ selected, onAccept, onReject, onDefer, onAll, onClear }: Props) {
  const effort = selected.reduce((sum, one) => sum + one.effort.p50, 0)
  return (
    <div
      role="toolbar"
      aria-label="Decide on the selection"
      className="flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-1.5 text-sm"
    >
      <span className="tnum">
        {plural(selected.length, 'recommendation')} selected, about {days(effort)}
      </span>
      <span className="ml-auto flex flex-wrap gap-1.5">
        <Button size="sm" variant="solid" onClick={onAccept}>
          <Check />
          Accept
        </Button>
        <Button size="sm" onClick={onReject}>
          <X />
          Reject
        </Button>
        <Button size="sm" onClick={onDefer}>
          <Clock />
          Defer
        </Button>
        {onAll && (
          <Button size="sm" variant="ghost" onClick={onAll}>
            Select all
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </span>
    </div>
  )
}
