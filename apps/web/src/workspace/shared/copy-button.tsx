import { Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { canCopy, copyText } from '../../ui/save.ts'
import { toast } from '../../ui/toast.tsx'

interface Props {
  text: string
  /** The copied value, as in “Copy the key”. */
  what: string
  /** Visible text next to the icon. */
  label?: string
}
export function CopyButton({ text, what, label }: Props) {
  if (!canCopy()) return null
  const copy = () =>
    copyText(text).then(
      () => toast.ok('Copied'),
      () => toast.error(`Could not copy ${what}`, 'The browser did not allow it.'),
    )
  return (
    <Button
      size={label ? 'sm' : 'icon-sm'}
      variant={label ? 'outline' : 'ghost'}
      aria-label={`Copy ${what}`}
      onClick={copy}
    >
      <Copy />
      {label}
    </Button>
  )
}
