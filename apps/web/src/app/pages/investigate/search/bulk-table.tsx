import { useNavigate } from '@tanstack/react-router'
import type { ResolutionRow, resolve } from '@veritrace/contract/casework/resolve'
import { MAY } from '@veritrace/contract/casework/roles'
import type { Ok } from '@veritrace/contract/endpoint'
import { Download, FolderPlus } from 'lucide-react'
import { useMemo } from 'react'
import { monoCell } from '../../../../shared/cells.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { csv } from '../../../../ui/csv.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { count, days, plural } from '../../../../ui/format.ts'
import { Level, LevelBar } from '../../../../ui/level.tsx'
import { saveText } from '../../../../ui/save.ts'
import { newCaseSearch } from '../../../shared/case/new-case-search.ts'
import { Acceptable } from '../../../shared/resolution/resolution-card.tsx'
import { useMay } from '../../../shared/use-me.ts'
import { usePack } from '../../../shared/use-pack.ts'

type Result = Ok<typeof resolve.many>

export function BulkTable({ result }: { result: Result }) {
  const { codes } = usePack(result.pack.id)
  const navigate = useNavigate()
  const may = useMay(MAY.work)
  const { items, summary, target } = result
  const columns = useColumns(codes)
  const unacceptable = items.filter(({ subject, acceptable }) => subject && acceptable === false)
  const createCase = () =>
    navigate({
      to: '/cases',
      search: newCaseSearch(unacceptable.map(({ subject }) => `${subject!.type}:${subject!.name}`).join(' ')),
    })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-4 py-2.5">
        <LevelBar counts={{ ...summary.by_code, unknown: summary.unknown }} codes={codes} className="w-72 max-w-full" />
        <p role="status" className="text-sm text-ink-2 tnum">
          <b className="font-semibold text-ink">{count(summary.acceptable)}</b> of {count(items.length)} acceptable for{' '}
          {target.label}
          {summary.not_found > 0 && `, ${count(summary.not_found)} not found`}
          {summary.ambiguous > 0 && `, ${count(summary.ambiguous)} ambiguous`}
        </p>
        <div className="ml-auto flex gap-2">
          <Button onClick={() => saveText('resolved.csv', 'text/csv', csv(rowsOf(items)))}>
            <Download />
            Export CSV
          </Button>
          <Button
            variant="solid"
            disabled={unacceptable.length === 0 || !may}
            title={may ? undefined : `Requires one of these roles: ${MAY.work.join(', ')}`}
            onClick={createCase}
          >
            <FolderPlus />
            Create case from {plural(unacceptable.length, 'object')}
          </Button>
        </div>
      </div>
      <DataTable columns={columns} rows={items} rowId={({ id }) => id} caption="Verdicts in list order" />
    </>
  )
}

const rowsOf = (items: Result['items']) => [
  ['asked', 'status', 'type', 'name', 'code', 'acceptable', 'rule', 'successors', 'action', 'days_p50', 'headline'],
  ...items.map(({ query, status, subject, rating, acceptable, successors = [], actions = [], headline }) => [
    query.raw,
    status,
    subject?.type,
    subject?.name,
    rating?.code,
    acceptable,
    rating?.rule.id,
    successors.map(({ artifact, concept }) => concept ?? `${artifact.type}:${artifact.name}`).join(' '),
    actions[0]?.action_id,
    actions[0]?.effort.p50,
    headline,
  ]),
]

const useColumns = (codes: readonly string[]): Column<ResolutionRow>[] =>
  useMemo(
    () => [
      {
        id: 'asked',
        header: 'Name',
        accessorFn: ({ query }) => query.raw,
        cell: ({ row }) => <span className="font-mono text-xs">{row.original.query.raw}</span>,
      },
      {
        id: 'code',
        header: 'Level',
        accessorFn: ({ rating }) => rating?.code ?? '',
        cell: ({ row: { original } }) =>
          original.rating ? (
            <Level code={original.rating.code} codes={codes} label={original.rating.label} />
          ) : (
            <Badge tone="caution">{original.status.replaceAll('_', ' ')}</Badge>
          ),
      },
      {
        id: 'acceptable',
        header: 'Verdict',
        accessorFn: ({ acceptable }) => String(acceptable),
        cell: ({ row: { original } }) =>
          original.acceptable === undefined ? null : <Acceptable is={original.acceptable} />,
        meta: { className: '@max-md:hidden' },
      },
      {
        id: 'successors',
        header: 'Successors',
        accessorFn: ({ successors = [] }) =>
          successors.map(({ artifact, concept }) => concept ?? artifact.name).join(', '),
        cell: monoCell,
        meta: { className: 'max-w-64 truncate @max-lg:hidden' },
      },
      {
        id: 'action',
        header: 'Action',
        accessorFn: ({ actions = [] }) => actions[0]?.title ?? '',
        meta: { className: '@max-xl:hidden' },
      },
      {
        id: 'effort',
        header: 'Effort',
        accessorFn: ({ actions = [] }) => actions[0]?.effort.p50 ?? 0,
        cell: ({ row: { original } }) => (original.actions?.[0] ? days(original.actions[0].effort.p50) : ''),
        meta: { className: 'text-right tnum @max-xl:hidden' },
      },
    ],
    [codes],
  )
