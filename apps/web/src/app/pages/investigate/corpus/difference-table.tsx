import type { CorpusDifference } from '@veritrace/contract/casework/corpus'
import { useMemo } from 'react'
import { monoCell, quietCell } from '../../../../shared/cells.tsx'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'

const CHANGES: Record<CorpusDifference['change'], readonly [Tone, string]> = {
  added: ['positive', 'added'],
  removed: ['critical', 'removed'],
  state: ['caution', 'state'],
  successors: ['info', 'successors'],
}

interface Props {
  differences: readonly CorpusDifference[]
  onOpen?(shortForm: string): void
  loading?: boolean
  empty?: React.ReactNode
  className?: string
}
export function DifferenceTable({ differences, onOpen, loading, empty, className }: Props) {
  const packLabels = usePackLabels()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the pack
  const columns = useMemo<Column<CorpusDifference>[]>(
    () => [
      {
        id: 'name',
        header: 'Name',
        accessorFn: ({ name }) => name,
        cell: ({ row: { original } }) =>
          onOpen ? (
            <button
              type="button"
              data-open
              className="block max-w-72 truncate text-left font-mono text-xs @max-md:break-all @max-md:whitespace-normal"
            >
              {original.name}
            </button>
          ) : (
            <span className="font-mono text-xs">{original.name}</span>
          ),
      },
      {
        id: 'change',
        header: 'Change',
        accessorFn: ({ change }) => change,
        cell: ({ row: { original } }) => (
          <Badge tone={CHANGES[original.change][0]}>{CHANGES[original.change][1]}</Badge>
        ),
      },
      {
        id: 'type',
        header: 'Type',
        accessorFn: ({ type }) => packLabels.type(type),
        meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
      },
      {
        id: 'from',
        header: 'From',
        accessorFn: (one) => sideOf(one, 'from', packLabels.state),
        cell: quietCell,
        meta: { className: '@max-lg:hidden' },
      },
      {
        id: 'to',
        header: 'To',
        accessorFn: (one) => sideOf(one, 'to', packLabels.state),
        cell: quietCell,
      },
      {
        id: 'component',
        header: 'Component',
        accessorFn: ({ component }) => component,
        cell: monoCell,
        meta: { className: '@max-3xl:hidden' },
      },
    ],
    [onOpen],
  )
  return (
    <DataTable
      columns={columns}
      rows={differences}
      rowId={({ type, name }) => `${type}:${name}`}
      {...(onOpen && { onActivate: onOpen })}
      caption="Differences between the lists"
      loading={loading ?? false}
      empty={empty}
      className={className ?? ''}
    />
  )
}

function sideOf(one: CorpusDifference, side: 'from' | 'to', nameOf: (state: string) => string): string {
  if (one.change === 'successors') return one[`${side}_successors`].join(', ') || 'none'
  const state = one[`${side}_state`]
  return state ? nameOf(state) : 'Not listed'
}
