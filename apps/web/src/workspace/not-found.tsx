import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { RouteFailure } from '../session/route-failure.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export const NotFound = () => (
  <Empty
    isPage
    icon={SearchX}
    title="There is nothing at this address"
    action={
      <Link to="/" className={buttonClass({ variant: 'solid' })}>
        Go to the overview
      </Link>
    }
  >
    It may be old, or what it named may be gone.
  </Empty>
)

export const RouteError = (props: ErrorComponentProps) => <RouteFailure {...props} />
