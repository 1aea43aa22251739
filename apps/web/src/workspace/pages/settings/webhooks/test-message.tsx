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
  /** What became of the last one. */
  delivery: WebhookDelivery | undefined
}

export function useTest({ recent_deliveries }: WebhookSubscription): Test {
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => api.development.testWebhook(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
    onError: (error) =>
      // In production there is no such call.
      error instanceof ApiError && error.status === 404 && error.code !== 'webhook_not_found'
        ? toast.info('This server sends no test messages', 'Do something that is told, such as renaming a page.')
        : toast.error('No test was sent', explain(error)),
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
          The test is on its way and is tried {whenNext(delivery)}.
        </Status>
      ) : (
        <>
          <Status tone={isGood ? 'positive' : 'critical'} className="pb-1 font-medium">
            {isGood ? 'The test has arrived' : 'The test did not arrive'}
          </Status>
          <Answer delivery={delivery} />
        </>
      )}
    </div>
  )
}
