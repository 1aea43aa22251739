import { type FormEvent, useState } from 'react'
import { useOnce } from '../../shared/use-once.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { refusal } from './refusal.ts'

interface Props {
  title: string
  /** Names the subject and the consequences. */
  description: string
  /** The label of the reason field. */
  label: string
  hint?: string
  required?: boolean
  action: string
  danger?: boolean
  onClose(): void
  /** Throws if the server rejects the decision. */
  onDecide(reason: string): Promise<unknown>
}
/** Confirms a decision and asks for a reason. */
export function ReasonDialog(props: Props) {
  const { title, description, label, hint, required = false, action, danger = false, onClose, onDecide } = props
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const decide = useOnce(async () => {
    setBusy(true)
    await onDecide(reason.trim()).then(onClose, (failure) => {
      setError(refusal(failure))
      setBusy(false)
    })
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    decide()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={danger ? 'danger' : 'solid'}
            type="submit"
            form="reason"
            busy={isBusy}
            disabled={required && !reason.trim()}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id="reason" onSubmit={onSubmit}>
        <Field label={label} required={required} hint={hint} error={error}>
          <TextArea
            rows={4}
            maxLength={2000}
            required={required}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
