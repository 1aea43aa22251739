import type { ComponentProps, ReactNode } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  checked: boolean
  label: ReactNode
  hint?: ReactNode
}
/** A switch that takes effect immediately. */
export const Switch = ({ label, hint, checked, ...rest }: SwitchProps) => (
  <label className="flex items-start gap-3 text-sm coarse:min-h-10">
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className="relative mt-0.5 h-5 w-9 shrink-0 appearance-none rounded-full bg-line-control transition-colors duration-100 after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full after:bg-surface after:transition-[left] after:duration-100 checked:bg-accent checked:after:left-4.5 disabled:opacity-50"
      {...rest}
    />
    <span className="min-w-0">
      <span className="font-medium">{label}</span>
      {hint && <span className="block text-xs text-ink-2">{hint}</span>}
    </span>
  </label>
)
