import { Menu as Base } from '@base-ui/react/menu'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Kbd } from './bits.tsx'
import { cn } from './cn.ts'

const POPUP =
  'z-50 origin-(--transform-origin) rounded-lg bg-raised text-ink shadow-pop outline-none transition-[opacity,scale] duration-100 data-starting-style:scale-[0.98] data-starting-style:opacity-0 data-ending-style:opacity-0'

interface DropdownProps {
  trigger: ReactElement<Record<string, unknown>>
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
}
export function Dropdown({ trigger, children, align = 'end', className }: DropdownProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup className={cn(POPUP, 'max-h-[min(26rem,80dvh)] min-w-48 overflow-y-auto p-1', className)}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemProps = Omit<ComponentProps<typeof Base.Item>, 'className'> & {
  icon?: ReactNode
  keys?: string
  tone?: 'critical'
  hint?: ReactNode
  checked?: boolean
}
export function DropdownItem({ icon, keys, tone, hint, checked, children, ...rest }: ItemProps) {
  return (
    <Base.Item
      {...rest}
      aria-current={checked || undefined}
      className={cn(
        'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover coarse:min-h-10 [&_svg]:size-4 [&_svg]:text-ink-3',
        tone === 'critical' && 'text-critical [&_svg]:text-critical',
        checked && 'font-medium text-accent',
      )}
    >
      {icon}
      <span className="flex-1">
        {children}
        {hint && <span className="block text-xs font-normal text-ink-3">{hint}</span>}
      </span>
      {keys && <Kbd>{keys}</Kbd>}
    </Base.Item>
  )
}

export const DropdownSeparator = () => <Base.Separator className="mx-2 my-1 h-px bg-line" />
export const DropdownLabel = ({ children }: { children: ReactNode }) => (
  <div className="label px-2 pt-1.5 pb-1">{children}</div>
)
