// One term in a cell: shortened if a prefix matches, with a link to its description.
import { createContext, useContext } from 'react'
import { namespaceOf, type Prefixes, shrink } from '../rdf/prefixes.ts'
import { type Term, XSD } from '../rdf/term.ts'

export interface Naming {
  prefixes: Prefixes
  /** The URL of a query that describes this IRI. */
  describe(iri: string): string
}
export const NamingContext = createContext<Naming>({ prefixes: {}, describe: () => '' })

export function TermView({ term }: { term: Term | undefined }) {
  const { describe } = useContext(NamingContext)
  if (!term) return <span className="unbound">–</span>
  if (term.type === 'bnode') return <span className="blank">_:{term.value}</span>
  if (term.type === 'uri')
    return (
      <a className="iri" href={describe(term.value)} title={`Describe <${term.value}>`}>
        <IriText iri={term.value} />
      </a>
    )
  return (
    <span className="literal" title={term.value.length > 40 ? term.value : undefined}>
      <span className="text">{term.value}</span>
      <Badge term={term} />
    </span>
  )
}

/** With a prefix, or with a gray namespace, because the local name distinguishes IRIs. */
export function IriText({ iri }: { iri: string }) {
  const { prefixes } = useContext(NamingContext)
  const short = shrink(iri, prefixes)
  if (short) {
    const colon = short.indexOf(':') + 1
    return (
      <>
        <span className="prefix">{short.slice(0, colon)}</span>
        {short.slice(colon)}
      </>
    )
  }
  const space = namespaceOf(iri)
  const name = iri.slice(space.length)
  if (!space || !name) return <span className="space whole">{iri}</span>
  return (
    <>
      <span className="space">{space}</span>
      <span className="local">{name}</span>
    </>
  )
}

export function Badge({ term }: { term: Term }) {
  const { prefixes } = useContext(NamingContext)
  if (term['xml:lang'])
    return (
      <span className="badge-term" title={`Language: ${term['xml:lang']}`}>
        {term['xml:lang']}
      </span>
    )
  if (!term.datatype || term.datatype === `${XSD}string` || term.datatype === `${XSD}integer`) return null
  const name = shrink(term.datatype, prefixes) ?? term.datatype.slice(namespaceOf(term.datatype).length)
  return (
    <span className="badge-term" title={term.datatype}>
      {name.replace(/^xsd:/, '')}
    </span>
  )
}
