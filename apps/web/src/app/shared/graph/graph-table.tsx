// The nodes as a list, as an accessible alternative to the canvas.
import type { TraverseNode } from '@veritrace/contract/casework/traverse'
import { useMemo, useRef } from 'react'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Level } from '../../../ui/level.tsx'
import { Tick } from '../../../ui/tick.tsx'
import { usePackLabels } from '../resolution/use-pack-labels.ts'
import { usePack } from '../use-pack.ts'
import { codeOf, degreeOf, type GraphData } from './graph-model.ts'
import type { Choosing } from './use-chosen.ts'

interface Props {
  data: GraphData
  selected: string | undefined
  onSelect(id: string | undefined): void
  chosen: ReadonlySet<string>
  onChoose(ids: readonly string[], how: Choosing): void
}
export function GraphTable({ data, selected, onSelect, chosen, onChoose }: Props) {
  const { codes, labels } = usePack()
  const packLabels = usePackLabels()
  const choose = useRef(onChoose)
  choose.current = onChoose
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the pack, as the codes do
  const columns = useMemo<Column<TraverseNode>[]>(
    () => [
      {
        id: 'label',
        header: 'Name',
        accessorFn: (node) => node.label,
        cell: ({ row: { original: node } }) => (
          <span className="flex min-w-0 items-center gap-2.5">
            <Tick
              label={`Select ${node.label}`}
              checked={chosen.has(node.id)}
              onChange={() => choose.current([node.id], 'toggle')}
            />
            <button type="button" data-open className="max-w-full truncate text-left font-mono text-xs">
              {node.label}
            </button>
          </span>
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
      { id: 'type', header: 'Type', accessorFn: (node) => packLabels.type(node.type) },
      {
        id: 'group',
        header: 'Group',
        accessorFn: (node) => node.group ?? '',
        meta: { className: '@max-xl:hidden' },
      },
      {
        id: 'depth',
        header: 'Step',
        accessorFn: (node) => node.depth,
        meta: { className: 'text-right tnum @max-lg:hidden' },
      },
      { id: 'degree', header: 'Edges', accessorFn: degreeOf, meta: { className: 'text-right tnum' } },
    ],
    [codes, labels, chosen],
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
