import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

export const TooltipProvider = Tooltip.Provider

interface TipProps {
  label: ReactNode
  keys?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactElement<Record<string, unknown>>
}
export function Tip({ label, keys, children, side = 'top' }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner side={side} sideOffset={6} className="z-50">
          <Tooltip.Popup className="flex items-center gap-2 rounded-md bg-solid px-2 py-1 text-xs text-ink-inverse transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
            {keys && <span className="opacity-70">{keys}</span>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
