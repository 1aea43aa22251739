import type { Artifact } from '@veritrace/contract/casework/artifacts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Status } from '../../../../ui/badge.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { count } from '../../../../ui/format.ts'
import { Level, LevelBar } from '../../../../ui/level.tsx'
import { Tick } from '../../../../ui/tick.tsx'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { useCase } from '../queries.ts'

/** A row of a grouped table: the head of a group, or an object in it. */
export type GroupedRow =
  | { id: string; group: string; objects: readonly Artifact[]; isOpen: boolean; object?: undefined }
  | { id: string; object: Artifact; group?: undefined }

const cell =
  (ofObject: (object: Artifact) => ReactNode, ofGroup: (objects: readonly Artifact[]) => ReactNode = () => null) =>
  ({ row: { original } }: { row: { original: GroupedRow } }) =>
    original.object ? ofObject(original.object) : ofGroup(original.objects)

const findingsOf = ({ estate }: Artifact): number =>
  estate ? estate.findings.p1 + estate.findings.p2 + estate.findings.p3 + estate.findings.p4 : 0

function TypeName({ type }: Pick<Artifact, 'type'>) {
  const naming = usePackLabels(useCase().pack.id)
  return <span className="text-xs whitespace-nowrap text-ink-2">{naming.type(type)}</span>
}

type Toggle = (objects: readonly Artifact[]) => void

export const objectColumns = (
  codes: readonly string[],
  selected: ReadonlySet<string>,
  toggle: Toggle,
): Column<GroupedRow>[] => [
  {
    id: 'name',
    header: 'Object',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.object ? (
        <span className="flex items-center gap-2 pl-6">
          <SelectBox objects={[original.object]} name={original.object.name} selected={selected} toggle={toggle} />
          <button
            type="button"
            data-open
            className="max-w-72 truncate text-left font-mono text-xs @max-md:break-all @max-md:whitespace-normal"
          >
            {original.object.name}
          </button>
        </span>
      ) : (
        <span className="flex items-center gap-2">
          <SelectBox objects={original.objects} name={original.group} selected={selected} toggle={toggle} />
          <button
            type="button"
            data-open
            aria-expanded={original.isOpen}
            className="flex max-w-96 items-center gap-1.5 text-left font-medium"
          >
            {original.isOpen ? (
              <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
            ) : (
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
            )}
            <span className="truncate">{original.group}</span>
            <span className="text-xs font-normal text-ink-3 tnum">{count(original.objects.length)}</span>
          </button>
        </span>
      ),
  },
  {
    id: 'level',
    header: 'Level',
    enableSorting: false,
    cell: cell(
      ({ rating }) => <Level code={rating.code} codes={codes} label={rating.label} />,
      (objects) => <LevelBar bare codes={codes} counts={countCodes(objects)} className="w-20" />,
    ),
  },
  {
    id: 'type',
    header: 'Type',
    enableSorting: false,
    cell: cell(({ type }) => <TypeName type={type} />),
    meta: { className: '@max-2xl:hidden' },
  },
  {
    id: 'uses',
    header: 'Uses',
    enableSorting: false,
    cell: cell(({ dependencies_count }) => <span className="tnum">{count(dependencies_count)}</span>),
    meta: { className: 'text-right @max-md:hidden' },
  },
  {
    id: 'findings',
    header: 'Findings',
    enableSorting: false,
    cell: cell(
      (object) => <span className="tnum">{count(findingsOf(object))}</span>,
      (objects) => (
        <span className="text-ink-3 tnum">{count(objects.reduce((sum, object) => sum + findingsOf(object), 0))}</span>
      ),
    ),
    meta: { className: 'text-right @max-xl:hidden' },
  },
  {
    id: 'usage',
    header: 'Usage',
    enableSorting: false,
    cell: cell(({ estate }) =>
      estate ? (
        <Status tone={estate.usage.verdict === 'used' ? 'positive' : 'neutral'} className="text-xs text-ink-2">
          {estate.usage.verdict.replaceAll('_', ' ')}
        </Status>
      ) : null,
    ),
    meta: { className: '@max-3xl:hidden' },
  },
]

interface SelectProps {
  objects: readonly Artifact[]
  name: string
  selected: ReadonlySet<string>
  toggle: Toggle
}
/** Indeterminate if only some objects of the group are selected. */
function SelectBox({ objects, name, selected, toggle }: SelectProps) {
  const many = objects.filter(({ id }) => selected.has(id)).length
  return (
    <Tick
      label={`Select ${name}`}
      checked={many === objects.length}
      ref={(box) => {
        if (box) box.indeterminate = many > 0 && many < objects.length
      }}
      onChange={() => toggle(objects)}
    />
  )
}

function countCodes(objects: readonly Artifact[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { rating } of objects) counts[rating.code] = (counts[rating.code] ?? 0) + 1
  return counts
}
