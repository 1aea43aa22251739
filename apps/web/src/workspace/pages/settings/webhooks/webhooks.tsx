// The one address that is told what happens. There is one for a workspace, or none yet.
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

const LOOK_MS = 2_000

export function Webhooks() {
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState('')
  const webhook = useQuery({
    queryKey: ['webhook'],
    queryFn: () => api.webhooks.get().catch(orNone),
    // What was never tried is on its way this moment.
    refetchInterval: ({ state }) => (state.data?.recent_deliveries.some(isUntried) ? LOOK_MS : false),
  })
  return (
    <Loaded query={webhook} failed="The webhook did not load">
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
                title="Nobody is told yet"
                action={
                  <Button variant="solid" onClick={() => setMaking(true)}>
                    Set up the webhook
                  </Button>
                }
              >
                A webhook sends what happens here to a public https address of yours, signed, as it happens: a request
                came, a page was published, a vendor has changed.
              </Empty>
            </Card>
          )}
          {secret && (
            <ShownOnce
              title="The secret of the webhook"
              about="With it your program checks that a message is from here (Standard Webhooks)."
              what="The secret"
              secret={secret}
              onKept={() => setSecret('')}
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
