import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button, buttonClass } from './button.tsx'
import { cn } from './cn.ts'

const BACKDROP =
  'fixed inset-0 z-40 bg-[oklch(0.2_0.02_264/0.4)] transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0'
const POPUP =
  'fixed top-[10dvh] left-1/2 z-50 flex max-h-[82dvh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-xl bg-raised shadow-pop outline-none transition-[opacity,scale] duration-150 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:opacity-0'

interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  wide?: boolean
  /** For dialogs that must not be closed by accident: only the footer closes them. */
  hidesClose?: boolean
}
export function Dialog({ open, onOpenChange, ...content }: DialogProps) {
  const wayBack = useWayBack(open)
  const { title, description, children, footer, wide, hidesClose } = useLastShown(open, content)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup finalFocus={wayBack} className={cn(POPUP, wide ? 'max-w-3xl' : 'max-w-md')}>
          <div className="border-b py-3 pt-4 pr-14 pl-5">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {description && <Base.Description className="mt-0.5 text-sm text-ink-2">{description}</Base.Description>}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</div>}
          {/* Last in the DOM, so that the first field gets the focus. */}
          {!hidesClose && (
            <Base.Close
              aria-label="Close"
              className={buttonClass({ variant: 'ghost', size: 'icon-sm' }, 'absolute top-3.5 right-3.5')}
            >
              <X />
            </Base.Close>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
}
/** Slides in from the right; full screen on a phone. */
export function Drawer({ open, onOpenChange, ...content }: DrawerProps) {
  const wayBack = useWayBack(open)
  const { title, children, footer } = useLastShown(open, content)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          finalFocus={wayBack}
          className="fixed inset-y-0 right-0 z-50 flex w-full flex-col border-l bg-surface outline-none transition-[translate,opacity] duration-150 data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0 sm:w-[30rem] lg:w-[36rem]"
        >
          <div className="flex min-h-12 items-center gap-3 border-b px-4 py-2">
            <Base.Title className="min-w-0 flex-1 text-base font-semibold">{title}</Base.Title>
            <Base.Close aria-label="Close" className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}>
              <X />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">{footer}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

interface ConfirmProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  /** Names what is lost. */
  children: ReactNode
  action: string
  onConfirm(): void
  busy?: boolean
  disabled?: boolean
}
export function Confirm({ open, onOpenChange, ...content }: ConfirmProps) {
  const wayBack = useWayBack(open)
  const { title, children, action, onConfirm, busy, disabled } = useLastShown(open, content)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup finalFocus={wayBack} className={cn(POPUP, 'max-w-md')}>
          <div className="px-5 py-4">
            <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-1 text-sm text-ink-2">
              {children}
            </AlertDialog.Description>
          </div>
          <div className="flex justify-end gap-2 border-t px-5 py-3">
            <AlertDialog.Close className={buttonClass()}>Cancel</AlertDialog.Close>
            <Button
              variant="danger"
              // The second click of a double click arrives before the busy state is rendered.
              onClick={({ detail }) => detail < 2 && onConfirm()}
              busy={busy ?? false}
              disabled={disabled ?? false}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

/** Keeps the last content while the dialog closes, because the caller may already have cleared it. */
function useLastShown<T>(open: boolean, content: T): T {
  const last = useRef(content)
  if (open) last.current = content
  return last.current
}

/** Returns the focus to the opener; if that is gone, to the main content. */
export function useWayBack(open: boolean): () => HTMLElement | null {
  const from = useRef<Element | null>(null)
  const wasOpen = useRef(false)
  if (open && !wasOpen.current) from.current = document.activeElement
  wasOpen.current = open
  return () => {
    const before = from.current
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before
    return document.getElementById('main')
  }
}
