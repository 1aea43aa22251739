// The sources that the bundle cites, quoted exactly, and their licenses.
import type { Citation } from '@veritrace/contract/casework/shapes'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Cite, Quote } from '../../../ui/cite.tsx'
import { count, day } from '../../../ui/format.ts'
import type { BundleContent } from './content.ts'
import { Section } from './summary.tsx'

const FIRST = 50

export function Citations({ citations }: { citations: readonly Citation[] }) {
  const [showsAll, setShowsAll] = useState(false)
  // A printout has no button, so it contains all sources.
  useEffect(() => {
    const showAll = () => flushSync(() => setShowsAll(true))
    addEventListener('beforeprint', showAll)
    return () => removeEventListener('beforeprint', showAll)
  }, [])
  const shown = showsAll ? citations : citations.slice(0, FIRST)
  return (
    <Section title="Sources">
      {citations.length === 0 && <p className="text-sm text-ink-3">No sources</p>}
      <ol className="flex flex-col gap-3">
        {shown.map(({ n, title, quote, as_of, license, url }) => (
          <li key={n} id={`source-${n}`} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 break-inside-avoid">
            <Cite n={n} className="mt-0.5" />
            <div className="min-w-0">
              <p className="text-sm break-words">
                {url ? (
                  <a href={url} rel="noreferrer" className="text-accent hover:underline">
                    {title}
                  </a>
                ) : (
                  title
                )}
                <span className="text-xs text-ink-3">
                  {as_of && ` as of ${day(as_of)}`}
                  {license && `, ${license}`}
                </span>
              </p>
              <Quote text={quote} />
            </div>
          </li>
        ))}
      </ol>
      {shown.length < citations.length && (
        <Button className="self-start print:hidden" onClick={() => setShowsAll(true)}>
          Show all {count(citations.length)}
        </Button>
      )}
    </Section>
  )
}

export function Attribution({ content: { citations, pack, ruleset, audit_head } }: { content: BundleContent }) {
  const byLicense = Map.groupBy(
    citations.filter(({ license }) => license),
    ({ license }) => license!,
  )
  return (
    <Section title="Attribution">
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)] [&>dt]:text-ink-3">
        {[...byLicense].map(([license, from]) => (
          <Fact key={license} name={license}>
            {[...new Set(from.map(({ title }) => title))].slice(0, 20).join(', ')}
          </Fact>
        ))}
        <Fact name="Knowledge pack">
          {pack.id} {pack.version} <span className="font-mono text-xs break-all text-ink-3">{pack.digest}</span>
        </Fact>
        {ruleset && (
          <Fact name="Rules">
            <span className="font-mono text-xs break-all">{ruleset}</span>
          </Fact>
        )}
        {audit_head && (
          <Fact name="Audit log head">
            <span className="font-mono text-xs break-all">{audit_head}</span>
          </Fact>
        )}
      </dl>
    </Section>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
