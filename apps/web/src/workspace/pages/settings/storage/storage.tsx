import { useQuery } from '@tanstack/react-query'
import { usePages } from '../../../../shared/pages.ts'
import { api } from '../../../api.ts'
import { Metrics } from './metrics.tsx'
import { Policies } from './policies.tsx'
import { Runs } from './runs.tsx'

const PAGE = 50

export function Storage() {
  const metrics = useQuery({ queryKey: ['storage', 'metrics'], queryFn: () => api.storage.metrics() })
  const policies = usePages(['storage', 'policies'], (at) =>
    api.storage.listPolicies({ query: { limit: PAGE, ...at } }),
  )
  return (
    <>
      <Metrics metrics={metrics} />
      <Policies policies={policies} />
      <Runs policies={policies.data?.items ?? []} />
    </>
  )
}
