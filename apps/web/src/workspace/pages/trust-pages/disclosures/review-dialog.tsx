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
/** The verdict of the second pair of eyes; who gets it back is told why. */
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
      title={isApproval ? 'Approve the disclosure' : 'Send the disclosure back'}
      description={`“${title}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" type="submit" form="review" busy={busy} disabled={!isApproval && !note.trim()}>
            {isApproval ? 'Approve' : 'Send back'}
          </Button>
        </>
      }
    >
      <form id="review" onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={isApproval ? 'Note' : 'What has to change'}
          required={!isApproval}
          hint={
            isApproval
              ? 'Kept with it; nobody outside sees it. Its words are final from then on.'
              : 'For whoever wrote it'
          }
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
