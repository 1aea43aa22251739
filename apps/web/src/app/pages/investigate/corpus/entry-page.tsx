// One corpus entry: origin, changes, rejected rows and documents.
import { useQuery } from '@tanstack/react-query'
import type { CorpusEntryDetail } from '@veritrace/contract/casework/corpus'
import { ArrowLeft, GitCompareArrows } from 'lucide-react'
import { Status } from '../../../../ui/badge.tsx'
import { Card, CardHead } from '../../../../ui/bits.tsx'
import { Button } from '../../../../ui/button.tsx'
import { count, day, moment, plural } from '../../../../ui/format.ts'
import { Freshness } from '../../../../ui/meter.tsx'
import { ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { api, explain } from '../../../api.ts'
import { Digest, SourceFacts } from '../../../shared/evidence/source-facts.tsx'
import { useAddress } from '../use-address.ts'
import { DifferenceTable } from './difference-table.tsx'
import { STATUS_TONE } from './entries-table.tsx'
import { EntryDocuments } from './entry-documents.tsx'

export function EntryPage({ id }: { id: string }) {
  const { setParams } = useAddress()
  const found = useQuery({ queryKey: ['corpus', 'entry', id], queryFn: () => api.corpus.get({ params: { id } }) })
  const entry = found.data
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 py-4">
        <div>
          <Button variant="ghost" size="sm" className="-ml-2" onClick={() => setParams({ entry: undefined })}>
            <ArrowLeft />
            Corpus
          </Button>
        </div>
        {found.isLoading && <SkeletonText lines={6} />}
        {found.error && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
        {entry && <Entry entry={entry} />}
      </div>
    </div>
  )
}

function Entry({ entry }: { entry: CorpusEntryDetail }) {
  const { setParams } = useAddress()
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-semibold">{entry.title}</h2>
        <Status tone={STATUS_TONE[entry.status]}>{entry.status}</Status>
        <Freshness value={entry.freshness} />
        {entry.list_id && (
          <Button
            size="sm"
            className="ml-auto"
            onClick={() => setParams({ tab: 'compare', kind: 'releases', to: entry.list_id!, entry: undefined })}
          >
            <GitCompareArrows />
            Compare
          </Button>
        )}
      </header>
      {entry.status_reason && <p className="text-sm text-ink-2">{entry.status_reason}</p>}
      <Card>
        <CardHead title="Origin" />
        <div className="px-4 py-3">
          <SourceFacts
            facts={[
              ['Source', entry.source_id],
              [
                'Address',
                <span key="u" className="font-mono text-xs break-all">
                  {entry.uri}
                </span>,
              ],
              ['Version', entry.version_label],
              ['Completeness', entry.completeness && COMPLETENESS[entry.completeness]],
              ['License', `${entry.license.spdx}${entry.license.attribution ? `, ${entry.license.attribution}` : ''}`],
              ['As of', entry.as_of && day(entry.as_of)],
              ['Fetched', entry.fetched_at && moment(entry.fetched_at)],
              ['Contents', contentsOf(entry)],
              ['Successors', successors(entry)],
              ['Used by', entry.used_for.length > 0 ? plural(entry.used_for.length, 'target') : undefined],
              ['Hash', <Digest key="h" value={entry.content_hash} />],
            ]}
          />
        </div>
      </Card>
      <Card>
        <CardHead
          title="Changes"
          {...(entry.changes && {
            hint: `${count(entry.changes.added)} added, ${count(entry.changes.removed)} removed, ${count(entry.changes.changed)} changed`,
          })}
        />
        {entry.diff.length > 0 ? (
          <DifferenceTable differences={entry.diff} className="max-h-96" />
        ) : (
          <p className="px-4 py-3 text-sm text-ink-2">
            {entry.supersedes ? 'No changes from the previous version.' : 'This is the first version.'}
          </p>
        )}
      </Card>
      <Card>
        <CardHead title="Rejected rows" hint={count(entry.counts.rejected)} />
        {entry.rejected_sample.length === 0 ? (
          <p className="px-4 py-3 text-sm text-ink-2">No rejected rows.</p>
        ) : (
          <ul className="divide-y divide-line-row text-sm">
            {entry.rejected_sample.map(({ row, pointer, reason }) => (
              <li key={pointer + row} className="flex gap-3 px-4 py-2">
                <span className="w-14 shrink-0 font-mono text-xs text-ink-3">{row}</span>
                <span>{reason}</span>
                <span className="ml-auto font-mono text-xs text-ink-3">{pointer}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {entry.counts.documents > 0 && <EntryDocuments entryId={entry.id} />}
    </>
  )
}

const contentsOf = ({ counts }: CorpusEntryDetail): string =>
  [
    counts.artifacts > 0 && plural(counts.artifacts, 'object'),
    counts.documents > 0 && plural(counts.documents, 'document'),
    counts.statements > 0 && plural(counts.statements, 'statement'),
  ]
    .filter(Boolean)
    .join(', ')

const successors = ({ successors: { edges, unresolved } }: CorpusEntryDetail): string | undefined =>
  edges > 0
    ? `${plural(edges, 'edge')}${unresolved > 0 ? `, ${count(unresolved)} to unlisted objects` : ''}`
    : undefined

const COMPLETENESS: Record<NonNullable<CorpusEntryDetail['completeness']>, string> = {
  complete: 'Complete',
  sample: 'Sample: absent objects may still be listed by SAP',
  partial: 'Possibly incomplete: absent objects may still be listed by SAP',
}
