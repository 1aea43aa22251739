import { PanelRightClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWide } from '../../../shared/use-wide.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/dialog.tsx'

interface Props {
  label: string
  onClose(): void
  children: ReactNode
}
/** Next to the list on wide screens, otherwise over it. */
export function Inspector({ label, onClose, children }: Props) {
  const isWide = useWide()
  if (!isWide)
    return (
      <Drawer open onOpenChange={(open) => !open && onClose()} title={<span className="line-clamp-1">{label}</span>}>
        {children}
      </Drawer>
    )
  return (
    <aside
      aria-label={label}
      className="relative flex min-h-0 w-[25rem] shrink-0 flex-col border-l bg-surface xl:w-[27rem]"
    >
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Close inspector"
        title="Close (esc)"
        className="absolute top-2.5 right-3 z-10"
        onClick={onClose}
      >
        <PanelRightClose />
      </Button>
      {children}
    </aside>
  )
}
