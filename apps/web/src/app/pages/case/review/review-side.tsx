import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { PlanReview } from '@veritrace/contract/casework/plan-reviews'
import { CircleCheck, CircleDashed, CircleX, type LucideIcon, MessageSquare, TriangleAlert } from 'lucide-react'
import { Badge, TEXT, type Tone } from '../../../../ui/badge.tsx'
import { Avatar } from '../../../../ui/bits.tsx'
import { cn } from '../../../../ui/cn.ts'
import { ago, plural } from '../../../../ui/format.ts'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Prose } from '../../../shared/prose.tsx'
import { withTitles } from '../plan/states.ts'
import { blocksTransition, PlanSteps } from './plan-steps.tsx'
import { useReviews } from './use-reviews.ts'
import { VerdictForm } from './verdict-form.tsx'

/** Next to the document: the next steps, the gates, and the reviews. */
export function ReviewSide({ plan }: { plan: CasePlan }) {
  const { reviews } = useReviews(plan)
  return (
    <ScrollPane
      label="Review"
      className="flex shrink-0 flex-col bg-canvas max-lg:order-first lg:w-[24rem] lg:overflow-y-auto lg:border-l"
    >
      <PlanSteps plan={plan} />
      <Gates plan={plan} />
      {plan.state === 'in_review' && <VerdictForm plan={plan} />}
      <section className="px-4 py-4">
        <h2 className="text-sm font-semibold">Reviews</h2>
        <p className="text-xs text-ink-2">
          {plan.reviews.approvals} of {plural(plan.policy.approvals_required, 'required approval')},{' '}
          {plural(plan.reviews.changes_requested, 'request for changes', 'requests for changes')},{' '}
          {plural(plan.reviews.open_blocking, 'open blocking comment')}
        </p>
        <ul className="mt-2 flex flex-col gap-3">
          {reviews
            .filter(({ verdict, body_md }) => verdict !== 'comment' || body_md)
            .map((review) => (
              <ReviewRow key={review.id} review={review} />
            ))}
        </ul>
      </section>
    </ScrollPane>
  )
}

type Gate = CasePlan['gates'][number]
const GATE_LOOKS: Record<Gate['status'] | 'later', { icon: LucideIcon; tone: Tone; word: string }> = {
  pass: { icon: CircleCheck, tone: 'positive', word: 'passes' },
  fail: { icon: CircleX, tone: 'critical', word: 'fails' },
  warn: { icon: TriangleAlert, tone: 'caution', word: 'acknowledged' },
  later: { icon: CircleDashed, tone: 'neutral', word: 'not needed yet' },
}

/** A failed gate only matters if it prevents a forward transition that is possible now. */
const lookOf = ({ id, status }: Gate, plan: CasePlan) =>
  GATE_LOOKS[status === 'fail' && !blocksTransition(id, plan) ? 'later' : status]

function Gates({ plan }: { plan: CasePlan }) {
  return (
    <section className="border-b px-4 py-4">
      <h2 className="text-sm font-semibold">Gates</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {plan.gates.map((gate) => {
          const { id, title, status, detail } = gate
          const { icon: Icon, tone, word } = lookOf(gate, plan)
          return (
            <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm">
              <Icon aria-hidden className={cn('mt-0.5 size-4', TEXT[tone])} />
              <div>
                <p>
                  {title}
                  <span className="sr-only"> ({word})</span>
                  {/^G\d/.test(id) && <span className="ml-1.5 font-mono text-2xs text-ink-3">{id}</span>}
                </p>
                {status !== 'pass' && <p className="text-xs break-words text-ink-2">{withTitles(detail, plan)}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const VERDICTS: Record<PlanReview['verdict'], { label: string; tone: Tone; icon: LucideIcon }> = {
  approve: { label: 'Approved', tone: 'positive', icon: CircleCheck },
  request_changes: { label: 'Requested changes', tone: 'caution', icon: TriangleAlert },
  comment: { label: 'Commented', tone: 'neutral', icon: MessageSquare },
  reject: { label: 'Rejected', tone: 'critical', icon: CircleX },
}

function ReviewRow({ review }: { review: PlanReview }) {
  const { label, tone, icon } = VERDICTS[review.verdict]
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Avatar name={review.reviewer.name} />
        <span className="font-medium">{review.reviewer.name}</span>
        <Badge tone={review.dismissed ? 'neutral' : tone} icon={icon}>
          {label}
        </Badge>
        <span className="ml-auto text-xs text-ink-3">{ago(review.at)}</span>
      </p>
      {review.body_md && <Prose text={review.body_md} className="mt-1" />}
      {review.dismissed && <p className="text-xs text-ink-3">Dismissed: {review.dismissed.reason}</p>}
    </li>
  )
}
