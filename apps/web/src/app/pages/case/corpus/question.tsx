import { useState } from 'react'
import { EvidenceDrawer } from '../../../shared/evidence/evidence-drawer.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { Prose } from '../../../shared/prose.tsx'
import { useCase, useSummary } from '../queries.ts'

/** The question of the case, and what is known so far. */
export function Question() {
  const { question_md } = useCase()
  const summary = useSummary()
  const [cited, setCited] = useState<number>()
  return (
    <section>
      {question_md && (
        <>
          <h2 className="text-sm font-semibold">Question</h2>
          <Prose text={question_md} className="mt-1 mb-3 text-sm" />
        </>
      )}
      <h2 className="text-sm font-semibold">So far</h2>
      <Loaded query={summary} failed="The summary did not load">
        {({ headline, text_md, risks, citations }) => (
          <div className="mt-1 flex flex-col gap-2 text-sm">
            <p className="font-medium">{headline}</p>
            <details>
              <summary className="min-h-6 text-xs text-accent">More</summary>
              <Prose text={text_md} onCite={setCited} className="mt-1" />
              {risks.length > 0 && (
                <ul className="mt-2 list-disc pl-5 text-xs text-ink-2">
                  {risks.map((risk) => (
                    <li key={risk}>{risk}</li>
                  ))}
                </ul>
              )}
            </details>
            <EvidenceDrawer citations={citations} open={cited} onOpen={setCited} />
          </div>
        )}
      </Loaded>
    </section>
  )
}
