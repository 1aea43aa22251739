import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import { CircleCheck, CircleX } from 'lucide-react'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { moment, plural } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { usePack } from '../../../shared/use-pack.ts'
import { Deliveries } from './deliveries.tsx'
import { Transports } from './transports.tsx'
import { Webhooks } from './webhooks.tsx'

/** Transports, deliveries and webhooks of the plan, and the verification of its results. */
export function Delivery({ plan }: { plan: CasePlan }) {
  return (
    <ScrollPane label="Delivery" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-4 p-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Transports plan={plan} />
          <Verification plan={plan} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Deliveries plan={plan} />
          <Webhooks />
        </div>
      </div>
    </ScrollPane>
  )
}

function Verification({ plan }: { plan: CasePlan }) {
  const { codes } = usePack(plan.pack.id)
  const { verification, totals } = plan
  const failed = new Map(verification?.failed_items.map(({ item_id, reason }) => [item_id, reason]))
  return (
    <Card>
      <CardHead title="Verification" hint={verification && moment(verification.at)} />
      {!verification && (
        <p className="p-4 text-sm text-ink-2">
          When the plan has been delivered, a new run checks every acceptance condition. {plan.progress.done} of{' '}
          {plural(plan.progress.total, 'item')} done.
        </p>
      )}
      <table className="w-full text-sm">
        <caption className="sr-only">Objects of each level before and after</caption>
        <thead className="text-left text-xs text-ink-3">
          <tr>
            <th scope="col" className="px-4 py-1.5 font-medium">
              Level
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              Before
            </th>
            <th scope="col" className="px-4 text-right font-medium">
              Planned
            </th>
          </tr>
        </thead>
        <tbody>
          {[...codes, 'unknown'].map((code) => (
            <tr key={code} className="border-t border-line-row">
              <th scope="row" className="px-4 py-1 text-left">
                <Level code={code} codes={codes} label={code === 'unknown' ? 'unknown' : undefined} />
              </th>
              <td className="px-2 text-right tnum">{totals.before[code] ?? 0}</td>
              <td className="px-4 text-right tnum">{totals.after[code] ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {verification && (
        <ul className="flex flex-col gap-1.5 border-t px-4 py-3 text-sm">
          {plan.items.map(({ id, title }) => {
            const reason = failed.get(id)
            return (
              <li key={id} className="flex items-start gap-2">
                {reason ? (
                  <CircleX aria-label="failed" className="mt-0.5 size-4 shrink-0 text-critical" />
                ) : (
                  <CircleCheck aria-label="passed" className="mt-0.5 size-4 shrink-0 text-positive" />
                )}
                <span>
                  {title}
                  {reason && <span className="block text-xs text-critical">{reason}</span>}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
