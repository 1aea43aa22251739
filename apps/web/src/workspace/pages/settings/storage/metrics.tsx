import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StorageMetrics } from '@veritrace/contract/provenance/storage'
import { HardDrive } from 'lucide-react'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { count, day, plural, share } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/states.tsx'
import { bytes } from '../../../shared/bytes.ts'
import { Loaded } from '../../../shared/loaded.tsx'
import { KINDS } from './labels.ts'

const TIERS = {
  hot: { label: 'Hot', fill: 'bg-data-1' },
  cold: { label: 'Cold', fill: 'bg-data-2' },
  restoring: { label: 'Restoring', fill: 'bg-data-3' },
} as const

/** How much is stored, and in which tier. */
export function Metrics({ metrics }: { metrics: UseQueryResult<StorageMetrics> }) {
  return (
    <Card>
      <CardHead title="Stored evidence" hint={metrics.data?.oldest_at && `since ${day(metrics.data.oldest_at)}`} />
      <Loaded query={metrics} failed="Could not load storage metrics">
        {(found) => (found.object_count === 0 ? <Nothing /> : <Amounts metrics={found} />)}
      </Loaded>
    </Card>
  )
}

const Nothing = () => (
  <Empty
    icon={HardDrive}
    title="No files stored"
    action={
      <Link to="/evidence" className={buttonClass({})}>
        Add evidence
      </Link>
    }
  >
    Uploaded evidence is counted here by kind and storage tier.
  </Empty>
)

function Amounts({ metrics }: { metrics: StorageMetrics }) {
  const { total_bytes, quota_bytes, object_count, by_tier, by_kind, hot_bytes, cold_bytes, pending_restores } = metrics
  const all = quota_bytes ?? total_bytes
  const largest = Math.max(1, ...by_kind.map((kind) => kind.bytes))
  const figures = [
    { label: 'Total', value: bytes(total_bytes), hint: quota_bytes ? `of ${bytes(quota_bytes)}` : 'no quota' },
    { label: 'Files', value: count(object_count), hint: plural(by_kind.length, 'kind') },
    { label: 'Hot', value: bytes(hot_bytes), hint: 'opens immediately' },
    {
      label: 'Cold',
      value: bytes(cold_bytes),
      hint: pending_restores > 0 ? `${count(pending_restores)} restoring` : 'must be restored first',
    },
  ]
  return (
    <>
      <dl className="grid grid-cols-2 gap-px border-b border-line-row bg-line-row sm:grid-cols-4">
        {figures.map(({ label, value, hint }) => (
          <div key={label} className="flex flex-col bg-surface px-4 py-3">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="text-2xl font-semibold tnum">{value}</dd>
            <dd className="text-xs text-ink-3">{hint}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-4 px-4 py-4 text-sm">
        <section>
          <h3 className="label pb-1.5">By tier</h3>
          <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
            {by_tier.map(({ tier, bytes: size }) => (
              <span key={tier} className={TIERS[tier].fill} style={{ width: `${(100 * size) / Math.max(1, all)}%` }} />
            ))}
          </div>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 pt-2">
            {by_tier.map(({ tier, objects, bytes: size }) => (
              <li key={tier} className="flex items-center gap-1.5">
                <span aria-hidden className={cn('size-2.5 rounded-xs', TIERS[tier].fill)} />
                {TIERS[tier].label}
                <span className="text-ink-3 tnum">
                  {bytes(size)}, {share(size / Math.max(1, all))}, {plural(objects, 'file')}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3 className="label pb-1.5">By kind</h3>
          <ul className="flex flex-col gap-2">
            {by_kind
              .toSorted((a, b) => b.bytes - a.bytes)
              .map(({ kind, objects, bytes: size }) => (
                <li
                  key={kind}
                  className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_8rem]"
                >
                  <span className="truncate">{KINDS[kind] ?? kind}</span>
                  <span
                    aria-hidden
                    className="h-1.5 overflow-hidden rounded-full bg-sunken max-sm:order-last max-sm:col-span-2"
                  >
                    <span
                      className="block h-full rounded-full bg-data-1"
                      style={{ width: `${(100 * size) / largest}%` }}
                    />
                  </span>
                  <span className="text-right text-ink-2 tnum">
                    {bytes(size)} <span className="text-ink-3">· {plural(objects, 'file')}</span>
                  </span>
                </li>
              ))}
          </ul>
        </section>
      </div>
    </>
  )
}
