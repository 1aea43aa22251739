import type { ReactNode } from 'react'

/** In a form that is longer than the screen it would be missed: whoever pressed the button is elsewhere. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

export const Alert = ({ children }: { children: ReactNode }) => (
  <p ref={show} role="alert" className="text-sm text-critical">
    {children}
  </p>
)
