import type { ReactNode } from 'react'

/** Scrolls to the alert: in a long form, it may be far from the button that was pressed. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export const Alert = ({ children }: { children: ReactNode }) => (
  <p ref={show} role="alert" className="text-sm text-critical">
    {children}
  </p>
)
