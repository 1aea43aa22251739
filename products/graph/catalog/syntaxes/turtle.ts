// Turtle, grouped by subject. Each chunk is complete in itself.
import { writeTerm } from '../../terms/nquads.ts'
import { RDF, type Term } from '../../terms/term.ts'
import { PREFIXES, shortName } from './vocabulary.ts'
import type { Triple, Writer } from './writer.ts'

export const turtleWriter = (): Writer => ({
  head: `${Object.entries(PREFIXES)
    .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`)
    .join('')}\n`,
  chunk: (triples) => {
    const parts: string[] = []
    let last: Triple | undefined
    for (const triple of triples) {
      parts.push(lead(last, triple), term(triple.object))
      last = triple
    }
    return last ? `${parts.join('')} .\n` : ''
  },
  tail: '',
})

/** The text between two objects. */
function lead(last: Triple | undefined, { subject, predicate }: Triple): string {
  const isSameSubject = last !== undefined && same(last.subject, subject)
  if (isSameSubject && same(last.predicate, predicate)) return ' , '
  const verb = predicate.value === `${RDF}type` ? 'a' : term(predicate)
  if (isSameSubject) return ` ;\n  ${verb} `
  return `${last ? ' .\n' : ''}${term(subject)} ${verb} `
}

const same = (a: Term, b: Term): boolean => a.kind === b.kind && a.value === b.value

function term(value: Term): string {
  if (value.kind === 'iri') return shortName(value.value) ?? writeTerm(value)
  if (value.kind === 'bnode' || value.language !== undefined || value.datatype === undefined) return writeTerm(value)
  return `${writeTerm({ kind: 'literal', value: value.value })}^^${shortName(value.datatype) ?? `<${value.datatype}>`}`
}
