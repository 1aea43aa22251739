// Small parts: keyboard keys, initials, the logo.
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { initials } from './format.ts'

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-xs border border-line-strong bg-surface px-1 font-sans text-2xs leading-none text-ink-3 coarse:hidden',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={cn('size-5', className)}>
      <path d="M7 2.5H3.5v15H7M13 2.5h3.5v15H13" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="10" cy="10" r="2.4" fill="var(--accent)" />
    </svg>
  )
}

/** Initials on a color derived from the name. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const hue = [...name].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 360
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-full text-[0.5625rem] font-semibold',
        className,
      )}
      style={{
        background: `light-dark(oklch(0.9 0.05 ${hue}), oklch(0.36 0.06 ${hue}))`,
        color: `light-dark(oklch(0.35 0.08 ${hue}), oklch(0.9 0.05 ${hue}))`,
      }}
    >
      {initials(name)}
    </span>
  )
}

/** A card with a border and no shadow. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <section className={cn('rounded-lg border bg-surface', className)}>{children}</section>
}

export function CardHead({ title, hint, actions }: { title: ReactNode; hint?: ReactNode; actions?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2.5">
      <h2 className="text-sm font-semibold">{title}</h2>
      {hint && <span className="text-xs text-ink-3">{hint}</span>}
      {actions && <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">{actions}</div>}
    </header>
  )
}
