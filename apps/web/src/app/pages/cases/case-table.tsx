import { useNavigate } from '@tanstack/react-router'
import type { Case } from '@veritrace/contract/casework/cases'
import type { ReactNode } from 'react'
import { Status } from '../../../ui/badge.tsx'
import { Avatar } from '../../../ui/bits.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { count } from '../../../ui/format.ts'
import { LevelBar } from '../../../ui/level.tsx'
import { STATUS } from '../../shared/case/words.ts'
import { usePack } from '../../shared/use-pack.ts'
import { Due, Interval, NextAction, PhaseDots, StaleBadge } from './parts.tsx'

interface Props {
  cases: readonly Case[]
  loading: boolean
  empty: ReactNode
}
export function CaseTable({ cases, loading, empty }: Props) {
  const navigate = useNavigate()
  return (
    <DataTable
      caption="Cases with their level, phase and next action"
      columns={COLUMNS}
      rows={cases}
      rowId={({ key }) => key}
      onActivate={(id) => navigate({ to: '/cases/$id', params: { id } })}
      loading={loading}
      empty={empty}
      rowHeight={52}
    />
  )
}

const cell = (show: (theCase: Case) => ReactNode) => (context: { row: { original: Case } }) =>
  show(context.row.original)

const COLUMNS: Column<Case>[] = [
  {
    accessorKey: 'title',
    header: 'Case',
    cell: cell((theCase) => (
      <span className="flex min-w-0 flex-col py-1.5">
        <span className="flex items-center gap-2">
          <span className="shrink-0 font-mono text-xs whitespace-nowrap text-ink-3">{theCase.key}</span>
          <Status tone={STATUS[theCase.status].tone} className="text-xs text-ink-2">
            {STATUS[theCase.status].label}
          </Status>
          <StaleBadge theCase={theCase} />
        </span>
        <button
          type="button"
          data-open
          className="max-w-[min(28rem,calc(100cqw-2.5rem))] truncate text-left font-medium"
        >
          {theCase.title}
        </button>
        <span className="text-xs @3xl:hidden">
          <NextAction theCase={theCase} />
        </span>
      </span>
    )),
  },
  {
    accessorKey: 'type_id',
    header: 'Type',
    cell: cell(({ type_id }) => <TypeName id={type_id} />),
    meta: { className: '@max-6xl:hidden' },
  },
  {
    id: 'scope',
    accessorFn: ({ scope }) => scope.resolved_count,
    header: 'Objects',
    cell: cell(({ scope }) => <span className="tnum">{count(scope.resolved_count)}</span>),
    meta: { className: '@max-3xl:hidden text-right' },
  },
  {
    id: 'levels',
    accessorFn: ({ rollup }) => rollup.acceptable_share,
    header: 'Levels',
    cell: cell((theCase) => <Levels theCase={theCase} />),
    meta: { className: 'w-32 @max-lg:hidden' },
  },
  {
    id: 'interval',
    accessorFn: ({ rollup }) => rollup.interval.point,
    header: 'Acceptable',
    cell: cell((theCase) => <Interval theCase={theCase} />),
    meta: { className: '@max-5xl:hidden' },
  },
  {
    id: 'owner',
    accessorFn: ({ owner }) => owner.name,
    header: 'Owner',
    cell: cell(({ owner }) => (
      <span className="flex items-center gap-1.5 whitespace-nowrap">
        <Avatar name={owner.name} />
        {owner.name}
      </span>
    )),
    meta: { className: '@max-6xl:hidden' },
  },
  {
    accessorKey: 'phase',
    header: 'Phases',
    cell: cell((theCase) => <PhaseDots theCase={theCase} />),
    meta: { className: '@max-2xl:hidden' },
  },
  {
    accessorKey: 'due_at',
    header: 'Due',
    cell: cell((theCase) => <Due theCase={theCase} />),
    meta: { className: '@max-4xl:hidden' },
  },
  {
    id: 'next',
    header: 'Next',
    enableSorting: false,
    cell: cell((theCase) => <NextAction theCase={theCase} />),
    meta: { className: '@max-3xl:hidden' },
  },
]

function Levels({ theCase }: { theCase: Case }) {
  const { codes } = usePack(theCase.pack.id)
  return <LevelBar bare counts={theCase.rollup.distribution} codes={codes} />
}

function TypeName({ id }: { id: string }) {
  const { pack } = usePack()
  return (
    <span className="whitespace-nowrap text-ink-2">{pack?.case_types.find((one) => one.id === id)?.title ?? id}</span>
  )
}
