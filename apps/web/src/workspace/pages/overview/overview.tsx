// The start page: open tasks, totals, vendor risk, and first steps for new workspaces.
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '../../../shared/page-head.tsx'
import { ago } from '../../../ui/format.ts'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Numbers } from './numbers.tsx'
import { VendorRisk } from './vendor-risk.tsx'
import { Waiting } from './waiting.tsx'

export default function Overview() {
  const me = useQuery({ queryKey: ['me'], queryFn: () => api.account.me() })
  const overview = useQuery({ queryKey: ['overview'], queryFn: () => api.account.overview() })
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title={me.data?.display_name ?? 'Overview'}>Your trust pages and your vendors at a glance.</PageHead>
      <Loaded query={overview} failed="Could not load the overview">
        {(found) => (
          <>
            <FirstSteps overview={found} />
            <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <div className="flex min-w-0 flex-col gap-5">
                <Waiting overview={found} />
                <Numbers overview={found} />
              </div>
              <VendorRisk />
            </div>
            <p className="text-xs text-ink-3">Updated {ago(found.as_of)}.</p>
          </>
        )}
      </Loaded>
    </div>
  )
}
