// Packs statements from the bytes of a document without creating strings, by the rules of `check-quad.ts`.
import { LONGEST_OBJECT } from '@veritrace/contract/graph/limits'
import type { Scope } from '../../scope/scope.ts'
import type { LineTerms } from '../../statements/line-terms.ts'
import { type ContextBytes, contextBytes } from '../../statements/packer.ts'
import { isLanguageTag } from '../../terms/language.ts'
import { fitsDatatype } from '../../terms/lexical.ts'
import { LANG_STRING, TermError } from '../../terms/nquads.ts'
import { XSD } from '../../terms/term.ts'
import { contextOf } from './check-quad.ts'
import type { Chunks } from './chunks.ts'

/** Limit of the cache; a document may name any number of graphs. */
const MOST_GRAPHS = 1_000

/**
 * Returns true if it has taken the line. False leaves the line to the text parser, which reports the reason if it is
 * invalid.
 */
export function lineTaker(scope: Scope, chunks: Chunks): (bytes: Buffer, terms: LineTerms) => boolean {
  const own = contextBytes(scope.context, scope.contextId)
  const contexts = new Map<string, ContextBytes | undefined>([[scope.contextId, own]])

  /** Undefined if the graph may not be written to. */
  const contextIn = (bytes: Buffer, from: number, to: number): ContextBytes | undefined => {
    if (to === 0) return own
    const graph = textOf(bytes, from, to)
    if (contexts.size > MOST_GRAPHS) contexts.clear()
    if (!contexts.has(graph)) contexts.set(graph, contextFor(graph, scope))
    return contexts.get(graph)
  }
  return (bytes, terms) => {
    if (!chunks.isWanted()) {
      chunks.pass()
      return true
    }
    const context = contextIn(bytes, terms.graphFrom, terms.graphTo)
    if (!context || (terms.isLiteral && !isLiteral(bytes, terms))) return false
    chunks.addLine(bytes, terms, context)
    return true
  }
}

function contextFor(graph: string, scope: Scope): ContextBytes | undefined {
  try {
    return contextBytes(contextOf({ termType: 'NamedNode', value: graph }, scope), graph)
  } catch (error) {
    if (error instanceof TermError) return undefined
    throw error
  }
}

function isLiteral(bytes: Buffer, terms: LineTerms): boolean {
  if (terms.objectTo - terms.objectFrom > LONGEST_OBJECT) return false
  if (terms.languageTo > 0) return isLanguageTag(textOf(bytes, terms.languageFrom, terms.languageTo))
  if (terms.datatypeTo === 0) return true
  const datatype = textOf(bytes, terms.datatypeFrom, terms.datatypeTo)
  // Canonical lines omit the datatype of plain strings.
  if (datatype === XSD_STRING || datatype === LANG_STRING) return false
  return !datatype.startsWith(XSD) || fitsDatatype(textOf(bytes, terms.objectFrom, terms.objectTo), datatype)
}
const XSD_STRING = `${XSD}string`

const textOf = (bytes: Buffer, from: number, to: number): string => bytes.toString('utf8', from, to)
