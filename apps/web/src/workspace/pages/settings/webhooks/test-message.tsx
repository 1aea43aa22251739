import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@veritrace/contract/client'
import type { WebhookDelivery, WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { useOnce } from '../../../../shared/use-once.ts'
import { Status } from '../../../../ui/badge.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { api, explain } from '../../../api.ts'
import { Answer } from './answer.tsx'
import { whenNext } from './due.ts'

interface Test {
  isBusy: boolean
  send(): void
  /** The delivery of the last test. */
  delivery: WebhookDelivery | undefined
}

export function useTest({ recent_deliveries }: WebhookSubscription): Test {
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => api.development.testWebhook(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
    onError: (error) =>
      // The endpoint does not exist in production.
      error instanceof ApiError && error.status === 404 && error.code !== 'webhook_not_found'
        ? toast.info('This server cannot send test messages', 'Trigger an event instead, for example rename a page.')
        : toast.error('Could not send the test', explain(error)),
  })
  const delivery = recent_deliveries.find(({ id }) => id === test.data?.id)
  return { isBusy: test.isPending, send: useOnce(() => test.mutateAsync()), delivery }
}

export function TestResult({ test: { delivery } }: { test: Test }) {
  if (!delivery) return null
  const isUnderway = delivery.attempt_count === 0
  const isGood = delivery.status === 'succeeded'
  return (
    <div role="status" className="border-t border-line-row px-4 py-3 text-sm">
      {isUnderway ? (
        <Status tone="info" className="whitespace-normal">
          The test is queued and will be sent {whenNext(delivery)}.
        </Status>
      ) : (
        <>
          <Status tone={isGood ? 'positive' : 'critical'} className="pb-1 font-medium">
            {isGood ? 'Test delivered' : 'Test failed'}
          </Status>
          <Answer delivery={delivery} />
        </>
      )}
    </div>
  )
}
