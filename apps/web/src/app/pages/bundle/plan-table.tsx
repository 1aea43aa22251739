import { displayNumbers } from '@veritrace/contract/casework/wave-numbers'
import { Badge } from '../../../ui/badge.tsx'
import { count, days } from '../../../ui/format.ts'
import { sentenceOf } from '../../shared/case/words.ts'
import type { BundledPlan } from './content.ts'
import { RISK } from './recommendations.tsx'
import { Section } from './summary.tsx'

export function PlanTable({ plan }: { plan: BundledPlan | null }) {
  if (!plan)
    return (
      <Section title="Plan">
        <p className="text-sm text-ink-3">The case had no plan when the bundle was sealed.</p>
      </Section>
    )
  const { number, title, state, items } = plan
  const numbers = displayNumbers(items)
  return (
    <Section title={`Plan ${number}: ${title}`}>
      <p className="text-sm text-ink-2">{sentenceOf(state)} when the bundle was sealed.</p>
      <section
        aria-label="Plan items"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a phone, also by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border bg-surface print:overflow-visible"
      >
        <table className="w-full text-sm">
          <thead className="bg-sunken text-left text-xs text-ink-2 max-sm:sr-only">
            <tr className="*:px-3 *:py-2 *:font-medium">
              <th scope="col">Wave</th>
              <th scope="col">Item</th>
              <th scope="col" className="text-right">
                Objects
              </th>
              <th scope="col" className="text-right">
                Effort
              </th>
              <th scope="col">Risk</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line-row">
            {items.map((item) => (
              <tr
                key={item.id}
                className="break-inside-avoid align-top max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5 sm:*:px-3 sm:*:py-2"
              >
                <td className="tnum">
                  <span className="sm:hidden">Wave </span>
                  {numbers.get(item.wave)}
                </td>
                <th
                  scope="row"
                  className="min-w-48 text-left font-normal wrap-anywhere max-sm:order-first max-sm:w-full"
                >
                  {item.title}
                </th>
                <td className="text-right tnum">
                  {count(item.artifacts_total)}
                  <span className="sm:hidden"> {item.artifacts_total === 1 ? 'object' : 'objects'}</span>
                </td>
                <td className="text-right whitespace-nowrap tnum">{days(item.effort.p50)}</td>
                <td>
                  <Badge tone={RISK[item.risk]}>{item.risk}</Badge>
                </td>
                <td className="whitespace-nowrap">{sentenceOf(item.state)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  )
}
