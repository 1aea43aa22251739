import { Field as Base } from '@base-ui/react/field'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

const INPUT =
  'w-full rounded-md border border-line-control bg-surface px-2.5 text-sm text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus data-invalid:border-critical aria-invalid:border-critical disabled:border-line-strong disabled:bg-sunken disabled:text-ink-3 disabled:hover:border-line-strong coarse:text-lg'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: ReactNode
}
export function Field({ label, hint, error, children, required }: FieldProps) {
  return (
    <Base.Root invalid={Boolean(error)} className="flex flex-col gap-1">
      <Base.Label className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-critical">
            {' '}
            *
          </span>
        )}
      </Base.Label>
      {children}
      {hint && !error && <Base.Description className="text-xs text-ink-3">{hint}</Base.Description>}
      <Base.Error match={Boolean(error)} className="text-xs text-critical">
        {error}
      </Base.Error>
    </Base.Root>
  )
}

type Control = ComponentProps<typeof Base.Control>

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <Base.Control className={cn(INPUT, 'h-8 coarse:h-11', className)} {...(rest as Omit<Control, 'className'>)} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <Base.Control
    render={<textarea className={cn(INPUT, 'min-h-20 py-1.5', className)} {...rest} />}
    {...({ value: rest.value, defaultValue: rest.defaultValue } as Control)}
  />
)

/** The native select, which works with every keyboard, screen reader and phone. */
export const Select = ({ className, children, ...rest }: ComponentProps<'select'>) => (
  <Base.Control
    render={
      <select className={cn(INPUT, 'h-8 pr-7 coarse:h-11', className)} {...rest}>
        {children}
      </select>
    }
  />
)

/** A search field. Give it a label for screen readers. */
export const SearchInput = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input type="search" className={cn(INPUT, 'h-8 coarse:h-11', className)} {...rest} />
)
