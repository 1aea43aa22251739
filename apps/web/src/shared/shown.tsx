// Shows the result of a query, or its error.
import type { ReactNode } from 'react'
import { explain, isForbidden } from '../session/call.ts'
import { ErrorState, SkeletonText } from '../ui/states.tsx'

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
  /** If only the next page failed, the data is current and the button for more shows the error. */
  isFetchNextPageError?: boolean
}
export interface LoadedProps<T> {
  query: Query<T>
  children(data: T): ReactNode
  /** Shown while loading. */
  waiting?: ReactNode
  /** The error title. */
  failed?: string
}
interface Props<T> extends LoadedProps<T> {
  /** Shown if the user's role may not see the data. */
  forbidden(error: Error): ReactNode
}
/** Keeps the previous data on screen if a refresh fails. */
export function Shown<T>(props: Props<T>) {
  const { query, children, waiting = <SkeletonText />, failed = 'Could not load this', forbidden } = props
  const { data, error, refetch, isFetchNextPageError } = query
  const isOld = error !== null && !isFetchNextPageError
  if (data !== undefined)
    return (
      <>
        {isOld && (
          <ErrorState title="Could not refresh. This may be outdated." detail={explain(error)} onRetry={refetch} />
        )}
        {children(data)}
      </>
    )
  if (error && isForbidden(error)) return forbidden(error)
  if (error) return <ErrorState title={failed} detail={explain(error)} onRetry={refetch} />
  return waiting
}
