import { useMutation } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api, explain } from '../../api.ts'
import type { Reason } from './labels.ts'
import { ReasonFields } from './reason-fields.tsx'

const FORM = 'billing-feedback'
const FIRST = { reason: '' as Reason | '', comment: '', again: '' }

/** Feedback from customers, whether they cancel or not. */
export function Feedback() {
  const [open, setOpen] = useState(false)
  const [{ reason, comment, again }, setDraft] = useState(FIRST)
  const give = useMutation({
    mutationFn: (reason_code: Reason) =>
      api.billing.feedback({
        body: { reason_code, comment: comment.trim(), would_return: again === '' ? null : again === 'yes' },
      }),
    onSuccess: () => {
      setOpen(false)
      setDraft(FIRST)
      toast.ok('Thank you for your feedback')
    },
    onError: (error) => toast.error('Could not send your feedback', explain(error)),
  })
  const giveOnce = useOnce(async () => reason && (await give.mutateAsync(reason)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    giveOnce()
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      Is the plan not right for you?
      <Button size="sm" onClick={() => setOpen(true)}>
        <MessageSquare />
        Tell us why
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="What is not right?"
        description="This does not change your plan."
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="solid" type="submit" form={FORM} busy={give.isPending}>
              Send
            </Button>
          </>
        }
      >
        <form id={FORM} onSubmit={submit} className="flex flex-col gap-3">
          <ReasonFields
            required
            reason={reason}
            onReason={(next) => setDraft((was) => ({ ...was, reason: next }))}
            comment={comment}
            onComment={(next) => setDraft((was) => ({ ...was, comment: next }))}
          />
          <Field label="Would you come back?">
            <Select value={again} onChange={({ target }) => setDraft((was) => ({ ...was, again: target.value }))}>
              <option value="">I don’t know</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </Select>
          </Field>
        </form>
      </Dialog>
    </p>
  )
}
