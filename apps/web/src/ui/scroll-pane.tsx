import type { ReactNode } from 'react'

interface Props {
  /** What it holds, for those who cannot see it. */
  label: string
  className?: string
  children: ReactNode
}
/** A part of the page that scrolls by itself. */
export const ScrollPane = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={className}>
    {children}
  </section>
)
