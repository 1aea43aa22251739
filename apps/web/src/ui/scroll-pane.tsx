import type { ReactNode } from 'react'

interface Props {
  /** The accessible name. */
  label: string
  className?: string
  children: ReactNode
}
/** A scrollable part of the page. */
export const ScrollPane = ({ label, className, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className={className}>
    {children}
  </section>
)
