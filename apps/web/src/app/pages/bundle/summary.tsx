import type { CaseSummary } from '@veritrace/contract/casework/cases'
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { ReactNode } from 'react'
import { count, share } from '../../../ui/format.ts'
import { Figure, Figures } from '../../shared/figure.tsx'
import { Prose } from '../../shared/prose.tsx'
import { goToSource, renumber } from './numbers.ts'

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h2 className="text-lg font-semibold">{title}</h2>
    {children}
  </section>
)

export function Summary({ summary, citations }: { summary: CaseSummary; citations: readonly Citation[] }) {
  const { headline, text_md, key_figures, risks, decisions_pending } = summary
  return (
    <Section title="Summary">
      <p className="font-medium">{headline}</p>
      <Prose text={renumber(text_md, summary.citations, citations)} onCite={goToSource} />
      {key_figures.length > 0 && (
        <Figures>
          {key_figures.map(({ label, value, unit }) => (
            <Figure key={label} label={label} hint={unit === 'person_days' && 'person-days'}>
              {unit === 'share' ? share(value) : count(Math.round(value * 10) / 10)}
            </Figure>
          ))}
        </Figures>
      )}
      {risks.length > 0 && <List title="Risks" texts={risks} />}
      {decisions_pending.length > 0 && (
        <List title="Pending decisions" texts={decisions_pending.map(({ text }) => text)} />
      )}
    </Section>
  )
}

const List = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <div>
    <h3 className="label">{title}</h3>
    <ul className="mt-1 flex max-w-[80ch] list-disc flex-col gap-0.5 pl-5 text-sm">
      {texts.map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes, and texts may repeat
        <li key={i}>{text}</li>
      ))}
    </ul>
  </div>
)
