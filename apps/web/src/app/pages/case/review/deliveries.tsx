import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { DeliveryStatus } from '@veritrace/contract/casework/plan-transports'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Status, type Tone } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { ago, moment, plural } from '../../../../ui/format.ts'
import { api } from '../../../api.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { below, useCase } from '../queries.ts'

export const DELIVERY_TONES: Record<DeliveryStatus, Tone> = {
  queued: 'neutral',
  delivering: 'info',
  delivered: 'positive',
  retrying: 'caution',
  failed: 'critical',
  dead_letter: 'critical',
  skipped: 'neutral',
}

const PAGE = 100

/** All deliveries of the plan and their attempts. */
export function Deliveries({ plan }: { plan: CasePlan }) {
  const theCase = useCase()
  const deliveries = usePages(below(theCase, 'plan', plan.id, 'deliveries'), (at) =>
    api.planTransports.deliveries({ params: { caseId: theCase.id, planId: plan.id }, query: { limit: PAGE, ...at } }),
  )
  return (
    <Card>
      <CardHead title="Deliveries" hint={deliveries.data && howMany(deliveries.data)} />
      <Loaded query={deliveries} failed="The deliveries did not load">
        {({ items }) =>
          items.length === 0 ? (
            <p className="p-4 text-sm text-ink-2">No deliveries yet.</p>
          ) : (
            <ul className="max-h-96 divide-y divide-line-row overflow-y-auto">
              {items.map((delivery) => (
                <li key={delivery.id} className="px-4 py-2 text-sm">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-mono text-xs">{delivery.event_type ?? delivery.channel}</span>
                    <Status tone={DELIVERY_TONES[delivery.status]}>{sentenceOf(delivery.status)}</Status>
                    {delivery.http_status !== null && <span className="text-xs tnum">{delivery.http_status}</span>}
                    <span className="ml-auto text-xs text-ink-3" title={moment(delivery.created_at)}>
                      {ago(delivery.created_at)}
                    </span>
                  </p>
                  <p className="truncate text-xs text-ink-2">
                    {delivery.target} · {plural(delivery.attempt, 'attempt')}
                    {delivery.next_retry_at && `, next one ${ago(delivery.next_retry_at)}`}
                  </p>
                  {delivery.error && <p className="text-xs break-words text-critical">{delivery.error}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More found={deliveries} what="deliveries" className="border-t border-line-row" />
    </Card>
  )
}
