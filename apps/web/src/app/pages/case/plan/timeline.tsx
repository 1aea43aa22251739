import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { CalendarOff } from 'lucide-react'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { Gantt, type GanttItem, type GanttWave } from '../../../../ui/charts/gantt.tsx'
import { plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { wordsOf } from '../../../shared/case/words.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { ITEM_COLORS } from './states.ts'

export function Timeline({ plan }: { plan: CasePlan }) {
  const setSearch = useSetSearch()
  const search = useCaseSearch()
  const items = plan.items.flatMap((item): GanttItem[] =>
    item.start && item.finish
      ? [
          {
            id: item.id,
            title: item.title,
            wave: item.wave,
            start: item.start,
            finish: item.finish,
            stretch: item.effort.p50 > 0 ? item.effort.p80 / item.effort.p50 - 1 : 0,
            color: ITEM_COLORS[item.state],
            state: wordsOf(item.state),
            isCritical: plan.critical_path.includes(item.id),
          },
        ]
      : [],
  )
  if (items.length === 0)
    return (
      <Empty icon={CalendarOff} title="The plan has no dates">
        Items that were added by hand have no dates. Generate a plan to schedule its items.
      </Empty>
    )
  const waves = plan.waves.map(
    ({ n, title, start = '', finish = '', load_p50, capacity_days }): GanttWave => ({
      n,
      title: `${n}. ${title}`,
      start,
      finish,
      load: load_p50,
      capacity: capacity_days,
    }),
  )
  const freezes = (plan.constraints.calendar ?? []).map((period) => {
    const [from = '', to = from] = period.split('/')
    return { from, to }
  })
  return (
    <div className="p-4">
      <ChartFrame
        title="Timeline"
        hint={`${plural(waves.length, 'wave')}, ${plural(plan.constraints.capacity_fte, 'person', 'people')}; whiskers show the P80 effort, underlined items are on the critical path`}
        name={`timeline-plan-${plan.number}`}
        table={{
          columns: ['Item', 'Wave', 'Start', 'Finish', 'State', 'Effort P50', 'Effort P80', 'After'],
          rows: plan.items.map((item) => [
            item.title,
            item.wave,
            item.start ?? '',
            item.finish ?? '',
            wordsOf(item.state),
            item.effort.p50,
            item.effort.p80,
            item.preconditions.map((id) => plan.items.find((one) => one.id === id)?.title ?? id).join('; '),
          ]),
        }}
      >
        <Gantt
          items={items}
          waves={waves}
          freezes={freezes}
          deadline={plan.constraints.deadline}
          active={search.item}
          onOpen={(item) => setSearch({ item })}
        />
      </ChartFrame>
    </div>
  )
}
