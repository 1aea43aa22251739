import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { day } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import { may, whyNot } from '../../shared/may.ts'
import type { Reason } from './labels.ts'
import { ReasonFields } from './reason-fields.tsx'

/** Cancels at the end of the paid period. */
export function CancelPlan({ paidUntil }: { paidUntil: string | null }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const [reason, setReason] = useState<Reason | ''>('')
  const [comment, setComment] = useState('')
  const cancel = useMutation({
    mutationFn: () =>
      api.billing.cancel({
        body: { at_period_end: true, ...(reason && { reason }), ...(comment.trim() && { comment: comment.trim() }) },
      }),
    onSuccess: ({ subscription_current_period_end: end }) => {
      setAsked(false)
      toast.ok('Subscription canceled', end ? `You keep the Team plan until ${day(end)}.` : undefined)
    },
    onError: (error) => toast.error('Could not cancel the subscription', explain(error)),
    onSettled: () => Promise.all(['me', 'billing'].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  })
  const cancelOnce = useOnce(() => cancel.mutateAsync())
  return (
    <>
      <Button variant="danger" disabled={!may('admin')} title={whyNot('admin')} onClick={() => setAsked(true)}>
        Cancel plan
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title="Cancel the Team plan?"
        action="Cancel plan"
        busy={cancel.isPending}
        onConfirm={cancelOnce}
      >
        <p className="pb-3">
          You keep the plan {paidUntil ? `until ${day(paidUntil)}` : 'until the end of the paid period'} and will not be
          charged again. After that, features of the Team plan, such as publishing pages, stop working.
        </p>
        <ReasonFields reason={reason} onReason={setReason} comment={comment} onComment={setComment} />
      </Confirm>
    </>
  )
}
