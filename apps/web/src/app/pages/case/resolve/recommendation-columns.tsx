import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import { Badge, Status } from '../../../../ui/badge.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { days, plural } from '../../../../ui/format.ts'
import { Confidence } from '../../../../ui/meter.tsx'
import { Tick } from '../../../../ui/tick.tsx'
import { DECISION } from '../../../shared/case/words.ts'

const RISK_TONES = { low: 'positive', medium: 'caution', high: 'critical' } as const

export function recommendationColumns(
  checked: ReadonlySet<string>,
  toggle: (id: string) => void,
  may: boolean,
): Column<Recommendation>[] {
  const columns: Column<Recommendation>[] = [
    {
      accessorKey: 'title',
      header: 'Recommendation',
      enableSorting: false,
      cell: ({ row: { original: one } }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          {may && (
            <Tick
              label={`Select ${one.title}`}
              disabled={one.status !== 'proposed'}
              checked={checked.has(one.id)}
              onChange={() => toggle(one.id)}
            />
          )}
          <span className="min-w-0 py-1">
            <button type="button" data-open className="block max-w-[34rem] text-left font-medium">
              <span className="line-clamp-1 break-all">{one.title}</span>
            </button>
            <span className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              <span className="tnum">{plural(one.artifacts_total, 'object')}</span>
              {one.needs_decision && <span className="text-caution">needs a decision</span>}
              <span className="@2xl:hidden">{DECISION[one.status].label}</span>
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'lift',
      header: 'Lift',
      accessorFn: ({ lift }) => lift.objects_reaching_target,
      cell: ({ row: { original: one } }) => (
        <span title={`${one.lift.objects_improved} improved`} className="tnum">
          {one.lift.objects_reaching_target}
        </span>
      ),
      meta: { className: 'text-right' },
    },
    {
      id: 'effort',
      header: 'Effort',
      accessorFn: ({ effort }) => effort.p50,
      cell: ({ row: { original: one } }) => (
        <span className="whitespace-nowrap tnum" title={`P80: ${days(one.effort.p80)}`}>
          {days(one.effort.p50)}
        </span>
      ),
      meta: { className: 'text-right @max-md:hidden' },
    },
    {
      accessorKey: 'risk',
      header: 'Risk',
      cell: ({ row: { original: one } }) => (
        <Badge tone={RISK_TONES[one.risk]} title={one.risk_reasons.join(' ')}>
          {one.risk}
        </Badge>
      ),
      meta: { className: '@max-3xl:hidden' },
    },
    {
      accessorKey: 'confidence',
      header: 'Confidence',
      cell: ({ row: { original: one } }) => <Confidence value={one.confidence} />,
      meta: { className: '@max-3xl:hidden' },
    },
    {
      accessorKey: 'status',
      header: 'Decision',
      cell: ({ row: { original: one } }) => (
        <Status tone={DECISION[one.status].tone}>{DECISION[one.status].label}</Status>
      ),
      meta: { className: '@max-2xl:hidden' },
    },
  ]
  return columns
}
