// Compares two versions of a plan: items, effort, and the causes of the changes.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PlanDiff, PlanSummary, PlanVersion } from '@veritrace/contract/casework/plan'
import { GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { readAll } from '../../../../shared/pages.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { count, days, plural } from '../../../../ui/format.ts'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { preserved, useAddress } from '../use-address.ts'
import { CompareBar } from './compare-bar.tsx'
import { PlanChanges } from './plan-changes.tsx'

const PAGE = 200

export function ComparePlans({ picker }: { picker: ReactNode }) {
  const { params, setParams } = useAddress()
  const versions = useQuery({ queryKey: ['plan', 'versions'], queryFn: listVersions })
  const all = versions.data ?? []
  const to = params.to ?? all[0]?.id
  const from = params.from ?? all.find(({ id, plan_key }) => id !== to && plan_key === all[0]?.plan_key)?.id
  const diff = useQuery({
    queryKey: ['plan', 'diff', from, to],
    queryFn: async () => {
      const [response, before, after] = await Promise.all([
        api.plan.versions({ query: { compare: `${from},${to}` } }),
        getVersion(from!),
        getVersion(to!),
      ])
      return 'diff' in response && before && after ? { diff: response.diff, from: before, to: after } : undefined
    },
    enabled: from !== undefined && to !== undefined && from !== to,
  })
  const error = versions.error ?? diff.error
  return (
    <>
      <CompareBar
        picker={picker}
        options={all.map(({ id, title, version }) => ({ value: id, label: `${title}, version ${version}` }))}
        from={from}
        to={to}
        onChange={setParams}
      />
      {versions.isLoading && <SkeletonText lines={5} />}
      {error && <ErrorState detail={explain(error)} onRetry={() => (versions.error ? versions : diff).refetch()} />}
      {versions.data && all.length < 2 && (
        <Empty
          icon={GitCompareArrows}
          title={all.length === 0 ? 'No plan yet' : 'Only one version'}
          action={
            <Link
              to="/cases"
              search={(prev) => ({ ...preserved(prev), intent: 'new-plan' as const })}
              className={buttonClass({ variant: 'solid' })}
            >
              Create plan
            </Link>
          }
        >
          {all.length === 0
            ? 'Create two plans with the same name to compare them as versions.'
            : 'Create another plan with the same name to compare the two versions.'}
        </Empty>
      )}
      {diff.data && <Difference {...diff.data} />}
    </>
  )
}

const listVersions = (): Promise<PlanSummary[]> =>
  readAll(async (at) => {
    const response = await api.plan.versions({ query: { limit: PAGE, ...at } })
    return 'next' in response ? response : { items: [], next: '' }
  })

async function getVersion(id: string): Promise<PlanVersion | undefined> {
  const response = await api.plan.versions({ query: { id } })
  return 'waves' in response ? response : undefined
}

interface Compared {
  diff: PlanDiff
  from: PlanVersion
  to: PlanVersion
}
function Difference({ diff, from, to }: Compared) {
  const { added, removed, changed } = diff.items
  const delta = diff.totals.effort_p50_delta
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-4">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <b className="font-semibold tnum">
            {delta === 0 ? 'Same effort' : `${days(Math.abs(delta))} ${delta > 0 ? 'more' : 'less'}`}
          </b>
          <span className="text-ink-2 tnum">
            {plural(added.length, 'item')} added, {count(removed.length)} removed,{' '}
            {count(new Set(changed.map(({ key }) => key)).size)} changed
          </span>
          {diff.causes.map((cause) => (
            <Badge key={cause}>Cause: {cause}</Badge>
          ))}
        </p>
        <Items title="Added" items={added} />
        <Items title="Removed" items={removed} />
        {changed.length > 0 && <PlanChanges changed={changed} from={from} to={to} />}
        {added.length + removed.length + changed.length === 0 && (
          <p className="text-sm text-ink-2">Both versions contain the same items.</p>
        )}
      </div>
    </div>
  )
}

const Items = ({ title, items }: { title: string; items: PlanDiff['items']['added'] }) =>
  items.length > 0 && (
    <Card>
      <CardHead title={title} hint={count(items.length)} />
      <ul className="divide-y divide-line-row text-sm">
        {items.map(({ id, title: name }) => (
          <li key={id} className="px-4 py-2">
            {name}
          </li>
        ))}
      </ul>
    </Card>
  )
