// The result of the last run in three views.
import { useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { later } from '../../ui/later.tsx'
import { Menu } from '../../ui/menu.tsx'
import { saveText } from '../../ui/save.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { View } from '../address.ts'
import type { Remedy } from '../explain.ts'
import { type Outcome, type Rows, summaryOf } from '../outcome.ts'
import { toCsv, toTabs } from '../rdf/csv.ts'
import type { Row } from '../rdf/term.ts'
import { CopyButton } from './copy-button.tsx'
import { RowDetails } from './details.tsx'
import { Raw } from './raw.tsx'
import { Running } from './running.tsx'
import { Empty, Failure } from './states.tsx'
import { Table } from './table.tsx'

const GraphView = later(() => import('./graph.tsx'))

const TABS: readonly { name: View; label: string }[] = [
  { name: 'table', label: 'Table' },
  { name: 'graph', label: 'Graph' },
  { name: 'raw', label: 'Raw' },
]

interface Properties {
  outcome: Outcome
  view: View
  running: boolean
  wide: boolean
  onView(view: View): void
  onCancel(): void
  onRemedy(remedy: Remedy): void
}

export function Results({ outcome, view, running, wide, onView, onCancel, onRemedy }: Properties) {
  const rows = outcome.kind === 'rows' ? outcome : undefined
  return (
    <section className="results" aria-label="Results">
      <div className="results-bar">
        <Tabs label="View" tabs={TABS} current={view} controls="view" onChange={onView} />
        <p className="summary" role="status">
          {running ? '' : summaryOf(outcome)}
        </p>
        {rows && rows.rows.length > 0 && view !== 'raw' && <ExportTools rows={rows} />}
      </div>
      <div
        className={running ? 'view stale' : 'view'}
        id="view"
        role="tabpanel"
        aria-labelledby={`view-${view}`}
        aria-busy={running}
      >
        <Shown outcome={outcome} view={view} wide={wide} onRemedy={onRemedy} />
      </div>
      {running && <Running onCancel={onCancel} />}
    </section>
  )
}

function Shown({ outcome, view, wide, onRemedy }: Pick<Properties, 'outcome' | 'view' | 'wide' | 'onRemedy'>) {
  switch (outcome.kind) {
    case 'nothing':
      return <Empty title="No query yet">{<p>Write a query above and run it, or select an example.</p>}</Empty>
    case 'empty':
      return <Empty title="The query is empty">{<p>Write a query, or select an example.</p>}</Empty>
    case 'canceled':
      return <Empty title="Canceled">{<p>The query was stopped before it finished.</p>}</Empty>
    case 'failed':
      return <Failure problem={outcome.problem} onRemedy={onRemedy} />
    case 'changed':
      return (
        <Empty
          title={`${outcome.inserted.toLocaleString('en')} inserted, ${outcome.deleted.toLocaleString('en')} deleted`}
        >
          <p>The change is saved, and the statistics are up to date.</p>
        </Empty>
      )
    case 'truth':
      if (view === 'raw') return <Raw key={outcome.answer.type} asked={outcome.asked} answer={outcome.answer} />
      return (
        <div className={outcome.value ? 'state truth yes' : 'state truth no'}>
          <div>
            <h3>
              <Icon name={outcome.value ? 'check' : 'close'} />
              {outcome.value ? 'Yes' : 'No'}
            </h3>
            <p>{outcome.value ? 'The pattern has at least one solution.' : 'The pattern has no solution.'}</p>
          </div>
        </div>
      )
    default:
      return <RowsShown outcome={outcome} view={view} wide={wide} onRemedy={onRemedy} />
  }
}

function RowsShown({
  outcome,
  view,
  wide,
  onRemedy,
}: { outcome: Rows } & Pick<Properties, 'view' | 'wide' | 'onRemedy'>) {
  const [chosen, setChosen] = useState<Row>()
  const { rows, vars, triples } = outcome
  const open = chosen && rows.includes(chosen) ? chosen : undefined
  if (view === 'raw') return <Raw key={outcome.answer.type} asked={outcome.asked} answer={outcome.answer} />
  if (rows.length === 0)
    return (
      <Empty title="No results">
        <p>No matches in {wide ? 'the workspace' : 'this context'}.</p>
        {!wide && (
          <p className="state-actions">
            <button type="button" className="tool" onClick={() => onRemedy('workspace')}>
              Search the whole workspace
            </button>
          </p>
        )}
      </Empty>
    )
  if (view === 'graph')
    return triples ? (
      <GraphView triples={triples} />
    ) : (
      <Empty title="Cannot draw these rows">
        <p>
          A drawing needs triples: use <code>CONSTRUCT</code> or <code>DESCRIBE</code>, or select <code>?s ?p ?o</code>.
        </p>
      </Empty>
    )
  return (
    <div className="table-view">
      <Table label="Results as a table" vars={vars} rows={rows} chosen={open} onChoose={setChosen} />
      {open && <RowDetails vars={vars} row={open} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

function ExportTools({ rows: { vars, rows, answer } }: { rows: Rows }) {
  const isTriples = answer.type === 'application/n-triples'
  const json = isTriples
    ? { label: 'N-Triples', act: () => saveText('result.nt', answer.type, answer.text) }
    : { label: 'JSON', act: () => saveText('result.srj', answer.type, answer.text) }
  const csv = { label: 'CSV', act: () => saveText('result.csv', 'text/csv', toCsv(vars, rows)) }
  return (
    <div className="takeaway">
      <CopyButton text={() => toTabs(vars, rows)} label="Copy" />
      <Menu label="Save" icon="download" items={[csv, json]} />
    </div>
  )
}
