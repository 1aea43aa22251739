interface Props<V extends string> {
  label: string
  value: V | ''
  options: readonly { value: V | ''; label: string; count?: number }[]
  onChange(value: V | ''): void
}
/** A row of filters of which one holds. */
export function FilterChips<V extends string>({ label, value, options, onChange }: Props<V>) {
  return (
    <fieldset className="flex items-center gap-1 overflow-x-auto [scrollbar-width:none]">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="flex h-7 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-ink-2 hover:bg-hover aria-pressed:bg-press aria-pressed:font-medium aria-pressed:text-ink coarse:h-10"
        >
          {option.label}
          {option.count !== undefined && <span className="text-2xs font-normal text-ink-3 tnum">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
