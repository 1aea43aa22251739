// The audit log of the workspace, newest first.
import { keepPreviousData } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ListFilter, ScrollText } from 'lucide-react'
import { More } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { usePages } from '../../../shared/pages.ts'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { may } from '../../shared/may.ts'
import { Entry } from './entry.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Filters } from './filters.tsx'
import { queryOf, useSetFilters } from './log-filters.ts'

const PAGE = 50

export default function AuditLog() {
  const filters = useSearch({ from: '/audit-log' })
  const setFilters = useSetFilters()
  const query = queryOf(filters)
  const isFiltered = Object.keys(query).length > 0
  const entries = usePages(['audit', query], (at) => api.audit.list({ query: { limit: PAGE, ...query, ...at } }), {
    placeholderData: keepPreviousData,
  })
  const showAll = () => setFilters({ actor: undefined, action: undefined, from: undefined, to: undefined })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Audit log" actions={<ExportMenu query={query} />}>
        Everything that happened in this workspace. Entries are chained by hash, so any tampering shows.
      </PageHead>
      <Card className="overflow-hidden">
        {may('admin') && <Filters seen={entries.data?.items ?? []} isFiltered={isFiltered} onShowAll={showAll} />}
        <Loaded query={entries} failed="Could not load the audit log">
          {({ items }) =>
            items.length === 0 ? (
              <Empty
                icon={isFiltered ? ListFilter : ScrollText}
                title={isFiltered ? 'No matching entries' : 'No entries yet'}
                action={isFiltered && <Button onClick={showAll}>Clear filters</Button>}
              />
            ) : (
              <ol className="divide-y divide-line-row">
                {items.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    isOpen={filters.open === entry.id}
                    onOpen={(open) => setFilters({ open: open ? entry.id : undefined })}
                  />
                ))}
              </ol>
            )
          }
        </Loaded>
        <More found={entries} what="entries" className="border-t border-line-row" />
      </Card>
    </div>
  )
}
