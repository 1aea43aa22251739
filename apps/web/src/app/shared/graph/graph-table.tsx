// The same nodes as a list: for those who do not see the canvas, and for those who would rather read.
import type { TraverseNode } from '@veritrace/contract/casework/traverse'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Level } from '../../../ui/level.tsx'
import { usePack } from '../use-pack.ts'
import { codeOf, degreeOf, type GraphData } from './graph-model.ts'

interface Props {
  data: GraphData
  selected: string | undefined
  onSelect(id: string | undefined): void
}
export function GraphTable({ data, selected, onSelect }: Props) {
  const { codes, labels } = usePack()
  const columns = useMemo<Column<TraverseNode>[]>(
    () => [
      {
        id: 'label',
        header: 'Name',
        accessorFn: (node) => node.label,
        cell: ({ row }) => (
          <button type="button" data-open className="max-w-full truncate text-left font-mono text-xs">
            {row.original.label}
          </button>
        ),
      },
      {
        id: 'code',
        header: 'Level',
        accessorFn: codeOf,
        cell: ({ row }) => {
          const code = codeOf(row.original)
          return <Level code={code} codes={codes} label={labels[code] ?? code} />
        },
      },
      { id: 'type', header: 'Type', accessorFn: (node) => node.type },
      {
        id: 'group',
        header: 'In',
        accessorFn: (node) => node.group ?? '',
        meta: { className: '@max-xl:hidden' },
      },
      { id: 'depth', header: 'Step', accessorFn: (node) => node.depth, meta: { className: 'tnum @max-lg:hidden' } },
      { id: 'degree', header: 'Edges', accessorFn: degreeOf, meta: { className: 'tnum' } },
    ],
    [codes, labels],
  )
  return (
    <DataTable
      columns={columns}
      rows={data.nodes}
      rowId={({ id }) => id}
      active={selected}
      onActivate={onSelect}
      caption="Nodes of the graph"
    />
  )
}
