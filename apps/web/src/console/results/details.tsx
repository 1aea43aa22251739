// All values of one row or one node.
import { useContext, useEffect, useRef } from 'react'
import { Icon } from '../../ui/icons.tsx'
import { shrink } from '../rdf/prefixes.ts'
import { type Row, type Term, type Triple, writeTerm } from '../rdf/term.ts'
import { CopyButton } from './copy-button.tsx'
import { Badge, IriText, NamingContext } from './term.tsx'

interface Frame {
  title: React.ReactNode
  onClose(): void
  children: React.ReactNode
}

function Details({ title, onClose, children }: Frame) {
  const root = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus it once, when it opens
  useEffect(() => root.current?.focus(), [title])
  const pressed = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <aside className="details" ref={root} tabIndex={-1} aria-label="Details" onKeyDown={pressed}>
      <header>
        <h3>{title}</h3>
        <button type="button" className="tool bare" aria-label="Close details" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </aside>
  )
}

export const RowDetails = ({ vars, row, onClose }: { vars: readonly string[]; row: Row; onClose(): void }) => (
  <Details title="Row" onClose={onClose}>
    <dl>
      {vars.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{row[name] ? <WholeTerm term={row[name]} /> : <span className="unbound">unbound</span>}</dd>
        </div>
      ))}
    </dl>
  </Details>
)

interface NodeProperties {
  node: Term
  label: string
  triples: readonly Triple[]
  onClose(): void
}

export function NodeDetails({ node, label, triples, onClose }: NodeProperties) {
  const { describe } = useContext(NamingContext)
  const is = (term: Term) => term.type === node.type && term.value === node.value
  const out = triples.filter(({ subject }) => is(subject))
  const into = triples.filter(({ object }) => is(object))
  return (
    <Details title={label} onClose={onClose}>
      <p className="whole-term mono">{node.type === 'uri' ? node.value : `_:${node.value}`}</p>
      {node.type === 'uri' && (
        <p className="details-actions">
          <a className="tool" href={describe(node.value)}>
            Describe
          </a>
          <CopyButton text={() => node.value} label="Copy IRI" />
        </p>
      )}
      <dl>
        {out.map(({ predicate, object }) => (
          <div key={predicate.value + writeTerm(object)}>
            <dt>
              <Short iri={predicate.value} />
            </dt>
            <dd>
              <WholeTerm term={object} short />
            </dd>
          </div>
        ))}
        {into.map(({ subject, predicate }) => (
          <div key={writeTerm(subject) + predicate.value}>
            <dt>
              is <Short iri={predicate.value} /> of
            </dt>
            <dd>
              <WholeTerm term={subject} short />
            </dd>
          </div>
        ))}
      </dl>
    </Details>
  )
}

function Short({ iri }: { iri: string }) {
  const { prefixes } = useContext(NamingContext)
  return <span title={iri}>{shrink(iri, prefixes) ?? iri}</span>
}

function WholeTerm({ term, short = false }: { term: Term; short?: boolean }) {
  const { describe } = useContext(NamingContext)
  if (term.type === 'bnode') return <span className="blank">_:{term.value}</span>
  if (term.type === 'uri')
    return (
      <a className="mono whole-term" href={describe(term.value)}>
        {short ? <IriText iri={term.value} /> : term.value}
      </a>
    )
  return (
    <span className="whole-term">
      {term.value} <Badge term={term} />
    </span>
  )
}
