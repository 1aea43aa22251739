import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

interface Props {
  title: string
  /** What becomes available after signing in. */
  children: ReactNode
}
/** Shown if no one is signed in. Signing in leads back to this page. */
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
      {children} After you sign in, you return to this page.
    </Empty>
  </main>
)
