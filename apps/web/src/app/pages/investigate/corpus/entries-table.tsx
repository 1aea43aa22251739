import { keepPreviousData } from '@tanstack/react-query'
import { type CorpusEntry, ENTRY_KINDS } from '@veritrace/contract/casework/corpus'
import { Library } from 'lucide-react'
import { useMemo, useState } from 'react'
import { monoCell, quietCell } from '../../../../shared/cells.tsx'
import { MoreButton } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Status, type Tone } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { SearchInput, Select } from '../../../../ui/field.tsx'
import { ago, count } from '../../../../ui/format.ts'
import { Freshness } from '../../../../ui/meter.tsx'
import { Empty, ErrorState } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { useAddress } from '../use-address.ts'
import { ExportClassification } from './export-classification.tsx'

const PAGE = 100
export const STATUS_TONE: Record<CorpusEntry['status'], Tone> = {
  registered: 'neutral',
  fetching: 'info',
  fetched: 'info',
  extracting: 'info',
  ready: 'positive',
  degraded: 'caution',
  failed: 'critical',
  retired: 'neutral',
}

export function EntriesTable() {
  const { params, setParams } = useAddress()
  const [text, setText] = useState(params.q ?? '')
  const kind = ENTRY_KINDS.find((one) => one === params.kind)
  const filter = { ...(params.q && { q: params.q }), ...(kind && { kind }) }
  const found = usePages(
    ['corpus', 'list', filter],
    (at) => api.corpus.list({ query: { ...filter, limit: PAGE, ...at } }),
    { placeholderData: keepPreviousData },
  )
  const entries = found.data?.items ?? []
  const columns = useColumns()
  return (
    <>
      <form
        aria-label="Filter the corpus"
        className="flex flex-wrap items-center gap-2 border-b px-4 py-2"
        onSubmit={(event) => {
          event.preventDefault()
          setParams({ q: text.trim() || undefined })
        }}
      >
        <SearchInput
          aria-label="Title"
          placeholder="Title"
          className="w-64 max-sm:w-full"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          aria-label="Kind"
          className="w-36"
          value={kind ?? ''}
          onChange={({ target }) => setParams({ kind: target.value || undefined })}
        >
          <option value="">All kinds</option>
          {ENTRY_KINDS.map((one) => (
            <option key={one} value={one}>
              {sentenceOf(one)}
            </option>
          ))}
        </Select>
        <span role="status" className="ml-auto text-xs text-ink-3 tnum max-sm:sr-only">
          {found.data && `${howMany(found.data)} entries`}
        </span>
        <MoreButton found={found} />
        <ExportClassification />
      </form>
      {found.error && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {(!found.error || entries.length > 0) && (
        <DataTable
          columns={columns}
          rows={entries}
          rowId={({ id }) => id}
          onActivate={(entry) => setParams({ entry })}
          caption="Corpus entries"
          loading={found.isLoading}
          empty={
            <Empty
              icon={Library}
              title={params.q || kind ? 'No matching entries' : 'The corpus is empty'}
              action={
                (params.q || kind) && (
                  <Button
                    onClick={() => {
                      setText('')
                      setParams({ q: undefined, kind: undefined })
                    }}
                  >
                    Clear filters
                  </Button>
                )
              }
            >
              {params.q || kind ? 'Remove the filter to see more.' : 'Its sources add lists and guidance.'}
            </Empty>
          }
        />
      )}
    </>
  )
}

const useColumns = (): Column<CorpusEntry>[] =>
  useMemo(
    () => [
      {
        id: 'title',
        header: 'Title',
        accessorFn: ({ title }) => title,
        cell: ({ row: { original } }) => (
          <button
            type="button"
            data-open
            className="block max-w-96 truncate py-1 text-left font-medium @max-md:whitespace-normal"
          >
            {original.title}
          </button>
        ),
      },
      { id: 'kind', header: 'Kind', accessorFn: ({ kind }) => sentenceOf(kind), meta: { className: '@max-lg:hidden' } },
      {
        id: 'version',
        header: 'Version',
        accessorFn: (entry) => entry.version_label,
        cell: monoCell,
        meta: { className: '@max-xl:hidden' },
      },
      {
        id: 'license',
        header: 'License',
        accessorFn: ({ license }) => license.spdx,
        cell: quietCell,
        meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
      },
      {
        id: 'freshness',
        header: 'Freshness',
        accessorFn: ({ freshness }) => freshness,
        cell: ({ row: { original } }) => {
          const at = original.as_of ?? original.fetched_at
          return <Freshness value={original.freshness} {...(at && { age: ago(at) })} />
        },
        meta: { className: '@max-md:hidden' },
      },
      {
        id: 'records',
        header: 'Records',
        accessorFn: ({ counts }) => counts.artifacts + counts.documents,
        cell: ({ getValue }) => count(getValue()),
        meta: { className: 'text-right tnum' },
      },
      {
        id: 'rejected',
        header: 'Rejected',
        accessorFn: ({ counts }) => counts.rejected,
        cell: ({ getValue }) => count(getValue()),
        meta: { className: 'text-right tnum @max-xl:hidden' },
      },
      {
        id: 'status',
        header: 'Status',
        accessorFn: ({ status }) => status,
        cell: ({ row: { original } }) => (
          <Status tone={STATUS_TONE[original.status]}>{sentenceOf(original.status)}</Status>
        ),
        meta: { className: '@max-md:hidden' },
      },
    ],
    [],
  )
