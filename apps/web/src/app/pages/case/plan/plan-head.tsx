import type { CasePlan, CasePlanSummary } from '@veritrace/contract/casework/case-plans'
import { MAY } from '@veritrace/contract/casework/roles'
import { ArrowRight, Plus } from 'lucide-react'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { count, day, days, plural } from '../../../../ui/format.ts'
import { LevelBar } from '../../../../ui/level.tsx'
import { PlanBaselines } from '../../../shared/case/plan-baselines.tsx'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useMay } from '../../../shared/use-me.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { useGoPhase, useSetSearch } from '../search.ts'
import { PlanExport, PlanMenu } from './plan-export.tsx'
import { PLAN_TONES } from './states.ts'

interface Props {
  plan: CasePlan
  plans: readonly CasePlanSummary[]
}
export function PlanHead({ plan, plans }: Props) {
  const setSearch = useSetSearch()
  const { codes } = usePack(plan.pack.id)
  const { effort, items, before, after, unacceptable_left } = plan.totals
  const finish = plan.waves.map((wave) => wave.finish ?? '').reduce((a, b) => (a > b ? a : b), '')
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-2 border-b bg-surface px-4 py-2">
      <select
        aria-label="Plan"
        value={plan.id}
        onChange={(event) => setSearch({ plan: event.target.value, item: undefined })}
        className="h-8 max-w-64 min-w-0 rounded-md max-sm:flex-1 border border-line-control bg-surface px-2 text-sm font-medium coarse:h-11"
      >
        {plans.map(({ id, number, title, state }) => (
          <option key={id} value={id}>
            {number}. {title} ({sentenceOf(state).toLowerCase()})
          </option>
        ))}
      </select>
      <Badge tone={PLAN_TONES[plan.state]} className="max-sm:hidden">
        {sentenceOf(plan.state)}
      </Badge>
      <span className="text-sm tnum">
        <b className="font-semibold">{days(effort.p50)}</b>
        <span className="text-ink-3"> (P80: {days(effort.p80)})</span>
      </span>
      <span className="text-sm text-ink-2 tnum max-md:hidden">
        {plural(items, 'item')}
        {finish && `, done by ${day(finish)}`}
      </span>
      <div className="flex w-64 items-center gap-2 max-xl:hidden">
        <LevelBar bare counts={before} codes={codes} className="flex-1" />
        <ArrowRight aria-label="becomes" className="size-3.5 text-ink-3" />
        <LevelBar bare counts={after} codes={codes} className="flex-1" />
      </div>
      {unacceptable_left > 0 && (
        <span className="text-xs text-caution max-xl:hidden">{count(unacceptable_left)} stay below the target</span>
      )}
      {plan.headline && (
        <details className="w-full text-sm">
          <summary className="cursor-pointer text-pretty">{plan.headline}</summary>
          <div className="max-w-2xl pt-2 pb-1">
            <PlanBaselines plan={{ ...plan, headline: undefined }} />
          </div>
        </details>
      )}
      {plan.infeasible?.map(({ reason, suggestion }) => (
        <p
          key={reason}
          className="w-full rounded-md border border-caution-line bg-caution-soft px-3 py-1.5 text-sm text-caution"
        >
          {reason} {suggestion}
        </p>
      ))}
    </div>
  )
}

export function PlanButtons({ plan, onGenerate }: { plan: CasePlan; onGenerate(): void }) {
  const go = useGoPhase()
  const may = useMay(MAY.decide)
  return (
    <span className="ml-auto flex items-center gap-2">
      <span className="flex gap-2 max-sm:hidden">
        <PlanExport plan={plan} />
        <Button
          size="sm"
          disabled={!may}
          title={may ? undefined : `Requires one of these roles: ${MAY.decide.join(', ')}`}
          onClick={onGenerate}
        >
          <Plus />
          Generate
        </Button>
      </span>
      <Button size="sm" variant={plan.state === 'draft' ? 'solid' : 'outline'} onClick={() => go('review')}>
        Review
        <ArrowRight />
      </Button>
      <PlanMenu plan={plan} onGenerate={onGenerate} />
    </span>
  )
}
