import { Toast } from '@base-ui/react/toast'
import { Check, Info, TriangleAlert, X } from 'lucide-react'
import { TEXT } from './badge.tsx'
import { buttonClass } from './button.tsx'
import { cn } from './cn.ts'

const manager = Toast.createToastManager()

/** Can be called from anywhere. Errors are announced immediately and stay until dismissed or resolved. */
export const toast = {
  ok: (title: string, description?: string) => manager.add({ title, description, type: 'ok' }),
  info: (title: string, description?: string) => manager.add({ title, description, type: 'info' }),
  error: (title: string, description?: string) => {
    const id = manager.add({ title, description, type: 'error', priority: 'high', timeout: 0 })
    noteError(id)
    return id
  },
  close: (id: string | undefined) => {
    // Without an id, the manager would close all toasts.
    if (id) manager.close(id)
  },
}

let noteError: (id: string) => void = () => {}
/** Registers a callback with the id of each error toast, to close it when the error is resolved. */
export const onErrorToast = (note: (id: string) => void): void => {
  noteError = note
}

const ICONS = { ok: [Check, 'positive'], info: [Info, 'info'], error: [TriangleAlert, 'critical'] } as const

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((one) => {
    const [Icon, tone] = ICONS[(one.type ?? 'info') as keyof typeof ICONS]
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        swipeDirection={['right', 'down']}
        className="pointer-events-auto rounded-lg bg-raised shadow-pop transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3.5">
          <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', TEXT[tone])} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="text-sm font-medium" />
            <Toast.Description className="text-xs break-words text-ink-2" />
          </div>
          {/* Toasts do not overlap, so screen readers can reach and dismiss each of them. */}
          <Toast.Close
            aria-label="Dismiss"
            aria-hidden={false}
            className={buttonClass({ variant: 'ghost', size: 'icon-sm' })}
          >
            <X />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}

export function Toaster() {
  return (
    <Toast.Provider toastManager={manager} timeout={5000} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] flex-col gap-2 max-lg:bottom-20 sm:w-88">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}
