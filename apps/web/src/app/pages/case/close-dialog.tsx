import { useMutation } from '@tanstack/react-query'
import { type CasePatch, OUTCOMES } from '@veritrace/contract/casework/cases'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { api } from '../../api.ts'
import { refusal } from '../../shared/case/refusal.ts'
import { useCase, useRefresh } from './queries.ts'

type Outcome = (typeof OUTCOMES)[number]
const OUTCOME_LABELS: Record<Outcome, string> = {
  verified: 'Verified: a run has shown that it worked',
  accepted_risk: 'Accepted risk: deliberately left as it is',
  not_needed: 'Not needed: there is nothing to do',
  cancelled: 'Canceled: the work was abandoned',
}
interface Props {
  open: boolean
  onClose(): void
}

export function CloseDialog({ open, onClose }: Props) {
  const theCase = useCase()
  const [outcome, setOutcome] = useState<Outcome>(theCase.status === 'verified' ? 'verified' : 'not_needed')
  const [note, setNote] = useState('')
  const change = usePatch('The case was not closed', onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ status: 'closed', outcome, ...(note.trim() && { note: note.trim() }) })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Close ${theCase.key}`}
      description="The outcome remains in the record of the case."
      footer={
        <Button variant="solid" type="submit" form="close-case" busy={change.isPending}>
          Close case
        </Button>
      }
    >
      <form id="close-case" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label="Outcome" required>
          <Select value={outcome} onChange={(event) => setOutcome(event.target.value as Outcome)}>
            {OUTCOMES.map((one) => (
              <option key={one} value={one}>
                {OUTCOME_LABELS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Note">
          <TextArea value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

export function ReopenDialog({ open, onClose }: Props) {
  const { key } = useCase()
  const [reason, setReason] = useState('')
  const change = usePatch('The case was not reopened', onClose)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ status: 'open', reason: reason.trim() })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Reopen ${key}`}
      footer={
        <Button variant="solid" type="submit" form="reopen-case" busy={change.isPending}>
          Reopen
        </Button>
      }
    >
      <form id="reopen-case" onSubmit={onSubmit}>
        <Field label="Reason" required>
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} required />
        </Field>
      </form>
    </Dialog>
  )
}

function usePatch(failed: string, done: () => void) {
  const theCase = useCase()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: CasePatch) =>
      api.cases.update({ params: { id: theCase.id }, body, headers: { 'if-match': theCase.etag } }),
    onSuccess: async () => {
      await refresh()
      done()
    },
    onError: async (error) => {
      toast.error(failed, refusal(error))
      await refresh()
    },
  })
}
