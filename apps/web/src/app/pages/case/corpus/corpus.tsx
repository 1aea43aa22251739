// The evidence of the case, and what is missing.

import { keepPreviousData } from '@tanstack/react-query'
import { CASE_EVIDENCE_KINDS, type CaseEvidence, EVIDENCE_RELATIONS } from '@veritrace/contract/casework/case-records'
import type { Citation } from '@veritrace/contract/casework/shapes'
import { FileSearch, ListFilter } from 'lucide-react'
import { useState } from 'react'
import { More } from '../../../../shared/more.tsx'
import { usePages } from '../../../../shared/pages.ts'
import { Button } from '../../../../ui/button.tsx'
import { count, plural } from '../../../../ui/format.ts'
import { Segmented } from '../../../../ui/page-tabs.tsx'
import { ScrollPane } from '../../../../ui/scroll-pane.tsx'
import { Empty } from '../../../../ui/states.tsx'
import { api } from '../../../api.ts'
import { sentenceOf } from '../../../shared/case/words.ts'
import { EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { InvestigateButton } from '../investigate-button.tsx'
import { below, useCase, useHasResults } from '../queries.ts'
import { useCaseSearch, useSetSearch } from '../search.ts'
import { Coverage } from './coverage.tsx'
import { EvidenceRow } from './evidence-row.tsx'
import { Files } from './files.tsx'
import { Question } from './question.tsx'

const PAGE = 200

export default function Corpus() {
  return (
    <div className="flex min-h-0 flex-1 overflow-hidden max-lg:flex-col max-lg:overflow-y-auto">
      <EvidenceList />
      <ScrollPane
        label="What is known and what is missing"
        className="flex shrink-0 flex-col gap-5 bg-surface p-4 max-lg:order-first lg:w-[26rem] lg:overflow-y-auto lg:border-l"
      >
        <Question />
        <Coverage />
        <Files />
      </ScrollPane>
    </div>
  )
}

function EvidenceList() {
  const theCase = useCase()
  const setSearch = useSetSearch()
  const search = useCaseSearch()
  const relation = EVIDENCE_RELATIONS.find((one) => one === search.view)
  const kind = CASE_EVIDENCE_KINDS.find((one) => one === search.group)
  const [open, setOpen] = useState<number>()
  const evidence = usePages(
    below(theCase, 'evidence', relation, kind),
    (at) =>
      api.caseRecords.evidence({
        params: { id: theCase.id },
        query: { limit: PAGE, ...(relation && { relation }), ...(kind && { kind }), ...at },
      }),
    { placeholderData: keepPreviousData },
  )
  return (
    <section aria-label="Evidence" className="flex min-w-0 flex-1 flex-col lg:min-h-0">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1.5">
        <Segmented
          look="chips"
          label="Relation to the claim"
          value={relation ?? ''}
          options={[
            { value: '', label: 'All' },
            ...EVIDENCE_RELATIONS.map((value) => ({ value, label: sentenceOf(value) })),
          ]}
          onChange={(view) => setSearch({ view: view || undefined })}
        />
        <select
          aria-label="Kind"
          value={kind ?? ''}
          onChange={(event) => setSearch({ group: event.target.value || undefined })}
          className="ml-auto h-7 rounded-md border border-line-control bg-surface px-2 text-xs text-ink-2 coarse:h-10"
        >
          <option value="">Any kind</option>
          {CASE_EVIDENCE_KINDS.map((one) => (
            <option key={one} value={one}>
              {sentenceOf(one)}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={evidence} failed="The evidence did not load">
        {({ items, total }) => {
          const citations = items.map(({ citation }, i): Citation => ({ ...citation, n: i + 1 }))
          return (
            <>
              {items.length === 0 ? (
                <NoEvidence isFiltered={Boolean(relation || kind)} />
              ) : (
                <ScrollPane label="List of evidence" className="min-h-0 flex-1 lg:overflow-y-auto">
                  <ol className="divide-y divide-line-row bg-surface">
                    {items.map((item: CaseEvidence, i) => (
                      <EvidenceRow key={item.id} n={i + 1} item={item} onOpen={setOpen} />
                    ))}
                  </ol>
                  <More found={evidence} what="evidence" />
                </ScrollPane>
              )}
              <p className="mt-auto flex h-9 shrink-0 items-center border-t bg-sunken px-4 text-2xs text-ink-3 tnum max-lg:hidden">
                {count(items.length)} of {plural(total ?? items.length, 'piece')} of evidence
              </p>
              <EvidenceDrawer citations={citations} open={open} onOpen={setOpen} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function NoEvidence({ isFiltered }: { isFiltered: boolean }) {
  const setSearch = useSetSearch()
  const hasResults = useHasResults()
  if (isFiltered)
    return (
      <Empty
        icon={ListFilter}
        title="No evidence of this kind"
        action={<Button onClick={() => setSearch({ view: undefined, group: undefined })}>Show all</Button>}
      />
    )
  return (
    <Empty icon={FileSearch} title="No evidence yet" action={!hasResults && <InvestigateButton />}>
      {hasResults
        ? 'The last run found no evidence for or against the claims of the case.'
        : 'Investigate the case to collect what the lists, the files and earlier decisions say about its objects.'}
    </Empty>
  )
}
