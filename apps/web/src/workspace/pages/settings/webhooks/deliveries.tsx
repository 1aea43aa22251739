import type { WebhookDelivery } from '@veritrace/contract/provenance/webhooks'
import { ChevronRight } from 'lucide-react'
import { Status, type Tone } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Ago } from '../../../shared/ago.tsx'
import { Answer } from './answer.tsx'

const STATES: Readonly<Record<WebhookDelivery['status'], readonly [Tone, string]>> = {
  pending: ['info', 'Pending'],
  succeeded: ['positive', 'Delivered'],
  failed: ['caution', 'Failed'],
  dead: ['critical', 'Given up'],
}

/** The last 20 messages. */
export function Deliveries({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <Card>
      <CardHead title="Recent deliveries" hint={deliveries.length > 0 && 'last 20, newest first'} />
      {deliveries.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-2">No deliveries yet. Send a test to check that messages arrive.</p>
      ) : (
        <ul className="divide-y divide-line-row">
          {deliveries.map((delivery) => {
            const [tone, word] = stateOf(delivery)
            return (
              <li key={delivery.id}>
                <details className="group text-sm">
                  <summary className="flex min-h-10 cursor-pointer list-none items-center gap-x-3 px-4 py-2 hover:bg-hover">
                    <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3 group-open:rotate-90" />
                    <Status tone={tone} className="w-24 shrink-0">
                      {word}
                    </Status>
                    <span className="min-w-0 flex-1 truncate font-mono text-xs">{delivery.event_type}</span>
                    {delivery.last_status && <span className="text-xs text-ink-3 tnum">{delivery.last_status}</span>}
                    <span className="shrink-0 text-xs text-ink-3">
                      <Ago at={delivery.created_at} />
                    </span>
                  </summary>
                  <div className="px-4 pb-3 pl-10.5">
                    <Answer delivery={delivery} />
                  </div>
                </details>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** A failed delivery is retried until it is given up. */
const stateOf = ({ status, attempt_count, next_attempt_at }: WebhookDelivery): readonly [Tone, string] =>
  attempt_count > 0 && next_attempt_at ? ['caution', 'Retrying'] : STATES[status]
