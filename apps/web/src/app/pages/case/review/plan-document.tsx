import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import { useState } from 'react'
import { Badge } from '../../../../ui/badge.tsx'
import { Cite } from '../../../../ui/cite.tsx'
import { day, days, plural, span } from '../../../../ui/format.ts'
import { LevelBar } from '../../../../ui/level.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { sentenceOf } from '../../../shared/case/words.ts'
import { CitationList, EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Prose } from '../../../shared/prose.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { acceptanceText } from '../plan/item-drawer.tsx'
import { PLAN_TONES } from '../plan/states.ts'
import { Comments } from './comments.tsx'
import { useReviews } from './use-reviews.ts'

/** The plan as a document, with the comments on each item. */
export function PlanDocument({ plan }: { plan: CasePlan }) {
  const { codes } = usePack(plan.pack.id)
  const { comments } = useReviews(plan)
  const [cited, setCited] = useState<number>()
  const { before, after, effort, objects, items } = plan.totals
  return (
    <ScrollPane label="The plan as a document" className="min-w-0 flex-1 bg-surface lg:overflow-y-auto">
      <article className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-5 sm:px-6">
        <header>
          <p className="flex items-center gap-2 text-xs text-ink-3">
            <Badge tone={PLAN_TONES[plan.state]}>{sentenceOf(plan.state)}</Badge>
            by {plan.author.name}, {day(plan.created_at)}
          </p>
          <h2 className="mt-1 text-2xl font-semibold">{plan.title}</h2>
          <p className="mt-1 text-sm text-ink-2">
            {plural(items, 'item')} for {plural(objects, 'object')}, {days(effort.p50)} of work (P80: {days(effort.p80)}
            ). Target: {plan.target.label}.
          </p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <div>
              <p className="label mb-1">Now</p>
              <LevelBar counts={before} codes={codes} />
            </div>
            <div>
              <p className="label mb-1">Afterwards</p>
              <LevelBar counts={after} codes={codes} />
            </div>
          </div>
        </header>
        <Comments plan={plan} comments={comments.filter(({ item_id }) => item_id === undefined)} about="the plan" />
        {plan.waves.map((wave) => (
          <section key={wave.n} aria-labelledby={`wave-${wave.n}`}>
            <h3 id={`wave-${wave.n}`} className="border-b pb-1 text-lg font-semibold">
              Wave {wave.n}: {wave.title}
              {wave.start && wave.finish && (
                <span className="ml-2 text-xs font-normal text-ink-3">{span(wave.start, wave.finish)}</span>
              )}
            </h3>
            <p className="mt-1 text-sm text-ink-2">{wave.purpose}</p>
            {plan.items
              .filter((item) => item.wave === wave.n)
              .map((item) => (
                <Item key={item.id} plan={plan} item={item} comments={comments} onCite={setCited} />
              ))}
          </section>
        ))}
        <List title="Assumptions" lines={plan.assumptions} />
        <List title="Open questions" lines={plan.open_questions.map(({ text }) => text)} />
        {plan.citations.length > 0 && (
          <section>
            <h3 className="mb-2 text-lg font-semibold">Sources</h3>
            <CitationList citations={plan.citations} onOpen={setCited} />
          </section>
        )}
      </article>
      <EvidenceDrawer citations={plan.citations} open={cited} onOpen={setCited} />
    </ScrollPane>
  )
}

interface ItemProps {
  plan: CasePlan
  item: CasePlanItem
  comments: ReturnType<typeof useReviews>['comments']
  onCite(n: number): void
}
function Item({ plan, item, comments, onCite }: ItemProps) {
  return (
    <section aria-label={item.title} className="mt-4 flex flex-col gap-1.5">
      <h4 className="text-base font-semibold break-words">{item.title}</h4>
      <p className="text-xs text-ink-3 tnum">
        {days(item.effort.p50)} (P80: {days(item.effort.p80)}) · risk {item.risk} ·{' '}
        {plural(item.artifacts_total, 'object')}, {plural(item.lift.objects_reaching_target, 'reaches', 'reach')} the
        target · {sentenceOf(item.state).toLowerCase()}
      </p>
      <Prose text={item.rationale_md} onCite={onCite} className="text-sm" />
      <p className="text-sm">
        {item.acceptance.length > 0
          ? `Accepted when ${item.acceptance.map(acceptanceText).join(', and ')}.`
          : 'No acceptance conditions.'}{' '}
        {item.citations.map((n) => (
          <Cite key={n} n={n} onOpen={onCite} />
        ))}
      </p>
      <Comments
        plan={plan}
        itemId={item.id}
        comments={comments.filter(({ item_id }) => item_id === item.id)}
        about={item.title}
      />
    </section>
  )
}

const List = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <section>
      <h3 className="text-lg font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5 text-sm">
        {lines.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
