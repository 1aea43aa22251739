// Makes the triples of CONSTRUCT from the solutions that the server found (SPARQL 1.1 §16.2).
import type { QueryConstruct } from '@traqula/rules-sparql-1-1'
import { newId } from '@veritrace/platform/ids'
import { isIri } from '../../terms/iri.ts'
import { type JsonTerm, tokenOf } from '../oxigraph/lines.ts'
import { fill, templatesOf } from '../oxigraph/templates.ts'
import { NOTHING } from './names.ts'

/** Maps a solution to its triples, each made of three tokens. */
export function openConstruct({ template }: QueryConstruct): (solution: Record<string, JsonTerm>) => string[] {
  const templates = templatesOf([template])
  // The label is random, so no existing data contains it.
  const label = newId('b')
  let blanks = 0
  return (solution) => {
    const own = new Map<string, string>()
    const scope = {
      iri: ({ value }: { value: string }) => value,
      blank(name: string): string {
        const known = own.get(name) ?? `_:${label}_${blanks++}`
        own.set(name, known)
        return known
      },
    }
    // The result of a function may not be a valid IRI.
    const bound = Object.entries(solution).filter(([, { type, value }]) => type !== 'uri' || isIri(value))
    const tokens = new Map(bound.map(([name, term]) => [name, tokenOf(term)]))
    return fill(templates, tokens, scope, NOTHING).map((line) => line.slice(0, -END.length))
  }
}

const END = ` <${NOTHING}> .`
