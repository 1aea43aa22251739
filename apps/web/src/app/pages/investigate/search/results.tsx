import type { Artifact } from '@veritrace/contract/casework/artifacts'
import { SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { monoCell, quietCell } from '../../../../shared/cells.tsx'
import { MoreButton } from '../../../../shared/more.tsx'
import { Kbd } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { count } from '../../../../ui/format.ts'
import { Level } from '../../../../ui/level.tsx'
import { Empty, ErrorState } from '../../../../ui/states.tsx'
import { explain } from '../../../api.ts'
import { OUTSIDE } from '../../../shared/not-in-upload.tsx'
import { usePackLabels } from '../../../shared/resolution/use-pack-labels.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { useAddress } from '../use-address.ts'
import { FACETS, type Found } from './use-artifacts.ts'

const formOf = ({ type, name }: Artifact) => `${type}:${name}`
const USED_BY: Column<Artifact> = {
  id: 'dependents',
  header: 'Used by',
  accessorFn: (artifact) => artifact.dependents_count,
  meta: { className: 'text-right tnum @max-xl:hidden' },
}
const NO_FILTER = Object.fromEntries([...FACETS, 'used', 'label'].map((name) => [name, undefined]))

export function Results({ found, open }: { found: Found; open: string | undefined }) {
  const { params, setParams } = useAddress()
  const columns = useColumns(params.used === 'mine')
  const { items, total, isLoading, error, refetch } = found
  const isFiltered = FACETS.some((facet) => params[facet]) || params.used !== undefined
  return (
    <section aria-label="Results" className="flex min-h-0 min-w-0 flex-1 flex-col">
      {error && <ErrorState detail={explain(error)} onRetry={() => refetch()} />}
      {(!error || items.length > 0) && (
        <DataTable
          columns={columns}
          rows={items}
          rowId={formOf}
          active={open}
          onActivate={(id) => setParams({ open: id }, { replace: params.open !== undefined })}
          caption={params.q ? `Objects matching ${params.q}` : 'Objects in the lists'}
          loading={isLoading}
          empty={
            <NoResults
              q={params.q}
              isFiltered={isFiltered}
              onClearFilters={() => setParams(NO_FILTER)}
              onClearQuery={() => setParams({ q: undefined })}
            />
          }
        />
      )}
      <footer className="flex min-h-9 shrink-0 items-center gap-3 border-t bg-sunken px-4 text-xs text-ink-3">
        <span className="flex items-center gap-1 max-sm:hidden">
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> move
        </span>
        <span className="flex items-center gap-1 max-sm:hidden">
          <Kbd>/</Kbd> search
        </span>
        <span role="status" className="ml-auto tnum">
          {items.length > 0 && `${count(items.length)} of ${count(total ?? items.length)}`}
        </span>
        <MoreButton found={found} />
      </footer>
    </section>
  )
}

interface NoResultsProps {
  q: string | undefined
  isFiltered: boolean
  onClearFilters(): void
  onClearQuery(): void
}
function NoResults({ q, isFiltered, onClearFilters, onClearQuery }: NoResultsProps) {
  if (isFiltered)
    return (
      <Empty
        icon={SearchX}
        title="No matching objects"
        action={<Button onClick={onClearFilters}>Clear filters</Button>}
      >
        Remove the filters to see more.
      </Empty>
    )
  return (
    <Empty
      icon={SearchX}
      title={q ? `No results for “${q}”` : 'The lists are empty'}
      {...(q && { action: <Button onClick={onClearQuery}>Show all objects</Button> })}
    >
      {q ? 'Check the spelling, select another target, or ask a question.' : 'Load a list to search it.'}
    </Empty>
  )
}

/** Includes “Used by” only for results of a project. */
function useColumns(isOfProject: boolean): Column<Artifact>[] {
  const { codes, labels } = usePack()
  const packLabels = usePackLabels()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the pack, as the codes do
  return useMemo(
    () => [
      {
        id: 'name',
        header: 'Name',
        accessorFn: (artifact) => artifact.name,
        cell: ({ row }) => (
          <button
            type="button"
            data-open
            className="block max-w-72 truncate text-left font-mono text-xs @max-md:break-all @max-md:whitespace-normal"
          >
            {row.original.name}
          </button>
        ),
      },
      {
        id: 'code',
        header: 'Level',
        accessorFn: ({ rating }) => rating.code,
        cell: ({ row: { original } }) => (
          <Level
            code={original.rating.code}
            codes={codes}
            label={labels[original.rating.code] ?? original.rating.label}
          />
        ),
      },
      {
        id: 'type',
        header: 'Type',
        accessorFn: ({ type }) => packLabels.type(type),
        meta: { className: 'whitespace-nowrap @max-lg:hidden' },
      },
      {
        id: 'state',
        header: 'State',
        accessorFn: ({ states, kind }) =>
          states[0]
            ? packLabels.state(states[0].state)
            : kind === OUTSIDE
              ? 'custom, not in the upload'
              : kind.replaceAll('_', ' '),
        cell: quietCell,
        meta: { className: 'whitespace-nowrap @max-md:hidden' },
      },
      {
        id: 'component',
        header: 'Component',
        accessorFn: ({ attributes, estate }) => String(estate?.package ?? attributes.component ?? ''),
        cell: monoCell,
        meta: { className: '@max-2xl:hidden' },
      },
      {
        id: 'successors',
        header: 'Successors',
        accessorFn: (artifact) => artifact.successors_count,
        meta: { className: 'text-right tnum @max-xl:hidden' },
      },
      ...(isOfProject ? [USED_BY] : []),
    ],
    [codes, labels, isOfProject],
  )
}
