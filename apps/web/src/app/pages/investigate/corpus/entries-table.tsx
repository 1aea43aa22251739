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
  const { words, say } = useAddress()
  const [text, setText] = useState(words.q ?? '')
  const kind = ENTRY_KINDS.find((one) => one === words.kind)
  const filter = { ...(words.q && { q: words.q }), ...(kind && { kind }) }
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
          say({ q: text.trim() || undefined })
        }}
      >
        <SearchInput
          aria-label="Part of a title"
          placeholder="Part of a title"
          className="w-64 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          aria-label="Kind"
          className="w-36"
          value={kind ?? ''}
          onChange={({ target }) => say({ kind: target.value || undefined })}
        >
          <option value="">Every kind</option>
          {ENTRY_KINDS.map((one) => (
            <option key={one} value={one}>
              {sentenceOf(one)}
            </option>
          ))}
        </Select>
        <span role="status" className="ml-auto text-xs text-ink-3 tnum max-sm:sr-only">
          {found.data && `${howMany(found.data)} versions`}
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
          onActivate={(entry) => say({ entry })}
          caption="Files and pages under management"
          loading={found.isLoading}
          empty={
            <Empty
              icon={Library}
              title={words.q || kind ? 'Nothing fits' : 'The corpus is empty'}
              action={
                (words.q || kind) && (
                  <Button
                    onClick={() => {
                      setText('')
                      say({ q: undefined, kind: undefined })
                    }}
                  >
                    Show all
                  </Button>
                )
              }
            >
              {words.q || kind ? 'There may be more without the filter.' : 'Lists and guidance come from its sources.'}
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
        header: 'Licence',
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
