// JSON-LD in expanded form: a list of nodes. A node that spans several chunks is listed several times, which is
// equivalent.
import { RDF, type Term } from '../../terms/term.ts'
import type { Triple, Writer } from './writer.ts'

export function jsonLdWriter(): Writer {
  let isFirst = true
  return {
    head: '[',
    chunk: (triples) => {
      const nodes = nodesOf(triples, { name: (iri) => iri, value: expanded })
      const text = nodes.map((node) => `\n${JSON.stringify(node)}`).join(',')
      const joined = text && !isFirst ? `,${text}` : text
      if (text) isFirst = false
      return joined
    },
    tail: '\n]\n',
  }
}

interface Spelling {
  name(iri: string): string
  value(term: Term): unknown
}

/** One object per subject, in order of first occurrence. */
export function nodesOf(triples: readonly Triple[], { name, value }: Spelling): Record<string, unknown>[] {
  const nodes = new Map<string, Record<string, unknown[] | string>>()
  for (const { subject, predicate, object } of triples) {
    const id = idOf(subject)
    const node = nodes.get(id) ?? { '@id': id }
    nodes.set(id, node)
    // @type cannot have a literal, so a literal type needs the full property name.
    const isType = predicate.value === `${RDF}type` && object.kind !== 'literal'
    const key = isType ? '@type' : name(predicate.value)
    const known = node[key]
    const rendered = isType ? name(idOf(object)) : value(object)
    if (Array.isArray(known)) known.push(rendered)
    else node[key] = [rendered]
  }
  return [...nodes.values()]
}

export const idOf = (term: Term): string => (term.kind === 'bnode' ? `_:${term.value}` : term.value)

export function expanded(term: Term): unknown {
  if (term.kind !== 'literal') return { '@id': idOf(term) }
  return {
    '@value': term.value,
    ...(term.language !== undefined && { '@language': term.language.toLowerCase() }),
    ...(term.language === undefined && term.datatype !== undefined && { '@type': term.datatype }),
  }
}
