// What a query has brought, or why it has not.
import type { ReactNode } from 'react'
import { ErrorState, Forbidden, SkeletonText } from '../../ui/states.tsx'
import { explain, isForbidden } from '../api.ts'
import { useMe } from './use-me.ts'

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch(): unknown
  /** What is there is not old; the button for more says that it failed. */
  isFetchNextPageError?: boolean
}
interface Props<T> {
  query: Query<T>
  children(data: T): ReactNode
  /** While it is on its way. */
  waiting?: ReactNode
  /** What failed, in words. */
  failed?: string
}
/** What came before stays on screen when a new try fails. */
export function Loaded<T>({ query, children, waiting = <SkeletonText />, failed = 'This did not load' }: Props<T>) {
  const { data, error, refetch, isFetchNextPageError } = query
  const isOld = error !== null && !isFetchNextPageError
  if (data !== undefined)
    return (
      <>
        {isOld && <ErrorState title="This may be old: the last try failed" detail={explain(error)} onRetry={refetch} />}
        {children(data)}
      </>
    )
  if (error && isForbidden(error)) return <NotForYou error={error} />
  if (error) return <ErrorState title={failed} detail={explain(error)} onRetry={refetch} />
  return waiting
}

/** With whom to ask: only they can change it. */
function NotForYou({ error }: { error: Error }) {
  const admins = useMe().data?.admins ?? []
  return (
    <Forbidden title="Your role may not see this">
      {explain(error)}{' '}
      {admins.length > 0 && `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(admins)}.`}
    </Forbidden>
  )
}
