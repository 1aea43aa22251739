import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../../../ui/field.tsx'
import { plural } from '../../../../ui/format.ts'
import { useDecide } from './use-decide.ts'

interface Props {
  of: readonly Recommendation[]
  onClose(): void
  /** Receives the ids whose decision failed. The dialog keeps its input for them. */
  onDecided(failed: readonly string[]): void
}
const nameOf = (of: readonly Recommendation[]): string =>
  of.length === 1 ? of[0]!.title : plural(of.length, 'recommendation')

export function RejectDialog({ of, onClose, onDecided }: Props) {
  const { decide, isBusy } = useDecide()
  const [reason, setReason] = useState('')
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    onDecided(await decide(of, { status: 'rejected', reason: reason.trim() }))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reject"
      description={nameOf(of)}
      footer={
        <Button variant="danger" type="submit" form="reject" busy={isBusy}>
          Reject
        </Button>
      }
    >
      <form id="reject" onSubmit={onSubmit}>
        <Field label="Reason" hint="Stored with the case and carried over to later runs" required>
          <TextArea value={reason} onChange={(event) => setReason(event.target.value)} required />
        </Field>
      </form>
    </Dialog>
  )
}

const DAY = 86_400_000
const inDays = (n: number): string => new Date(Date.now() + n * DAY).toISOString().slice(0, 10)

export function DeferDialog({ of, onClose, onDecided }: Props) {
  const { decide, isBusy } = useDecide()
  const [until, setUntil] = useState(() => inDays(30))
  const [note, setNote] = useState('')
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const defer_until = new Date(`${until}T00:00:00Z`).toISOString()
    onDecided(await decide(of, { status: 'deferred', defer_until, ...(note.trim() && { note: note.trim() }) }))
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Defer"
      description={nameOf(of)}
      footer={
        <Button variant="solid" type="submit" form="defer" busy={isBusy}>
          Defer
        </Button>
      }
    >
      <form id="defer" onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label="Until" required>
          <Input
            type="date"
            min={inDays(1)}
            value={until}
            onChange={(event) => setUntil(event.target.value)}
            required
          />
        </Field>
        <Field label="Note">
          <TextArea value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
