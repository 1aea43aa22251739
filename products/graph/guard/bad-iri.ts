// Names that the grammar accepts but that are not valid IRIs (RFC 3987). The engine rejects them without a position.
import { isIri, LONGEST_IRI } from '../terms/iri.ts'
import type { Finding } from './finding.ts'
import { clip } from './problems.ts'
import { walk } from './walk.ts'

const HAS_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/

/** The first invalid IRI. Resolve the names of the text first; those in its prologue are checked as written. */
export function badIri(tree: unknown): Finding | undefined {
  const found: Finding[] = []
  walk(tree, undefined, (node) => {
    if (node.type !== 'term' || node.subType !== 'namedNode' || 'prefix' in node) return undefined
    const { value, loc } = node
    if (HAS_SCHEME.test(value) && !isIri(value) && loc.sourceLocationType === 'source')
      found.push({ offset: loc.start, sentence: sentenceOf(value) })
    return undefined
  })
  return found.toSorted((a, b) => a.offset - b.offset)[0]
}

const sentenceOf = (value: string): string =>
  value.length > LONGEST_IRI
    ? `An IRI has at most ${LONGEST_IRI.toLocaleString('en')} characters.`
    : `<${clip(value)}> is not an absolute IRI.`
