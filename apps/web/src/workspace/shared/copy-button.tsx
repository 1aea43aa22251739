import { Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { canCopy, copyText } from '../../ui/save.ts'
import { toast } from '../../ui/toast.tsx'

interface Props {
  text: string
  /** As the messages call it. */
  what: string
  /** Beside the picture. */
  label?: string
  name?: string
  done?: string
}
export function CopyButton({ text, what, label, name = `Copy: ${what}`, done = `${what} is copied` }: Props) {
  if (!canCopy()) return null
  const copy = () =>
    copyText(text).then(
      () => toast.ok(done),
      () => toast.error(`${what} was not copied`, 'The browser did not allow it.'),
    )
  return (
    <Button size={label ? 'sm' : 'icon-sm'} variant={label ? 'outline' : 'ghost'} aria-label={name} onClick={copy}>
      <Copy />
      {label}
    </Button>
  )
}
