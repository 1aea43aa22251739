// The options of a plan, side by side.
import type { StudioOption, StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import { Minus, Plus, Star } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cite } from '../../../ui/cite.tsx'
import { cn } from '../../../ui/cn.ts'
import { days, plural } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { Empty } from '../../../ui/states.tsx'
import { EvidenceDrawer } from '../../shared/evidence/evidence-drawer.tsx'

interface Props {
  plan: StudioPlan
  codes: readonly string[]
  onScaffold?: ((optionId: string) => void) | undefined
}
export function Options({ plan, codes, onScaffold }: Props) {
  const [cited, setCited] = useState<number>()
  if (plan.options.length === 0)
    return (
      <Empty icon={Star} title="Nothing to do">
        All used objects are acceptable for {plan.target.label}.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="rounded-md border bg-surface px-3 py-2">
        <p className="label mb-1">Current state</p>
        <LevelBar counts={plan.before} codes={codes} />
      </div>
      {plan.options.map((option) => (
        <OptionCard
          key={option.id}
          option={option}
          codes={codes}
          isRecommended={option.id === plan.recommended_id}
          onCite={setCited}
          onScaffold={option.template_ids.length > 0 ? onScaffold : undefined}
        />
      ))}
      <EvidenceDrawer citations={plan.citations} open={cited} onOpen={setCited} />
    </div>
  )
}

const RISK: Record<StudioOption['risk'], Tone> = { low: 'positive', medium: 'caution', high: 'critical' }

interface CardProps {
  option: StudioOption
  codes: readonly string[]
  isRecommended: boolean
  onCite(n: number): void
  onScaffold: Props['onScaffold']
}
function OptionCard({ option, codes, isRecommended, onCite, onScaffold }: CardProps) {
  const { id, title, resulting, effort, risk, risk_reasons, pros, cons, prerequisites, steps } = option
  return (
    <article
      aria-label={title}
      className={cn(
        'rounded-lg border bg-surface',
        isRecommended && 'border-accent-line outline-1 outline-accent-line',
      )}
    >
      <header className="flex flex-wrap items-center gap-2 px-3 pt-2.5">
        <h3 className="min-w-0 flex-1 text-sm font-semibold">{title}</h3>
        {isRecommended && (
          <Badge tone="info" icon={Star}>
            Recommended
          </Badge>
        )}
      </header>
      <div className="px-3 py-2">
        <LevelBar counts={resulting} codes={codes} />
      </div>
      <dl className="grid grid-cols-2 gap-px border-y bg-line-row text-sm *:bg-surface *:px-3 *:py-1.5">
        <div>
          <dt className="label">Effort</dt>
          <dd className="tnum" title={`Median: ${days(effort.p50)}`}>
            {days(effort.p10)} to {days(effort.p90)}
          </dd>
        </div>
        <div>
          <dt className="label">Risk</dt>
          <dd>
            <Badge tone={RISK[risk]} title={risk_reasons.join(' ')}>
              {risk}
            </Badge>
          </dd>
        </div>
      </dl>
      <div className="flex flex-col gap-1 px-3 py-2 text-sm">
        <Points
          label="Pros"
          texts={pros}
          icon={<Plus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-positive" />}
        />
        <Points
          label="Cons"
          texts={cons}
          icon={<Minus aria-hidden className="mt-0.5 size-3.5 shrink-0 text-critical" />}
        />
        {prerequisites.length > 0 && <p className="text-xs text-ink-2">Prerequisites: {prerequisites.join(' ')}</p>}
        {steps.length > 0 && (
          <details className="mt-1 text-sm">
            <summary className="text-xs text-accent">{plural(steps.length, 'step')}</summary>
            <ol className="mt-1 flex list-decimal flex-col gap-1 pl-5">
              {steps.map(({ n, text, citations }) => (
                <li key={n}>
                  {text}
                  {citations.map((one) => (
                    <Cite key={one} n={one} onOpen={onCite} />
                  ))}
                </li>
              ))}
            </ol>
          </details>
        )}
        {onScaffold && (
          <Button size="sm" className="mt-1.5 self-start" onClick={() => onScaffold(id)}>
            {isRecommended ? 'Generate files again' : 'Generate files'}
          </Button>
        )}
      </div>
    </article>
  )
}

const Points = ({ label, texts, icon }: { label: string; texts: readonly string[]; icon: React.ReactNode }) =>
  texts.length === 0 ? null : (
    <ul aria-label={label} className="flex flex-col gap-0.5">
      {texts.map((text) => (
        <li key={text} className="flex gap-1.5 text-xs text-ink-2">
          {icon}
          {text}
        </li>
      ))}
    </ul>
  )
