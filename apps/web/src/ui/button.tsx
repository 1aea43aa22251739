import { Button as Base } from '@base-ui/react/button'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const BASE =
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border border-transparent font-medium whitespace-nowrap select-none transition-colors duration-100 disabled:opacity-50 data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 coarse:after:absolute coarse:after:-inset-y-1.5 coarse:after:inset-x-0'
const VARIANTS = {
  solid: 'bg-solid text-ink-inverse hover:bg-solid-hover',
  outline: 'border-line-strong bg-surface text-ink hover:bg-sunken data-popup-open:bg-sunken',
  ghost: 'text-ink-2 hover:bg-hover hover:text-ink data-popup-open:bg-press',
  soft: 'bg-accent-soft text-accent hover:text-accent-hover',
  danger: 'border-critical-line bg-critical-soft text-critical hover:border-critical',
  link: 'text-accent underline-offset-2 hover:underline px-0!',
}
const SIZES = {
  sm: 'h-7 px-2 text-xs',
  md: 'h-8 px-2.5 text-sm coarse:h-11',
  lg: 'h-10 px-4 text-base coarse:h-11',
  icon: 'size-8',
  'icon-sm': 'size-7',
}

interface Look {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
}

/** For links and triggers that look like a button. */
export const buttonClass = ({ variant = 'outline', size = 'md' }: Look = {}, more?: string): string =>
  cn(BASE, VARIANTS[variant], SIZES[size], more)

type ButtonProps = Omit<ComponentProps<typeof Base>, 'className'> & Look & { className?: string; busy?: boolean }

/** A busy button announces it, ignores clicks, and keeps the focus. */
export function Button({ className, variant, size, busy = false, disabled, ...rest }: ButtonProps) {
  return (
    <Base
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }) }, className)}
      disabled={disabled || busy}
      focusableWhenDisabled={busy && !disabled}
      aria-busy={busy || undefined}
      {...rest}
    />
  )
}
