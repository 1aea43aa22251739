// What a query has brought, or why it has not.
import type { ReactNode } from 'react'
import { explain, isForbidden } from '../session/call.ts'
import { ErrorState, SkeletonText } from '../ui/states.tsx'

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
  /** What is there is not old; the button for more says that it failed. */
  isFetchNextPageError?: boolean
}
export interface LoadedProps<T> {
  query: Query<T>
  children(data: T): ReactNode
  /** While it is on its way. */
  waiting?: ReactNode
  /** What failed, in words. */
  failed?: string
}
interface Props<T> extends LoadedProps<T> {
  /** For whose role may not see it. */
  forbidden(error: Error): ReactNode
}
/** What came before stays on screen when a new try fails. */
export function Shown<T>(props: Props<T>) {
  const { query, children, waiting = <SkeletonText />, failed = 'This did not load', forbidden } = props
  const { data, error, refetch, isFetchNextPageError } = query
  const isOld = error !== null && !isFetchNextPageError
  if (data !== undefined)
    return (
      <>
        {isOld && <ErrorState title="This may be old: the last try failed" detail={explain(error)} onRetry={refetch} />}
        {children(data)}
      </>
    )
  if (error && isForbidden(error)) return forbidden(error)
  if (error) return <ErrorState title={failed} detail={explain(error)} onRetry={refetch} />
  return waiting
}
