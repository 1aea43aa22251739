import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'

const ADVICE = 'It is shown this once. Put it where you keep secrets before you go on.'

interface SecretProps {
  /** As the message says that it is copied. */
  what: string
  secret: string
  /** Somebody has tried to close the dialog. */
  isLeaving: boolean
}
/** What nobody can ask for again. */
export const Secret = ({ what, secret, isLeaving }: SecretProps) => (
  <>
    <div className="flex items-start gap-2 rounded-md border bg-sunken p-2">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs break-all select-all">{secret}</code>
      <CopyButton text={secret} what={what} label="Copy" />
    </div>
    {isLeaving && (
      <p role="alert" className="text-caution">
        Nobody can show it to you again. Press “I have kept it” when you have.
      </p>
    )}
  </>
)

export const KeptButton = ({ onKept }: { onKept(): void }) => (
  <Button variant="solid" onClick={onKept}>
    I have kept it
  </Button>
)

interface Props extends Omit<SecretProps, 'isLeaving'> {
  title: string
  about: string
  /** Empty where `about` says enough. */
  advice?: string
  onKept(): void
}
/** Closes only when somebody says that they have kept it. */
export function ShownOnce({ title, about, advice = ADVICE, what, secret, onKept }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={() => setLeaving(true)}
      title={title}
      description={about}
      hidesClose
      footer={<KeptButton onKept={onKept} />}
    >
      <div className="flex flex-col gap-3 text-sm">
        {advice && <p>{advice}</p>}
        <Secret what={what} secret={secret} isLeaving={isLeaving} />
      </div>
    </Dialog>
  )
}
