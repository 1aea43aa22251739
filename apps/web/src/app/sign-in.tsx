import { LogIn } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

/** Nobody has signed in: the address is kept for afterwards. */
export const SignIn = ({ path }: { path: string }) => (
  <main id="main" className="grid min-h-dvh place-items-center">
    <Empty
      isPage
      icon={LogIn}
      title="Sign in to Casework"
      action={
        <a
          className={buttonClass({ variant: 'solid', size: 'lg' })}
          href={`/session/login?return_to=${encodeURIComponent(`/app${path}${location.search}`)}`}
        >
          Sign in
        </a>
      }
    >
      Cases, plans and evidence belong to a workspace. You come back to this page afterwards.
    </Empty>
  </main>
)
