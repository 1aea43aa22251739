import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { Badge, Status, type Tone } from '../../../ui/badge.tsx'
import { days, plural } from '../../../ui/format.ts'
import { Level } from '../../../ui/level.tsx'
import { DECISION } from '../../shared/case/words.ts'
import { Section } from './summary.tsx'

export const RISK: Record<Recommendation['risk'], Tone> = { low: 'positive', medium: 'caution', high: 'critical' }

export const Recommendations = ({ items, codes }: { items: readonly Recommendation[]; codes: readonly string[] }) => (
  <Section title="Recommendations">
    {items.length === 0 ? (
      <p className="text-sm text-ink-3">The case had no recommendations when the bundle was sealed.</p>
    ) : (
      <ol className="divide-y divide-line-row rounded-lg border bg-surface">
        {items.map((item) => (
          <Row key={item.id} item={item} codes={codes} />
        ))}
      </ol>
    )}
  </Section>
)

function Row({ item, codes }: { item: Recommendation; codes: readonly string[] }) {
  const { title, status, pattern, artifacts_total, lift, effort, risk, decision } = item
  return (
    <li className="px-4 py-2.5 text-sm break-inside-avoid">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {pattern && <Level code={pattern.code} codes={codes} />}
        <span className="min-w-0 flex-1 basis-60 font-medium">{title}</span>
        <Status tone={DECISION[status].tone}>{DECISION[status].label}</Status>
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2 tnum">
        <span>{plural(artifacts_total, 'object')}</span>
        <span>{plural(lift.objects_reaching_target, 'reaches', 'reach')} the target</span>
        <span>
          {days(effort.p10)} to {days(effort.p90)}
        </span>
        <Badge tone={RISK[risk]}>{risk} risk</Badge>
      </p>
      {decision && (
        <p className="mt-0.5 text-xs text-ink-2">
          Decided by {decision.by.name}
          {(decision.reason || decision.note) && `: ${decision.reason || decision.note}`}
        </p>
      )}
    </li>
  )
}
