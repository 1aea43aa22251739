// The source of a citation, in a drawer next to the page.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Cite } from '../../../ui/cite.tsx'
import { Drawer } from '../../../ui/dialog.tsx'
import { Source } from './sources.tsx'

interface Props {
  citations: readonly Citation[]
  /** Number of the open citation. */
  open: number | undefined
  onOpen(n: number | undefined): void
}
export function EvidenceDrawer({ citations, open, onOpen }: Props) {
  const at = citations.findIndex(({ n }) => n === open)
  const citation = citations[at]
  const step = (by: number) => citations[at + by]?.n
  return (
    <Drawer
      open={citation !== undefined}
      onOpenChange={(next) => !next && onOpen(undefined)}
      title={
        citation && (
          <span className="flex items-center gap-2">
            <Cite n={citation.n} />
            <span className="truncate">{citation.title}</span>
          </span>
        )
      }
      footer={
        citation && (
          <>
            <Button
              size="sm"
              disabled={step(-1) === undefined}
              onClick={() => onOpen(step(-1))}
              aria-label="Previous source"
            >
              <ChevronLeft />
              Previous
            </Button>
            <Button size="sm" disabled={step(1) === undefined} onClick={() => onOpen(step(1))} aria-label="Next source">
              Next
              <ChevronRight />
            </Button>
            <span className="text-xs text-ink-3 tnum">
              {at + 1} of {citations.length}
            </span>
            {citation.url && (
              <a
                href={citation.url}
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ size: 'sm' }, 'ml-auto')}
              >
                <ExternalLink />
                Open original
              </a>
            )}
          </>
        )
      }
    >
      {citation && <Source key={citation.n} citation={citation} />}
    </Drawer>
  )
}

/** The sources of an answer: number, title and quote. */
export function CitationList({ citations, onOpen }: { citations: readonly Citation[]; onOpen(n: number): void }) {
  return (
    <ol className="flex flex-col gap-2.5">
      {citations.map(({ n, title, quote }) => (
        <li key={n} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
          <Cite n={n} onOpen={onOpen} className="mt-0.5" />
          <div className="min-w-0">
            <p className="truncate text-xs text-ink-2">{title}</p>
            <p className="quote line-clamp-2 text-ink">{quote}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
