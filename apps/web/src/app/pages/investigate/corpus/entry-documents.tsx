import { FileText } from 'lucide-react'
import { More } from '../../../../shared/more.tsx'
import { howMany, usePages } from '../../../../shared/pages.ts'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { plural } from '../../../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { useAddress } from '../use-address.ts'

const PAGE = 200

export function EntryDocuments({ entryId }: { entryId: string }) {
  const { setParams } = useAddress()
  const found = usePages(['documents', entryId], (at) =>
    api.documents.list({ query: { entry_id: entryId, limit: PAGE, ...at } }),
  )
  const documents = found.data?.items ?? []
  return (
    <Card>
      <CardHead title="Documents" {...(found.data && { hint: howMany(found.data) })} />
      {found.isLoading && <SkeletonText lines={4} />}
      {found.error && !found.isFetchNextPageError && (
        <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />
      )}
      <ul className="divide-y divide-line-row">
        {documents.map(({ id, title, words, path }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => setParams({ document: id })}
              className="flex min-h-10 w-full items-center gap-3 px-4 py-1.5 text-left text-sm hover:bg-hover"
            >
              <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{title}</span>
              <span className="truncate font-mono text-xs text-ink-3 max-sm:hidden">{path}</span>
              <span className="w-20 shrink-0 text-right text-xs text-ink-3 tnum">{plural(words, 'word')}</span>
            </button>
          </li>
        ))}
      </ul>
      <More found={found} className="border-t border-line-row" />
    </Card>
  )
}
