import type { CasePlan, CasePlanItem } from '@veritrace/contract/casework/case-plans'
import { Badge, Status } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { day, days } from '../../../../ui/format.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { ITEM_TONES } from './states.ts'

export function ItemTable({ plan }: { plan: CasePlan }) {
  const search = useCaseSearch()
  const setSearch = useSetSearch()
  return (
    <div className="flex h-full flex-col bg-surface">
      <DataTable
        caption="Plan items"
        columns={COLUMNS}
        rows={plan.items}
        rowId={({ id }) => id}
        active={search.item}
        onActivate={(item) => setSearch({ item })}
        rowHeight={48}
      />
    </div>
  )
}

const RISK_TONES = { low: 'positive', medium: 'caution', high: 'critical' } as const

const COLUMNS: Column<CasePlanItem>[] = [
  {
    accessorKey: 'title',
    header: 'Item',
    cell: ({ row: { original: item } }) => (
      <button type="button" data-open className="line-clamp-2 max-w-[32rem] text-left font-medium break-words">
        {item.title}
      </button>
    ),
  },
  {
    accessorKey: 'state',
    header: 'State',
    cell: ({ row: { original: item } }) => <Status tone={ITEM_TONES[item.state]}>{sentenceOf(item.state)}</Status>,
  },
  { accessorKey: 'wave', header: 'Wave', meta: { className: 'text-right tnum @max-lg:hidden' } },
  {
    accessorKey: 'start',
    header: 'Start',
    cell: ({ row: { original: item } }) => (item.start ? day(item.start) : '–'),
    meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
  },
  {
    accessorKey: 'finish',
    header: 'Finish',
    cell: ({ row: { original: item } }) => (item.finish ? day(item.finish) : '–'),
    meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
  },
  {
    id: 'effort',
    header: 'Effort',
    accessorFn: ({ effort }) => effort.p50,
    cell: ({ row: { original: item } }) => `${days(item.effort.p50)} (P80: ${days(item.effort.p80)})`,
    meta: { className: 'text-right whitespace-nowrap tnum @max-md:hidden' },
  },
  {
    id: 'lift',
    header: 'Lift',
    accessorFn: ({ lift }) => lift.objects_reaching_target,
    meta: { className: 'text-right tnum @max-xl:hidden' },
  },
  {
    accessorKey: 'risk',
    header: 'Risk',
    cell: ({ row: { original: item } }) => <Badge tone={RISK_TONES[item.risk]}>{item.risk}</Badge>,
    meta: { className: '@max-3xl:hidden' },
  },
  {
    accessorKey: 'assignee',
    header: 'Assignee',
    cell: ({ row: { original: item } }) => item.assignee ?? item.role ?? '–',
    meta: { className: '@max-4xl:hidden' },
  },
]
