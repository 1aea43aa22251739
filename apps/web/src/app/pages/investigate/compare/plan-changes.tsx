// Changed fields of the items that both versions of a plan contain.
import type { PlanDiff, PlanItem, PlanVersion } from '@veritrace/contract/casework/plan'
import { displayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { count, day, days, plural } from '../../../../ui/format.ts'
import { wordsOf } from '../../../shared/case/words.ts'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'

interface Props {
  changed: PlanDiff['items']['changed']
  from: PlanVersion
  to: PlanVersion
}
export function PlanChanges({ changed, from, to }: Props) {
  const packLabels = usePackLabels(to.pack.id)
  const before = new Map(from.items.map((item) => [item.key, item]))
  const numbers = [displayNumbers(from.items), displayNumbers(to.items)] as const
  const fields = Map.groupBy(changed, ({ key }) => key)
  const items = to.items.filter(({ key }) => fields.has(key))
  return (
    <Card>
      <CardHead title="Changed" hint={plural(items.length, 'item')} />
      <ul className="divide-y divide-line-row text-sm">
        {items.map((item) => (
          <li key={item.key} className="flex flex-col gap-1 px-4 py-2">
            <span className="break-words">{item.title}</span>
            <span className="flex flex-wrap gap-x-4 text-xs text-ink-2 tnum">
              {fields.get(item.key)!.map(({ field }) => (
                <span key={field}>
                  {LABELS[field] ?? wordsOf(field)}{' '}
                  {valueText(before.get(item.key)!, field, numbers[0], packLabels.action)}{' '}
                  <span className="text-ink-3">→</span> {valueText(item, field, numbers[1], packLabels.action)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const LABELS: Readonly<Record<string, string>> = {
  action_id: 'action',
  start: 'start',
  finish: 'end',
  artifacts_total: 'objects',
  lift: 'lift',
  preconditions: 'depends on',
  needs_decision: 'decision',
}

function valueText(
  item: PlanItem,
  field: string,
  numbers: ReadonlyMap<number, number>,
  actionOf: (id: string) => string,
): string {
  switch (field) {
    case 'wave':
      return `${numbers.get(item.wave)}`
    case 'action_id':
      return actionOf(item.action_id)
    case 'start':
      return item.start ? day(item.start) : 'no date'
    case 'finish':
      return item.finish ? day(item.finish) : 'no date'
    case 'effort':
      return days(item.effort.p50)
    case 'artifacts_total':
      return count(item.artifacts_total)
    case 'lift':
      return plural(item.lift.objects_reaching_target, 'object')
    case 'preconditions':
      return plural(item.preconditions.length, 'item')
    case 'needs_decision':
      return item.needs_decision?.question ?? 'none'
    default:
      return field === 'risk' ? item.risk : item.title
  }
}
