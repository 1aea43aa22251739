import type { RequestStage, StageAdvance, TrustRequest } from '@veritrace/contract/provenance/requests'
import { type FormEvent, useState } from 'react'
import { useOnce } from '../../../shared/use-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { fieldErrors, refusal } from '../../shared/refusal.ts'
import { useItemTitle } from './items.tsx'
import { useSteps } from './use-request.ts'

type Decision = NonNullable<StageAdvance['items']>[number]['decision']

interface Props {
  request: TrustRequest
  stage: RequestStage
  outcome: StageAdvance['outcome']
  onToken(token: string): void
  onClose(): void
}
export function StageDialog({ request, stage, outcome, onToken, onClose }: Props) {
  const { number, requested_items: items } = request
  const [note, setNote] = useState('')
  const [decisions, setDecisions] = useState<Readonly<Record<string, Decision>>>({})
  const titleOf = useItemTitle()
  const { advance } = useSteps(request)
  const isReject = outcome === 'reject'
  const step = useOnce(async () => {
    const decided = Object.entries(decisions).map(([id, decision]) => ({ id, decision }))
    const after = await advance.mutateAsync({
      stageId: stage.id,
      outcome,
      ...(note.trim() && { note: note.trim() }),
      ...(decided.length > 0 && { items: decided }),
    })
    toast.ok(
      after.closed_at ? `${number} ${after.status}` : `${stage.title} ${outcome === 'skip' ? 'skipped' : 'completed'}`,
    )
    onClose()
    if (after.grant?.token) onToken(after.grant.token)
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    step()
  }
  const decide = (id: string, decision: string) => {
    const { [id]: _, ...rest } = decisions
    setDecisions(decision ? { ...rest, [id]: decision as Decision } : rest)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TITLES[outcome](stage.title, number)}
      description={whatFollows(request, stage, outcome)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={isReject ? 'danger' : 'solid'}
            type="submit"
            form="stage"
            busy={advance.isPending}
            disabled={isReject && !note.trim()}
          >
            {ACTIONS[outcome]}
          </Button>
        </>
      }
    >
      <form id="stage" onSubmit={onSubmit} className="flex flex-col gap-4">
        {outcome === 'complete' &&
          items.map((item) => (
            <Field key={item.id} label={titleOf(item)}>
              <Select value={decisions[item.id] ?? ''} onChange={({ target }) => decide(item.id, target.value)}>
                <option value="">{item.decision === 'pending' ? 'Undecided' : `Keep ${item.decision}`}</option>
                <option value="approved">Approve</option>
                <option value="declined">Decline</option>
              </Select>
            </Field>
          ))}
        <Field
          label={isReject ? 'Reason' : 'Note'}
          required={isReject}
          hint={isReject && request.direction === 'inbound' ? `We send this to ${request.requester.email}` : undefined}
          error={advance.error ? (fieldErrors(advance.error).note ?? refusal(advance.error)) : undefined}
        >
          <TextArea
            rows={3}
            maxLength={2000}
            required={isReject}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

const TITLES = {
  complete: (stage: string, _: string) => `Complete ${stage}`,
  skip: (stage: string, _: string) => `Skip ${stage}?`,
  reject: (_: string, number: string) => `Reject ${number}?`,
} as const
const ACTIONS = { complete: 'Complete', skip: 'Skip', reject: 'Reject request' } as const

function whatFollows(
  { stages, direction, requester, subject }: TrustRequest,
  stage: RequestStage,
  outcome: StageAdvance['outcome'],
) {
  if (outcome === 'reject') return `“${subject}” closes as declined. You cannot reopen it.`
  const next = stages.find(({ position }) => position === stage.position + 1)
  if (next) return `Next stage: ${next.title}.`
  return direction === 'inbound'
    ? `This is the last stage and fulfills the request. All items that were not declined are approved, and we email a link to ${requester.email}.`
    : 'This is the last stage and fulfills the request.'
}
