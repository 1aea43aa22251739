import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may } from '../../shared/may.ts'

const FEW = 20

/** NDAs drafted for the request. */
export function NdaStatements({ requestId }: { requestId: string }) {
  const found = useQuery({
    queryKey: ['statements', 'of request', requestId],
    queryFn: () => api.customerStatements.list({ query: { request_id: requestId, limit: FEW } }),
  })
  return (
    <Loaded query={found} failed="Could not load the NDAs">
      {({ items }) => (
        <>
          {items.map(({ id, title, status }) => (
            <p key={id} className="flex items-center gap-2">
              <Link to="/statements/$id" params={{ id }} className="min-w-0 truncate text-accent hover:underline">
                {title}
              </Link>
              <span className="text-xs text-ink-3">{status}</span>
            </p>
          ))}
          {items.length === 0 && may('member') && (
            <p>
              <Link to="/statements" search={{ intent: 'new', kind: 'nda' }} className={buttonClass({ size: 'sm' })}>
                Draft an NDA
              </Link>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
