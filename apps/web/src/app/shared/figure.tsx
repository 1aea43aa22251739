import type { ReactNode } from 'react'

/** A number with its label, for the strip below a page title. */
export const Figure = ({ label, children, hint }: { label: string; children: ReactNode; hint?: ReactNode }) => (
  <div className="min-w-0 flex-1 basis-[max(8rem,16%)] bg-surface px-4 py-3">
    <dt className="label">{label}</dt>
    <dd className="mt-0.5 text-lg font-semibold tnum">{children}</dd>
    {hint && <dd className="text-xs text-ink-3">{hint}</dd>}
  </div>
)

export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="flex flex-wrap gap-px overflow-hidden rounded-lg border bg-line-row">{children}</dl>
)
