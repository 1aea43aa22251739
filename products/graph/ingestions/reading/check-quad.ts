// Checks whether a quad of a document can be stored in this scope. The rules are those for a single statement.
import { LONGEST_OBJECT } from '@veritrace/contract/graph/limits'
import { isText } from '@veritrace/platform/text'
import { contextIri, readContext } from '../../scope/rules.ts'
import type { Scope } from '../../scope/scope.ts'
import { assertedRow } from '../../statements/asserted-row.ts'
import type { AssertedRow } from '../../statements/tables.ts'
import { isIri } from '../../terms/iri.ts'
import { isLanguageTag } from '../../terms/language.ts'
import { fitsDatatype } from '../../terms/lexical.ts'
import { LANG_STRING, TermError } from '../../terms/nquads.ts'
import { type BlankTerm, type IriTerm, isBlankLabel, type LiteralTerm, XSD } from '../../terms/term.ts'
import { isLiteral, type RdfLiteral, type RdfQuad, type RdfTerm } from './rdf.ts'

/** Throws a TermError with the reason if not. `tag` is the language tag as written, if the parser has changed it. */
export function checkQuad({ subject, predicate, object, graph }: RdfQuad, scope: Scope, tag = ''): AssertedRow {
  const literal = isLiteral(object) ? literalOf(object) : undefined
  const context = contextOf(graph, scope)
  const quad = {
    subject: nodeOf('subject', subject),
    predicate: iriOf('predicate', predicate),
    object: literal ?? nodeOf('object', object),
    graph: { kind: 'iri', value: graph.termType === 'DefaultGraph' ? scope.contextId : graph.value } as const,
  }
  const spelled = literal?.language
  return assertedRow(quad, context, spelled && tag.toLowerCase() === spelled ? { language: tag } : undefined)
}

function nodeOf(role: string, term: RdfTerm): IriTerm | BlankTerm {
  if (term.termType !== 'BlankNode') return iriOf(role, term)
  if (term.value.length > LONGEST_LABEL || !isBlankLabel(term.value))
    throw new TermError(`The ${role} is a blank node with a label that cannot be stored.`)
  return { kind: 'bnode', value: term.value }
}
const LONGEST_LABEL = 254

function iriOf(role: string, term: RdfTerm): IriTerm {
  if (term.termType === 'Quad') throw new TermError(`The ${role} is a triple. Use metadata to describe a statement.`)
  if (term.termType !== 'NamedNode') throw new TermError(`The ${role} must be an IRI.`)
  if (!isKnownIri(term.value)) throw new TermError(`The ${role} is not an absolute IRI: “${shorten(term.value)}”.`)
  return { kind: 'iri', value: term.value }
}

function literalOf({ value, language, direction, datatype }: RdfLiteral): LiteralTerm {
  if (value.length > LONGEST_OBJECT) throw new TermError(`The literal has more than ${LONGEST_OBJECT} characters.`)
  if (!isText(value)) throw new TermError('The literal has half of a surrogate pair, or the character U+0000.')
  if (direction) throw new TermError('The literal has a base direction, which cannot be stored.')
  if (language) {
    if (!isLanguageTag(language)) throw new TermError(`“${shorten(language)}” is not a BCP 47 language tag.`)
    return { kind: 'literal', value, language }
  }
  const type = datatype.value
  if (type === XSD_STRING) return { kind: 'literal', value }
  if (type === LANG_STRING) throw new TermError('A literal of rdf:langString must have a language tag.')
  if (!isKnownIri(type)) throw new TermError(`The datatype is not an absolute IRI: “${shorten(type)}”.`)
  if (!fitsDatatype(value, type)) throw new TermError(`“${shorten(value)}” is not a lexical form of ${type}.`)
  return { kind: 'literal', value, datatype: type }
}
const XSD_STRING = `${XSD}string`

/** The name of the context. */
export function contextOf(graph: RdfTerm, { tenant, workspace, context: own, contextId, width }: Scope): string {
  if (graph.termType === 'DefaultGraph' || graph.value === contextId) return own
  const context = graph.termType === 'NamedNode' ? readContext(graph.value, tenant, workspace) : undefined
  // A bare name would be a relative IRI here.
  if (!context || 'refused' in context || contextIri(tenant, workspace, context.name) !== graph.value)
    throw new TermError(`The graph is not a context of this workspace: “${shorten(graph.value)}”.`)
  if (width !== 'workspace')
    throw new TermError(
      'The graph is not the context of X-Context-ID. Set X-Graph-Scope: workspace to write to others.',
    )
  return context.name
}

/** Most IRIs repeat, and a lookup is cheaper than the grammar check. */
const known = new Set<string>()
const MOST_KNOWN = 20_000
function isKnownIri(iri: string): boolean {
  if (known.has(iri)) return true
  if (!isIri(iri)) return false
  if (known.size >= MOST_KNOWN) known.clear()
  known.add(iri)
  return true
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
