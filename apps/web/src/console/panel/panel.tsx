// The side panel: contents and shapes of the graph. A click inserts a pattern into the query.
import type { StatementStats } from '@veritrace/contract/graph/statements'
import { useState } from 'react'
import type { Scope } from '../api.ts'
import { explain } from '../explain.ts'
import { type Prefixes, shrink } from '../rdf/prefixes.ts'
import type { Loaded } from '../use-graph.ts'
import { Shapes } from './shapes.tsx'

interface Properties {
  scope: Scope | undefined
  stats: Loaded<StatementStats>
  prefixes: Prefixes
  onInsert(line: string): void
}

export function Panel({ scope, stats, prefixes, onInsert }: Properties) {
  return (
    <aside className="panel" aria-label="Graph contents">
      {!scope ? (
        <p className="panel-note">Sign in to see the contents of the graph.</p>
      ) : (
        <Statistics {...{ stats, prefixes, onInsert }} />
      )}
      {scope && <Shapes scope={scope} prefixes={prefixes} onInsert={onInsert} />}
    </aside>
  )
}

function Statistics({ stats, prefixes, onInsert }: Omit<Properties, 'scope'>) {
  if (stats.state === 'loading') return <div className="skeleton" aria-hidden="true" />
  if (stats.state === 'failed') return <p className="panel-note">{explain(stats.problem).title}.</p>
  const { total, subjects, classes, predicates, lastWriteAt } = stats.value
  return (
    <>
      <section>
        <h2>Statistics</h2>
        <dl className="figures">
          <Figure name="statements" value={total} />
          <Figure name="subjects" value={subjects} />
        </dl>
        {lastWriteAt && <p className="panel-note">Last written {when(lastWriteAt)}</p>}
        {total === 0 && (
          <p className="panel-note">This context is empty. Add statements with the API, an update, or an ingestion.</p>
        )}
      </section>
      <Terms title="Classes" terms={classes} prefixes={prefixes} onPick={(name) => onInsert(`?s a ${name} .`)} />
      <Terms title="Predicates" terms={predicates} prefixes={prefixes} onPick={(name) => onInsert(`?s ${name} ?o .`)} />
    </>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <div>
    <dd>{value.toLocaleString('en')}</dd>
    <dt>{name}</dt>
  </div>
)

interface TermsProperties {
  title: string
  terms: StatementStats['classes']
  prefixes: Prefixes
  onPick(name: string): void
}
const FEW = 8

function Terms({ title, terms, prefixes, onPick }: TermsProperties) {
  const [all, setAll] = useState(false)
  if (terms.length === 0) return null
  const most = terms[0]!.count
  return (
    <section>
      <h2>
        {title} <span>{terms.length}</span>
      </h2>
      <ul className="terms">
        {(all ? terms : terms.slice(0, FEW)).map(({ iri, count }) => {
          const name = shrink(iri, prefixes) ?? `<${iri}>`
          return (
            <li key={iri}>
              <button type="button" title={`Insert a pattern with <${iri}>`} onClick={() => onPick(name)}>
                <span className="bar" style={{ width: `${(count / most) * 100}%` }} />
                <span className="name">{name}</span>
                <span className="count">{count.toLocaleString('en')}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {terms.length > FEW && (
        <button type="button" className="more" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show fewer' : `Show all ${terms.length}`}
        </button>
      )}
    </section>
  )
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function when(date: string): string {
  const seconds = (Date.parse(date) - Date.now()) / 1_000
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(seconds / length), unit)
}
