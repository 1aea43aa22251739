import type { ReactNode } from 'react'

/** A number with its name; strips of them stand under the title of a page. */
export const Figure = ({ label, children, hint }: { label: string; children: ReactNode; hint?: ReactNode }) => (
  <div className="min-w-0 px-4 py-3">
    <dt className="label">{label}</dt>
    <dd className="mt-0.5 text-lg font-semibold tnum">{children}</dd>
    {hint && <dd className="text-xs text-ink-3">{hint}</dd>}
  </div>
)

export const Figures = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 divide-x divide-line-row rounded-lg border bg-surface sm:grid-cols-3 lg:grid-cols-5">
    {children}
  </dl>
)
