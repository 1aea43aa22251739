import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import type { PlanItem } from '@veritrace/contract/casework/plan'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Drawer } from '../../../../ui/dialog.tsx'
import { days, plural, span } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { CitationList, EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Prose } from '../../../shared/prose.tsx'
import { Part } from '../../../shared/resolution/resolution-card.tsx'
import { useSetSearch } from '../search.ts'
import { ItemSteps, useItemSteps } from './item-steps.tsx'
import { ITEM_TONES } from './states.ts'

interface Props {
  plan: CasePlan
  item: CasePlanItem | undefined
  onClose(): void
}
export function ItemDrawer({ plan, item, onClose }: Props) {
  const { ask, dialog } = useItemSteps(plan)
  return (
    <>
      <Drawer
        open={item !== undefined}
        onOpenChange={(open) => !open && onClose()}
        title={item?.title ?? ''}
        footer={item && item.allowed_transitions.length > 0 ? <ItemSteps item={item} onAsk={ask} /> : undefined}
      >
        {item && <Item plan={plan} item={item} />}
      </Drawer>
      {dialog}
    </>
  )
}

function Item({ plan, item }: { plan: CasePlan; item: CasePlanItem }) {
  const setSearch = useSetSearch()
  const [cited, setCited] = useState<number>()
  const citations = plan.citations.filter(({ n }) => item.citations.includes(n))
  const before = item.preconditions.flatMap((id) => plan.items.find((one) => one.id === id) ?? [])
  return (
    <>
      <div className="flex flex-col gap-3 px-4 py-3">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <Badge tone={ITEM_TONES[item.state]}>{sentenceOf(item.state)}</Badge>
          <span>Wave {item.wave}</span>
          {item.start && item.finish && <span className="text-ink-2">{span(item.start, item.finish)}</span>}
        </p>
        {item.reason && <p className="text-sm text-caution">{item.reason}</p>}
        <Prose text={item.rationale_md} onCite={setCited} className="text-sm" />
        <p className="text-sm tnum">
          {days(item.effort.p10)} to {days(item.effort.p90)} (P50: {days(item.effort.p50)})
          {item.actual_days !== undefined && `; actual effort: ${days(item.actual_days)}`}
        </p>
        <p className="text-sm">
          Risk {item.risk}
          {item.risk_reasons.length > 0 ? `: ${item.risk_reasons.join(' ')}` : '.'} Brings{' '}
          {plural(item.lift.objects_reaching_target, 'object')} to the target.
        </p>
      </div>
      {item.needs_decision && (
        <Part title="Decision needed">
          <p className="text-sm">{item.needs_decision.question}</p>
          <p className="text-xs text-ink-2">{item.needs_decision.options.join(' or ')}</p>
        </Part>
      )}
      {(item.contents_total ?? 0) > 1 && (
        <Part title={`Contains ${plural(item.contents_total ?? 0, 'part')}`}>
          <ul className="flex flex-col gap-1 text-sm">
            {item.contents?.map(({ key, title, places, objects, question }) => (
              <li key={key}>
                {title}{' '}
                <span className="text-xs text-ink-3 tnum">
                  {plural(places, 'place')} in {plural(objects, 'object')}
                </span>
                {question && <span className="block text-xs text-caution">{question}</span>}
              </li>
            ))}
            {(item.contents_total ?? 0) > (item.contents?.length ?? 0) && (
              <li className="text-xs text-ink-3">
                and {(item.contents_total ?? 0) - (item.contents?.length ?? 0)} more
              </li>
            )}
          </ul>
        </Part>
      )}
      <Part title="Accepted when">
        <ul className="list-disc pl-5 text-sm">
          {item.acceptance.map((condition) => (
            <li key={JSON.stringify(condition)}>{acceptanceText(condition)}</li>
          ))}
        </ul>
        {item.acceptance.length === 0 && <p className="text-sm text-ink-3">No conditions</p>}
      </Part>
      {before.length > 0 && (
        <Part title="Complete these items first">
          <ul className="flex flex-col gap-1 text-sm">
            {before.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  className="min-h-6 text-left text-accent hover:underline"
                  onClick={() => setSearch({ item: id })}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={plural(item.artifacts_total, 'object')}>
        <ul className="flex flex-wrap gap-x-3 gap-y-1 font-mono text-xs text-ink-2">
          {item.artifacts.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {item.artifacts_total > item.artifacts.length && (
            <li className="font-sans">and {item.artifacts_total - item.artifacts.length} more</li>
          )}
        </ul>
      </Part>
      {citations.length > 0 && (
        <Part title={plural(citations.length, 'source')}>
          <CitationList citations={citations} onOpen={setCited} />
        </Part>
      )}
      <EvidenceDrawer citations={citations} open={cited} onOpen={setCited} />
    </>
  )
}

export function acceptanceText(condition: PlanItem['acceptance'][number]): string {
  switch (condition.kind) {
    case 'rating_at_least':
      return `its objects have level ${condition.code} or better`
    case 'findings_cleared':
      return condition.check_ids.length > 0
        ? `no findings of ${condition.check_ids.join(', ')} remain`
        : 'no findings remain'
    case 'unused_confirmed':
      return 'it is confirmed that no one uses it'
    default:
      return condition.text.charAt(0).toLowerCase() + condition.text.slice(1).replace(/\.$/, '')
  }
}
