import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import { ITEM_STATES } from '@veritrace/contract/casework/plan'
import { type DragEvent, useState } from 'react'
import { Status } from '../../../../ui/badge.tsx'
import { cn } from '../../../../ui/cn.ts'
import { days } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useSetSearch } from '../search.ts'
import { ItemSteps, useItemSteps } from './item-steps.tsx'
import { ITEM_STEPS, ITEM_TONES } from './states.ts'

type State = CasePlanItem['state']

/** Items by state. Items can be dragged to another state or moved with buttons, if their state allows it. */
export function Board({ plan }: { plan: CasePlan }) {
  const [dragged, setDragged] = useState<CasePlanItem>()
  const { ask, dialog } = useItemSteps(plan)
  const transitionTo = (state: State) =>
    dragged?.allowed_transitions.find((name) => {
      const { to } = ITEM_STEPS[name]
      return to === state || (to === 'back' && (state === 'ready' || state === 'in_progress'))
    })
  const onDrop = (event: DragEvent, state: State) => {
    event.preventDefault()
    const name = transitionTo(state)
    if (dragged && name) ask({ item: dragged, name })
    setDragged(undefined)
  }
  return (
    <div className="min-w-max p-3">
      <p className="mb-1 px-1 text-xs text-ink-3 sm:hidden">Swipe to see the other states.</p>
      <div className="flex items-start gap-3">
        {ITEM_STATES.map((state) => {
          const items = plan.items.filter((item) => item.state === state)
          const canDrop = transitionTo(state) !== undefined
          return (
            <section
              key={state}
              aria-labelledby={`items-${state}`}
              onDragOver={(event) => canDrop && event.preventDefault()}
              onDrop={(event) => onDrop(event, state)}
              className={cn(
                'shrink-0 rounded-lg p-1',
                // Empty columns are only as wide as their titles, so that the others are in view.
                items.length > 0 ? 'w-60' : 'min-w-24',
                canDrop && 'bg-accent-soft outline-2 outline-accent-line outline-dashed',
              )}
            >
              <h2 id={`items-${state}`} className="flex items-center gap-2 pb-2 text-sm font-medium">
                <Status tone={ITEM_TONES[state]}>{sentenceOf(state)}</Status>
                <span className="text-xs text-ink-3 tnum">{items.length}</span>
              </h2>
              <ul className="flex flex-col gap-2">
                {items.map((item) => (
                  <ItemCard key={item.id} item={item} onDrag={setDragged} onAsk={ask} />
                ))}
              </ul>
              {items.length === 0 && (
                <p className="rounded-lg border border-dashed px-3 py-3 text-xs text-ink-3">None</p>
              )}
            </section>
          )
        })}
      </div>
      {dialog}
    </div>
  )
}

interface CardProps {
  item: CasePlanItem
  onDrag(item: CasePlanItem | undefined): void
  onAsk: Parameters<typeof ItemSteps>[0]['onAsk']
}
function ItemCard({ item, onDrag, onAsk }: CardProps) {
  const setSearch = useSetSearch()
  return (
    <li
      draggable={item.allowed_transitions.length > 0}
      onDragStart={() => onDrag(item)}
      onDragEnd={() => onDrag(undefined)}
      className="flex flex-col gap-1.5 rounded-lg border bg-surface p-3"
    >
      <button
        type="button"
        className="text-left text-sm font-medium wrap-anywhere hover:underline"
        onClick={() => setSearch({ item: item.id })}
      >
        {item.title}
      </button>
      <span className="flex justify-between text-xs text-ink-3 tnum">
        <span>Wave {item.wave}</span>
        <span>{days(item.actual_days ?? item.effort.p50)}</span>
      </span>
      {item.reason && <span className="text-xs text-caution wrap-anywhere">{item.reason}</span>}
      <ItemSteps item={item} onAsk={onAsk} />
    </li>
  )
}
