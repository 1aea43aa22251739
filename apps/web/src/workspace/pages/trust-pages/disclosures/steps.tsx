// What can be done with a disclosure in the state that it is in.

import type { Role } from '@veritrace/contract/endpoint'
import type { Disclosure, Status } from '@veritrace/contract/provenance/disclosures'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Confirm } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { explain } from '../../../api.ts'
import { may, whyNot } from '../../../shared/may.ts'
import { isStale } from '../../../shared/refusal.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { useChange } from './use-change.ts'

interface Step {
  to: Status
  label: string
  least: Role
  done: string
  look: 'solid' | 'outline' | 'danger'
}
/** As the contract has them; what only follows from another step is not asked for. */
const STEPS: Readonly<Partial<Record<Status, readonly Step[]>>> = {
  draft: [{ to: 'in_review', label: 'Submit for review', least: 'member', done: 'is in review', look: 'solid' }],
  in_review: [
    { to: 'draft', label: 'Send back', least: 'reviewer', done: 'is a draft again', look: 'outline' },
    { to: 'approved', label: 'Approve', least: 'reviewer', done: 'is approved', look: 'solid' },
  ],
  approved: [{ to: 'published', label: 'Publish', least: 'admin', done: 'is public', look: 'solid' }],
  published: [{ to: 'withdrawn', label: 'Withdraw', least: 'admin', done: 'is withdrawn', look: 'danger' }],
}

interface Props {
  disclosure: Disclosure
  onEdit(): void
}
export function Steps({ disclosure, onEdit }: Props) {
  const { status, title, body, supersedes_id } = disclosure
  const [asked, setAsked] = useState<Step>()
  const change = useChange(disclosure)
  const steps = STEPS[status] ?? []
  const canEdit = status === 'draft' || status === 'published'
  if (steps.length === 0 && !canEdit) return <span className="text-sm text-ink-3">There is nothing more to do.</span>
  const take = (step: Step, review_note = '') =>
    change.mutate(
      { status: step.to, ...(review_note.trim() && { review_note: review_note.trim() }) },
      {
        onSuccess: () => toast.ok(`“${title}” ${step.done}`),
        onError: (error) =>
          toast.error(
            `${step.label}: not done`,
            isStale(error) ? 'It was changed meanwhile. Read it again first.' : explain(error),
          ),
        onSettled: () => setAsked(undefined),
      },
    )
  const press = (step: Step) => (step.to === 'in_review' ? take(step) : setAsked(step))
  const isReview = asked?.to === 'approved' || asked?.to === 'draft'
  const obstacle = (step: Step) =>
    whyNot(step.least) ?? (step.to === 'in_review' && !body.trim() ? 'It has no words yet' : undefined)
  return (
    <>
      {canEdit && (
        <Button disabled={!may('member')} title={whyNot('member')} onClick={onEdit}>
          {status === 'published' ? 'Write a new version' : 'Edit'}
        </Button>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {steps.map((step) => (
          <Button
            key={step.to}
            variant={step.look}
            disabled={obstacle(step) !== undefined}
            title={obstacle(step)}
            busy={change.isPending}
            onClick={() => press(step)}
          >
            {step.label}
          </Button>
        ))}
      </span>
      {asked && isReview && (
        <ReviewDialog
          title={title}
          isApproval={asked.to === 'approved'}
          busy={change.isPending}
          onClose={() => setAsked(undefined)}
          onDone={(note) => take(asked, note)}
        />
      )}
      <Confirm
        open={asked !== undefined && !isReview}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`${asked?.label} “${title}”?`}
        action={asked?.label ?? ''}
        onConfirm={() => asked && take(asked)}
        busy={change.isPending}
      >
        {asked?.to === 'withdrawn'
          ? 'Readers do not see it any more. This cannot be undone: to say it again, write it anew.'
          : `Readers of the pages that show it see it at once${supersedes_id ? ', in the place of the one it replaces' : ''}.`}
      </Confirm>
    </>
  )
}
