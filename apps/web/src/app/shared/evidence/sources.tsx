// The source of a citation, by kind.
import { useQuery } from '@tanstack/react-query'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { ReactNode } from 'react'
import { Quote } from '../../../ui/cite.tsx'
import { count, day, moment } from '../../../ui/format.ts'
import { ErrorState, SkeletonText } from '../../../ui/states.tsx'
import { api, explain } from '../../api.ts'
import { usePackLabels } from '../resolution/use-pack-labels.ts'
import { useProject } from '../use-project.ts'
import { DocumentPage } from './document-page.tsx'
import { Digest, SourceFacts } from './source-facts.tsx'
import { useDocument } from './use-document.ts'

export function Source({ citation }: { citation: Citation }) {
  if (citation.document_id) return <DocumentSource citation={citation} id={citation.document_id} />
  if (citation.kind === 'record' && citation.entry_id)
    return <RecordSource citation={citation} id={citation.entry_id} />
  if (citation.evidence_id) return <EvidenceSource citation={citation} id={citation.evidence_id} />
  return <Plain citation={citation} />
}

function DocumentSource({ citation, id }: { citation: Citation; id: string }) {
  const { start, end } = citation.locator
  const found = useDocument(id)
  if (found.isLoading) return <SkeletonText lines={8} />
  if (!found.data) return <Failed citation={citation} error={found.error} retry={found.refetch} />
  const { text, license, content_hash, source_id, path } = found.data
  const at = start ?? (text ? text.indexOf(citation.quote) : -1)
  const mark = at >= 0 ? ([at, end ?? at + citation.quote.length] as const) : undefined
  return (
    <>
      <Part title="Text">
        {text === null ? (
          <>
            <p className="mb-2 text-sm text-ink-2">
              The license does not permit us to store the full text. The quoted passage:
            </p>
            <Quote text={citation.quote} />
          </>
        ) : (
          <DocumentPage document={found.data} mark={mark} />
        )}
      </Part>
      <Facts
        citation={citation}
        more={[
          ['Source', source_id],
          [
            'File',
            <span key="f" className="font-mono text-xs">
              {path}
            </span>,
          ],
          ['License', `${license.spdx}${license.attribution ? `, ${license.attribution}` : ''}`],
          ['Hash', <Digest key="h" value={content_hash} />],
        ]}
      />
    </>
  )
}

function RecordSource({ citation, id }: { citation: Citation; id: string }) {
  const found = useQuery({ queryKey: ['corpus', 'entry', id], queryFn: () => api.corpus.get({ params: { id } }) })
  const entry = found.data
  const packLabels = usePackLabels(entry?.pack)
  return (
    <>
      <Part title="Record">
        <div className="overflow-hidden rounded-md border">
          <p className="border-b bg-sunken px-3 py-1.5 font-mono text-xs text-ink-2">
            <mark>{citation.locator.value || citation.title}</mark>
          </p>
          <dl className="divide-y divide-line-row text-sm">
            {fieldsOf(packLabels.record(citation.quote)).map(([name, value]) => (
              <div key={name + value} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 px-3 py-1.5">
                <dt className="truncate text-ink-3">{name}</dt>
                <dd className="font-mono text-xs leading-5 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Part>
      {found.isLoading && <SkeletonText lines={4} />}
      {found.error && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {entry && (
        <Facts
          citation={citation}
          more={[
            ['List', `${entry.title}, ${entry.version_label}`],
            ['Source', entry.source_id],
            ['License', `${entry.license.spdx}${entry.license.attribution ? `, ${entry.license.attribution}` : ''}`],
            ['Records', count(entry.counts.artifacts)],
            ['Fetched', entry.fetched_at && moment(entry.fetched_at)],
            ['Hash', <Digest key="h" value={entry.content_hash} />],
          ]}
        />
      )}
    </>
  )
}

function EvidenceSource({ citation, id }: { citation: Citation; id: string }) {
  const { project } = useProject()
  const found = useQuery({
    queryKey: ['evidence', project?.id, id],
    queryFn: () => api.projectEvidence.get({ params: { id: project!.id, evidenceId: id } }),
    enabled: project !== undefined,
  })
  const item = found.data
  return (
    <>
      <Part title={citation.locator.type === 'line' ? `Line ${citation.locator.value}` : 'Quote'}>
        <Quote text={citation.quote} marks={[[0, citation.quote.length]]} />
      </Part>
      <Facts
        citation={citation}
        more={
          item
            ? [
                [
                  'File',
                  <span key="f" className="font-mono text-xs">
                    {item.filename}
                  </span>,
                ],
                ['Kind', item.kind.replaceAll('_', ' ')],
                ['Uploaded', `${moment(item.uploaded_at)} by ${item.uploaded_by.name}`],
                ['Collected', item.collected_at && day(item.collected_at)],
                ['Hash', <Digest key="h" value={item.sha256} />],
              ]
            : []
        }
      />
    </>
  )
}

const Plain = ({ citation }: { citation: Citation }) => (
  <>
    <Part title={citation.kind === 'decision' ? 'Decision' : 'Quote'}>
      <Quote text={citation.quote} marks={[[0, citation.quote.length]]} />
    </Part>
    <Facts citation={citation} more={[]} />
  </>
)

const Failed = ({ citation, error, retry }: { citation: Citation; error: unknown; retry(): unknown }) => (
  <>
    <ErrorState title="Could not load the source" detail={explain(error)} onRetry={() => retry()} />
    <Plain citation={citation} />
  </>
)

interface FactsProps {
  citation: Citation
  more: readonly (readonly [string, ReactNode])[]
}
const Facts = ({ citation, more }: FactsProps) => (
  <Part title="Origin">
    <SourceFacts
      facts={[
        ...more,
        ...(more.some(([name]) => name === 'License') ? [] : [['License', citation.license] as const]),
        ['As of', citation.as_of && day(citation.as_of)],
        ['Quote', <Digest key="q" value={citation.quote_hash} />],
      ]}
    />
  </Part>
)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-b px-4 py-3 last:border-b-0">
    <h3 className="label mb-2">{title}</h3>
    {children}
  </section>
)

/** Splits a record in one line, such as `TABL VBAK: notToBeReleased; oneObject: …`, into named fields. */
function fieldsOf(quote: string): [string, string][] {
  return quote.split('; ').map((part, i) => {
    const [, name, value] = /^(.{1,60}?): (.+)$/s.exec(part) ?? /^(\w+) (.+)$/s.exec(part) ?? []
    return name && value ? [name, value] : [i === 0 ? 'record' : 'also', part]
  })
}
