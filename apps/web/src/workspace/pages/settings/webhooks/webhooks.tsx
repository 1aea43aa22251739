// The webhook of the workspace. There is at most one.
import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '@veritrace/contract/provenance/webhooks'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { Card } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api, isMissing } from '../../../api.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { ShownOnce } from '../../../shared/shown-once.tsx'
import { Deliveries } from './deliveries.tsx'
import { isDue } from './due.ts'
import { State } from './state.tsx'
import { SubscriptionForm } from './subscription-form.tsx'

const POLL_MS = 2_000

export function Webhooks() {
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState('')
  const webhook = useQuery({
    queryKey: ['webhook'],
    queryFn: () => api.webhooks.get().catch(orNone),
    // Polls while a message waits for its first attempt.
    refetchInterval: ({ state }) => (state.data?.recent_deliveries.some(isUntried) ? POLL_MS : false),
  })
  return (
    <Loaded query={webhook} failed="Could not load the webhook">
      {(found) => (
        <>
          {found ? (
            <>
              <State webhook={found} onSecret={setSecret} />
              <SubscriptionForm key={found.id} webhook={found} />
              <Deliveries deliveries={found.recent_deliveries} />
            </>
          ) : isMaking ? (
            <SubscriptionForm onSecret={setSecret} onCancel={() => setMaking(false)} />
          ) : (
            <Card>
              <Empty
                icon={Webhook}
                title="No webhook yet"
                action={
                  <Button variant="solid" onClick={() => setMaking(true)}>
                    Create webhook
                  </Button>
                }
              >
                A webhook sends signed events to your public https address as they happen: a new request, a published
                page, a vendor change.
              </Empty>
            </Card>
          )}
          {secret && (
            <ShownOnce
              title="Your webhook secret"
              about="Use it to verify that messages come from here (Standard Webhooks)."
              what="the secret"
              secret={secret}
              onSaved={() => setSecret('')}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function orNone(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

const isUntried = (delivery: WebhookDelivery): boolean => delivery.attempt_count === 0 && isDue(delivery)
