// The list of evidence, with filters for what needs a review or expires.
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Evidence as Piece } from '@veritrace/contract/provenance/evidence'
import { FileCheck2, Plus } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../shared/more.tsx'
import { PageHead } from '../../../shared/page-head.tsx'
import { howMany, readAll, usePages } from '../../../shared/pages.ts'
import { Card } from '../../../ui/bits.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { api } from '../../api.ts'
import { NoMatches } from '../../shared/find.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { may, whyNot } from '../../shared/may.ts'
import { isKind } from './details.ts'
import { EvidenceRow } from './evidence-row.tsx'
import { Filters, type Visibility, viewOf } from './filters.tsx'
import { NewEvidenceDialog } from './new-evidence.tsx'

const PAGE = 50
const ALL_PAGE = 200

export default function Evidence() {
  const words = useSearch({ from: '/evidence' })
  const navigate = useNavigate({ from: '/evidence' })
  const [visibility, setVisibility] = useState<Visibility>()
  const set = (part: typeof words) => navigate({ search: (was) => ({ ...was, ...part }), replace: true })
  const found = useFound(words, visibility)
  const isFiltered = Boolean(words.status || words.kind || words.q || visibility)
  const add = () => set({ intent: 'new' })
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-5 p-4 lg:p-6">
      <PageHead
        title="Evidence"
        actions={
          <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={add}>
            <Plus />
            Add evidence
          </Button>
        }
      >
        Files that back up your claims. Each one is reviewed before anyone outside can see it.
      </PageHead>
      <Card>
        <Filters words={words} onWords={set} visibility={visibility} onVisibility={setVisibility} />
        <Loaded query={found} failed="Could not load evidence">
          {(page) =>
            page.items.length > 0 ? (
              <>
                <ul aria-label="Evidence" className="divide-y divide-line-row">
                  {page.items.map((piece) => (
                    <EvidenceRow key={piece.id} evidence={piece} />
                  ))}
                </ul>
                <p className="border-t border-line-row px-4 py-2 text-xs text-ink-3">
                  {howMany(page)} shown, newest first
                </p>
              </>
            ) : isFiltered ? (
              <NoMatches
                what="evidence"
                onShowAll={() => {
                  setVisibility(undefined)
                  void set({ status: undefined, kind: undefined, q: undefined })
                }}
              />
            ) : (
              <NoEvidence onAdd={add} />
            )
          }
        </Loaded>
        <More found={found} what="evidence" className="border-t border-line-row" />
      </Card>
      {words.intent === 'new' && <NewEvidenceDialog onClose={() => set({ intent: undefined })} />}
    </div>
  )
}

interface Words {
  status?: string | undefined
  kind?: string | undefined
  q?: string | undefined
}
/** The server filters by status and kind. Other views and the search filter all evidence here. */
function useFound({ status, kind, q = '' }: Words, visibility: Visibility) {
  const view = viewOf(status)
  const text = q.trim().toLowerCase()
  const query = {
    ...(view?.review_status && { review_status: view.review_status }),
    ...(isKind(kind) && { kind }),
    ...(visibility && { visibility }),
  }
  const matches = (piece: Piece) => (view?.matches?.(piece) ?? true) && textOf(piece).includes(text)
  const isFilteredHere = Boolean(view?.matches ?? text)
  return usePages(
    ['evidence', 'list', query, view?.matches ? status : '', text],
    async (at) => {
      if (!isFilteredHere) return api.evidence.list({ query: { limit: PAGE, ...query, ...at } })
      const all = await readAll((from) => api.evidence.list({ query: { limit: ALL_PAGE, ...query, ...from } }))
      return { items: all.filter(matches), next: '' }
    },
    { placeholderData: keepPreviousData },
  )
}

const textOf = ({ title, filename, issuer, tags }: Piece): string =>
  [title, filename ?? '', issuer, ...tags].join('\n').toLowerCase()

const NoEvidence = ({ onAdd }: { onAdd(): void }) => (
  <Empty
    icon={FileCheck2}
    title="No evidence yet"
    action={
      <Button variant="solid" disabled={!may('member')} title={whyNot('member')} onClick={onAdd}>
        Add evidence
      </Button>
    }
  >
    Start with what people ask for most: a SOC 2 report, an ISO certificate, or a penetration test summary.
  </Empty>
)
