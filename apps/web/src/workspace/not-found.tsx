import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { RouteFailure } from '../session/route-failure.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

export const NotFound = () => (
  <Empty
    isPage
    icon={SearchX}
    title="Page not found"
    action={
      <Link to="/" className={buttonClass({ variant: 'solid' })}>
        Go to overview
      </Link>
    }
  >
    The link may be outdated, or the page was removed.
  </Empty>
)

export const RouteError = (props: ErrorComponentProps) => <RouteFailure {...props} />
