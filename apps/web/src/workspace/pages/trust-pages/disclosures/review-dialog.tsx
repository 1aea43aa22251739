import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, TextArea } from '../../../../ui/field.tsx'

interface Props {
  title: string
  isApproval: boolean
  busy: boolean
  onClose(): void
  onDone(note: string): void
}
/** Approves a disclosure, or requests changes with a note. */
export function ReviewDialog({ title, isApproval, busy, onClose, onDone }: Props) {
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(note)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isApproval ? 'Approve disclosure' : 'Request changes'}
      description={`“${title}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="review" busy={busy} disabled={!isApproval && !note.trim()}>
            {isApproval ? 'Approve' : 'Request changes'}
          </Button>
        </>
      }
    >
      <form id="review" onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={isApproval ? 'Note' : 'What needs to change'}
          required={!isApproval}
          hint={isApproval ? 'Only visible in the workspace. The text is final after approval.' : 'For the author'}
        >
          <TextArea
            autoFocus
            value={note}
            onChange={({ target }) => setNote(target.value)}
            required={!isApproval}
            maxLength={2000}
          />
        </Field>
      </form>
    </Dialog>
  )
}
