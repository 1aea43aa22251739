// Who did what, newest first. Every entry holds the hash of the one before it.
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
import { queryOf, useSetWords } from './words.ts'

const PAGE = 50

export default function AuditLog() {
  const words = useSearch({ from: '/audit-log' })
  const setWords = useSetWords()
  const query = queryOf(words)
  const isFiltered = Object.keys(query).length > 0
  const entries = usePages(['audit', query], (at) => api.audit.list({ query: { limit: PAGE, ...query, ...at } }), {
    placeholderData: keepPreviousData,
  })
  const showAll = () => setWords({ actor: undefined, action: undefined, from: undefined, to: undefined })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead title="Audit log" actions={<ExportMenu query={query} />}>
        Who did what, newest first. Entries are chained: none can be changed or taken out unnoticed.
      </PageHead>
      <Card className="overflow-hidden">
        {may('admin') && <Filters seen={entries.data?.items ?? []} isFiltered={isFiltered} onShowAll={showAll} />}
        <Loaded query={entries} failed="The audit log did not load">
          {({ items }) =>
            items.length === 0 ? (
              <Empty
                icon={isFiltered ? ListFilter : ScrollText}
                title={isFiltered ? 'No entry fits these filters' : 'Nothing has happened yet'}
                action={isFiltered && <Button onClick={showAll}>Show all</Button>}
              />
            ) : (
              <ol className="divide-y divide-line-row">
                {items.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    isOpen={words.open === entry.id}
                    onOpen={(open) => setWords({ open: open ? entry.id : undefined })}
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
