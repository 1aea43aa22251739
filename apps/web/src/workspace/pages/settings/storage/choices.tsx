interface ChoicesProps<V extends string> {
  label: string
  all: readonly V[]
  labels: Readonly<Record<string, string>>
  chosen: readonly V[]
  onChange(chosen: V[]): void
}
/** Any number of choices. Choosing none means no restriction. */
export function Choices<V extends string>({ label, all, labels, chosen, onChange }: ChoicesProps<V>) {
  return (
    <fieldset className="text-sm">
      <legend className="pb-1 font-medium">
        {label} <span className="font-normal text-ink-3">(default: all)</span>
      </legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-3">
        {all.map((one) => (
          <label key={one} className="flex min-h-6 items-center gap-2 coarse:min-h-10">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(one)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
            {labels[one] ?? one}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
