// The triples as a drawing, and as a table for screen readers and everyone who prefers it.
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { saveText } from '../../ui/save.ts'
import { namespaceOf, shrink } from '../rdf/prefixes.ts'
import type { Triple } from '../rdf/term.ts'
import { NodeDetails } from './details.tsx'
import { type Drawing, draw } from './drawing.ts'
import { type GraphModel, modelOf } from './graph-model.ts'
import { Table } from './table.tsx'
import { NamingContext } from './term.tsx'

const VARS = ['subject', 'predicate', 'object']

export default function GraphView({ triples }: { triples: readonly Triple[] }) {
  const { prefixes } = useContext(NamingContext)
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing>(undefined)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other prefixes do not change the graph
  const model = useMemo(() => modelOf(triples, (iri) => nameOf(shrink(iri, prefixes), iri)), [triples])
  const rows = useMemo(() => triples.map((triple) => ({ ...triple })), [triples])

  useEffect(() => {
    setChosen(undefined)
    try {
      drawing.current = draw(place.current!, model, setChosen)
    } catch {
      // Without WebGL, the table remains.
      setProblem(true)
    }
    return () => drawing.current?.end()
  }, [model])
  useEffect(() => drawing.current?.choose(chosen), [chosen])

  const node = model.nodes.find(({ key }) => key === chosen)
  const sentence = `${count(model.nodes.length, 'node')}, ${count(model.edges.length, 'edge')}`
  return (
    <div className="graph-view">
      <div className="graph-stage">
        <div
          className="graph-canvas"
          ref={place}
          role="img"
          aria-label={`Drawing of ${sentence}. A table with the same content follows.`}
        />
        {problem && <p className="graph-problem">This browser cannot draw the graph. See the table below instead.</p>}
        <Legend model={model} />
        <div className="graph-tools">
          <Tool icon="plus" label="Zoom in" act={() => drawing.current?.zoom('in')} />
          <Tool icon="minus" label="Zoom out" act={() => drawing.current?.zoom('out')} />
          <Tool icon="fit" label="Fit to view" act={() => drawing.current?.zoom('all')} />
          <Tool icon="download" label="Save as SVG" act={() => save(drawing.current)} />
        </div>
        {node && (
          <NodeDetails
            node={node.term}
            label={node.label || node.key}
            triples={triples}
            onClose={() => setChosen(undefined)}
          />
        )}
      </div>
      <details className="graph-table">
        <summary>
          Show as table <span>{sentence}</span>
          {model.left > 0 && <span>· {count(model.left, 'more node')} not drawn</span>}
        </summary>
        <Table label="The graph as a table" vars={VARS} rows={rows} />
      </details>
    </div>
  )
}

const LEGEND = 6

function Legend({ model }: { model: GraphModel }) {
  const { prefixes } = useContext(NamingContext)
  if (model.classes.length === 0) return null
  const shown = model.classes.length > LEGEND ? model.classes.slice(0, LEGEND - 1) : model.classes
  return (
    <ul className="legend" aria-label="Colors">
      {shown.map(({ iri, count: members }, index) => (
        <li key={iri} className={`paint-${index + 1}`}>
          {nameOf(shrink(iri, prefixes), iri)} <span>{members}</span>
        </li>
      ))}
      {shown.length < model.classes.length && <li className={`paint-${LEGEND}`}>Other</li>}
    </ul>
  )
}

const Tool = ({ icon, label, act }: { icon: 'plus' | 'minus' | 'fit' | 'download'; label: string; act(): void }) => (
  <button type="button" className="tool bare" aria-label={label} title={label} onClick={act}>
    <Icon name={icon} />
  </button>
)

const save = (drawing: Drawing | undefined): void => {
  if (drawing) saveText('graph.svg', 'image/svg+xml', drawing.svg())
}
const nameOf = (short: string | undefined, iri: string): string =>
  short?.replace(/^[^:]*:/, '') ?? (iri.slice(namespaceOf(iri).length) || iri)
const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
