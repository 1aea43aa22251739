// Explains a number: the sentence, the rules, the inputs, and the cited records.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { moment, plural } from '../../../ui/format.ts'
import { CitationList, EvidenceDrawer } from '../evidence/evidence-drawer.tsx'
import { Digest, SourceFacts } from '../evidence/source-facts.tsx'

const MAX_CITED = 5

export function WhyNumber({ readiness }: { readiness: Readiness }) {
  const [cited, setCited] = useState<number>()
  const { headline, ruleset, inputs, citations, coverage, as_of } = readiness
  return (
    <details className="group border-t">
      <summary className="flex min-h-9 items-center gap-1.5 px-4 py-1.5 text-sm hover:bg-hover">
        <ChevronRight aria-hidden className="size-4 text-ink-3 group-open:rotate-90" />
        Why this number?
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <p className="max-w-[80ch] text-sm text-ink-2">
          {headline.text} {headline.direction_note}
        </p>
        <SourceFacts
          facts={[
            ['Rules', `${ruleset.id} ${ruleset.version}`],
            [
              'Based on',
              `${plural(inputs.evidence_ids.length, 'file')}, ${plural(inputs.catalog_entries.length, 'list')}`,
            ],
            ['References known', `${coverage.with_dependencies} of ${coverage.objects_total}`],
            ['Checked by ATC', `${coverage.with_atc} of ${coverage.objects_total}`],
            ['Usage known', `${coverage.with_usage} of ${coverage.objects_total}`],
            ['Measured', moment(as_of)],
            ['Inputs', <Digest key="d" value={inputs.digest} />],
          ]}
        />
        <CitationList citations={citations.slice(0, MAX_CITED)} onOpen={setCited} />
        <EvidenceDrawer citations={citations} open={cited} onOpen={setCited} />
      </div>
    </details>
  )
}
