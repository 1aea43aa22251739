// The actions on a disclosure, by its status.

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
/** The steps in the contract, without those that only follow from others. */
const STEPS: Readonly<Partial<Record<Status, readonly Step[]>>> = {
  draft: [
    { to: 'in_review', label: 'Submit for review', least: 'member', done: 'submitted for review', look: 'solid' },
  ],
  in_review: [
    { to: 'draft', label: 'Request changes', least: 'reviewer', done: 'sent back to the author', look: 'outline' },
    { to: 'approved', label: 'Approve', least: 'reviewer', done: 'approved', look: 'solid' },
  ],
  approved: [{ to: 'published', label: 'Publish', least: 'admin', done: 'published', look: 'solid' }],
  published: [{ to: 'withdrawn', label: 'Withdraw', least: 'admin', done: 'withdrawn', look: 'danger' }],
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
  if (steps.length === 0 && !canEdit) return <span className="text-sm text-ink-3">No further steps.</span>
  const take = (step: Step, review_note = '') =>
    change.mutate(
      { status: step.to, ...(review_note.trim() && { review_note: review_note.trim() }) },
      {
        onSuccess: () => toast.ok(`“${title}” ${step.done}`),
        onError: (error) =>
          toast.error(
            `${step.label} failed`,
            isStale(error) ? 'It was changed in the meantime. Read the latest version first.' : explain(error),
          ),
        onSettled: () => setAsked(undefined),
      },
    )
  const press = (step: Step) => (step.to === 'in_review' ? take(step) : setAsked(step))
  const isReview = asked?.to === 'approved' || asked?.to === 'draft'
  const obstacle = (step: Step) =>
    whyNot(step.least) ?? (step.to === 'in_review' && !body.trim() ? 'Add a text first' : undefined)
  return (
    <>
      {canEdit && (
        <Button disabled={!may('member')} title={whyNot('member')} onClick={onEdit}>
          {status === 'published' ? 'New version' : 'Edit'}
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
          ? 'It disappears from your pages. This cannot be undone; to publish it again, create a new disclosure.'
          : `It becomes visible on the pages that show it${supersedes_id ? ' and replaces the previous version' : ''}.`}
      </Confirm>
    </>
  )
}
