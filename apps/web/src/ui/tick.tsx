import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A checkbox without visible text. The label is for screen readers, and the target is large enough for a finger. */
export const Tick = ({ label, className, ...rest }: ComponentProps<'input'> & { label: string }) => (
  <label className="-m-2 grid shrink-0 place-items-center p-2 coarse:-m-3 coarse:p-3">
    <span className="sr-only">{label}</span>
    <input type="checkbox" className={cn('size-4 accent-accent', className)} {...rest} />
  </label>
)
