import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
}
/** The title, description and actions of a page. */
export const PageHead = ({ title, children, actions }: Props) => (
  <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
    <div className="min-w-0 flex-1 basis-64">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children && <p className="text-sm text-ink-2">{children}</p>}
    </div>
    {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
  </header>
)
