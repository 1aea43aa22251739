import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { CalendarOff } from 'lucide-react'
import { ChartFrame } from '../../../../ui/charts/chart-frame.tsx'
import { Gantt, type GanttItem, type GanttWave } from '../../../../ui/charts/gantt.tsx'
import { plural } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { wordsOf } from '../../../shared/case/words.ts'
import { useSetWords, useWords } from '../words.ts'
import { ITEM_COLOURS } from './words.ts'

export function Timeline({ plan }: { plan: CasePlan }) {
  const setWords = useSetWords()
  const words = useWords()
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
            color: ITEM_COLOURS[item.state],
            state: wordsOf(item.state),
            isCritical: plan.critical_path.includes(item.id),
          },
        ]
      : [],
  )
  if (items.length === 0)
    return (
      <Empty icon={CalendarOff} title="The plan has no dates">
        Items that were written by hand have none. Generate a plan to have it scheduled.
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
        hint={`${plural(waves.length, 'wave')}, ${plural(plan.constraints.capacity_fte, 'person', 'people')}; whiskers to what 8 of 10 cases need, underlined items are on the critical path`}
        name={`timeline-plan-${plan.number}`}
        table={{
          columns: ['Item', 'Wave', 'Start', 'Finish', 'State', 'Effort p50', 'Effort p80', 'After'],
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
          active={words.item}
          onOpen={(item) => setWords({ item })}
        />
      </ChartFrame>
    </div>
  )
}
