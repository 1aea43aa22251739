import type { Usage } from '@veritrace/contract/provenance/billing'
import { CardHead } from '../../../ui/bits.tsx'
import { count, day, span } from '../../../ui/format.ts'
import { bytes } from '../../shared/bytes.ts'
import { Bar } from './bar.tsx'

/** The billing month is in UTC, so dates are shown without conversion to local time. */
const dateOf = (iso: string): string => iso.slice(0, 10)
const dayBefore = (iso: string): string => dateOf(new Date(new Date(iso).getTime() - 1).toISOString())

export function UsageMeters({ usage: { meters, period_start, period_end, next_reset_at } }: { usage: Usage }) {
  return (
    <>
      <CardHead title="Usage this month" hint={span(dateOf(period_start), dayBefore(period_end))} />
      <ul className="divide-y divide-line-row text-sm">
        {meters.map(({ key, label, unit, used, included, limit }) => {
          const shown = unit === 'byte' ? bytes : count
          const most = limit ?? included
          return (
            <li key={key} className="flex flex-col gap-1.5 px-4 py-2">
              <span className="flex justify-between gap-3">
                {label}
                <span className="text-ink-2 tnum">
                  {shown(used)}
                  {most !== null && ` of ${shown(most)}`}
                </span>
              </span>
              {most !== null && <Bar used={used} limit={most} />}
            </li>
          )
        })}
      </ul>
      <p className="border-t px-4 py-2 text-xs text-ink-3">
        API calls, crawl runs and webhook deliveries reset on {day(dateOf(next_reset_at))} (UTC).
      </p>
    </>
  )
}
