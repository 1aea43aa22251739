import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'

const ADVICE = 'It is shown only once. Save it in a safe place before you continue.'

interface SecretProps {
  /** The copied value, as in “Copy the key”. */
  what: string
  secret: string
  /** True after an attempt to close the dialog. */
  isLeaving: boolean
}
/** A secret that cannot be shown again. */
export const Secret = ({ what, secret, isLeaving }: SecretProps) => (
  <>
    <div className="flex items-start gap-2 rounded-md border bg-sunken p-2">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs break-all select-all">{secret}</code>
      <CopyButton text={secret} what={what} label="Copy" />
    </div>
    {isLeaving && (
      <p role="alert" className="text-caution">
        You won’t be able to see it again. Select “I’ve saved it” once you have.
      </p>
    )}
  </>
)

export const SavedButton = ({ onSaved }: { onSaved(): void }) => (
  <Button variant="solid" onClick={onSaved}>
    I’ve saved it
  </Button>
)

interface Props extends Omit<SecretProps, 'isLeaving'> {
  title: string
  about: string
  /** Empty if `about` says enough. */
  advice?: string
  onSaved(): void
}
/** Closes only after the user confirms that they saved the secret. */
export function ShownOnce({ title, about, advice = ADVICE, what, secret, onSaved }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={() => setLeaving(true)}
      title={title}
      description={about}
      hidesClose
      footer={<SavedButton onSaved={onSaved} />}
    >
      <div className="flex flex-col gap-3 text-sm">
        {advice && <p>{advice}</p>}
        <Secret what={what} secret={secret} isLeaving={isLeaving} />
      </div>
    </Dialog>
  )
}
