import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { buttonClass } from '../ui/button.tsx'
import { Empty, ErrorState } from '../ui/states.tsx'
import { explain } from './api.ts'

export const NotFound = () => (
  <Empty
    icon={SearchX}
    title="There is nothing at this address"
    action={
      <>
        <Link to="/home" className={buttonClass()}>
          Go home
        </Link>
        <Link to="/investigate" search={{ tab: 'search' }} className={buttonClass()}>
          Search
        </Link>
      </>
    }
  >
    It may be old, or what it named may be gone.
  </Empty>
)

export const RouteError = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState title="This page failed" detail={explain(error)} onRetry={reset} />
)
