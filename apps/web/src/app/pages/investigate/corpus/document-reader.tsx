// Reads one document: its sections, its text, and the levels of the objects that it mentions.
import { useQuery } from '@tanstack/react-query'
import type { DocumentDetail } from '@veritrace/contract/casework/documents'
import { MAY } from '@veritrace/contract/casework/roles'
import { ArrowLeft, ExternalLink, FileX } from 'lucide-react'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { day, plural } from '../../../../ui/format.ts'
import { Level, levelColor } from '../../../../ui/level.tsx'
import { Empty, ErrorState, SkeletonText } from '../../../../ui/states.tsx'
import { Tip } from '../../../../ui/tooltip.tsx'
import { api, explain } from '../../../api.ts'
import { DocumentPage } from '../../../shared/evidence/document-page.tsx'
import { useDocument } from '../../../shared/evidence/use-document.ts'
import { useMay } from '../../../shared/use-me.ts'
import { usePack } from '../../../shared/use-pack.ts'
import { targetQuery } from '../../../shared/use-target.ts'
import { preserved, useAddress } from '../use-address.ts'

export function DocumentReader({ id }: { id: string }) {
  const { params, setParams } = useAddress()
  const found = useDocument(id)
  const document = found.data
  const section = document?.sections.find((one) => one.id === params.at)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 items-center gap-2 border-b px-4 py-1.5">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          onClick={() =>
            setParams({ document: undefined, at: undefined, entry: params.entry ?? document?.entry_id ?? undefined })
          }
        >
          <ArrowLeft />
          Back
        </Button>
        {document && (
          <span className="truncate text-xs text-ink-3">
            {plural(document.words, 'word')}, {document.license.spdx}
            {document.as_of && `, as of ${day(document.as_of)}`}
          </span>
        )}
        {document?.url && (
          <a href={document.url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' }, 'ml-auto')}>
            <ExternalLink />
            Open original
          </a>
        )}
      </div>
      {found.isLoading && <SkeletonText lines={10} />}
      {found.error && <ErrorState detail={explain(found.error)} onRetry={() => found.refetch()} />}
      {document && (
        <div className="flex min-h-0 flex-1">
          <Outline document={document} current={params.at} onChoose={(at) => setParams({ at }, { replace: true })} />
          <article className="min-w-0 flex-1 overflow-y-auto px-4 py-6 sm:px-8">
            {!startsWithTitle(document) && (
              <h3 className="mb-4 max-w-[60ch] text-2xl font-semibold">{document.title}</h3>
            )}
            <Body document={document} mark={section && [section.start, section.start + section.heading.length]} />
          </article>
        </div>
      )}
    </div>
  )
}

/** True if the text starts with the title, which is then not repeated. */
const startsWithTitle = ({ text, title }: DocumentDetail): boolean => text?.startsWith(title) ?? false

interface OutlineProps {
  document: DocumentDetail
  current: string | undefined
  onChoose(id: string): void
}
const Outline = ({ document, current, onChoose }: OutlineProps) =>
  document.sections.length > 1 && (
    <nav aria-label="Sections" className="w-60 shrink-0 overflow-y-auto border-r px-3 py-4 max-lg:hidden">
      <ul>
        {document.sections
          .filter(({ heading }) => heading)
          .map(({ id, heading, level }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === current || undefined}
                onClick={() => onChoose(id)}
                className={cn(
                  'min-h-7 w-full truncate rounded-md px-2 text-left text-sm text-ink-2 hover:bg-hover aria-current:bg-selected aria-current:text-ink',
                  level > 1 && 'pl-5',
                )}
              >
                {heading}
              </button>
            </li>
          ))}
      </ul>
    </nav>
  )

function Body({ document, mark }: { document: DocumentDetail; mark: readonly [number, number] | undefined }) {
  const { params, setParams } = useAddress()
  const { codes, labels } = usePack(document.pack)
  const ratings = useLevels(document, params.target)
  if (document.text === null)
    return (
      <Empty icon={FileX} title="The text is not stored">
        The license does not permit it. Open the original instead.
      </Empty>
    )
  return (
    <DocumentPage
      document={document}
      mark={mark}
      renderMention={({ artifact }, text) => {
        const code = ratings.get(artifact.id) ?? 'unknown'
        return (
          <Tip
            label={
              <span className="flex items-center gap-2">
                <Level code={code} codes={codes} />
                {labels[code] ?? code}
              </span>
            }
          >
            <button
              type="button"
              className="underline decoration-2 underline-offset-3"
              style={{ textDecorationColor: levelColor(code, codes) }}
              onClick={() =>
                setParams({
                  ...preserved(params),
                  document: undefined,
                  entry: undefined,
                  at: undefined,
                  tab: 'search',
                  q: artifact.name,
                  open: `${artifact.type}:${artifact.name}`,
                })
              }
            >
              {text}
            </button>
          </Tip>
        )
      }}
    />
  )
}

/** Loads the levels of all mentioned objects in one call. */
function useLevels(document: DocumentDetail, target: string | undefined): ReadonlyMap<string, string> {
  const mayAsk = useMay(MAY.ask)
  const iris = [...new Set(document.mentions.map(({ artifact }) => artifact.iri))]
  const { data } = useQuery({
    queryKey: ['resolve', 'mentions', document.id, target],
    queryFn: () =>
      api.resolve.many({ body: { items: iris.map((iri) => ({ iri })), pack: document.pack, ...targetQuery(target) } }),
    enabled: mayAsk && iris.length > 0,
    staleTime: 60_000,
  })
  return new Map(data?.items.flatMap(({ subject, rating }) => (subject && rating ? [[subject.id, rating.code]] : [])))
}
