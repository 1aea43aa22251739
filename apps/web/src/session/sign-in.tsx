import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

interface Props {
  title: string
  /** What belongs to those who sign in. */
  children: ReactNode
}
/** Nobody has signed in: the address is kept for afterwards. */
export const SignIn = ({ title, children }: Props) => (
  <main id="main" className="grid min-h-dvh place-items-center">
    <Empty
      isPage
      icon={LogIn}
      title={title}
      action={
        <a
          className={buttonClass({ variant: 'solid', size: 'lg' })}
          href={`/session/login?return_to=${encodeURIComponent(`${location.pathname}${location.search}`)}`}
        >
          Sign in
        </a>
      }
    >
      {children} You come back to this page afterwards.
    </Empty>
  </main>
)
