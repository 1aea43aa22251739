// Canonical N-Quads lines (RDFC-1.0, appendix A), without the line end.
//
// Language tags are written in lower case, because RDF 1.1 compares them case-insensitively: "x"@EN and "x"@en are one
// statement. Everything else is written as given, including lexical forms.
import { escaped } from '@veritrace/platform/rdf/literals'
import { isIri } from './iri.ts'
import { isLanguageTag } from './language.ts'
import { BLANK_LABEL, type BlankTerm, type IriTerm, type LiteralTerm, type Quad, RDF, type Term, XSD } from './term.ts'

/** The text is not a statement that we can store. */
export class TermError extends Error {}

export const writeQuad = ({ subject, predicate, object, graph }: Quad): string =>
  `${writeTerm(subject)} ${writeTerm(predicate)} ${writeTerm(object)} ${writeTerm(graph)} .`

export function writeTerm(term: Term): string {
  if (term.kind === 'iri') return `<${term.value}>`
  if (term.kind === 'bnode') return `_:${term.value}`
  const text = `"${escaped(term.value)}"`
  if (term.language !== undefined) return `${text}@${term.language.toLowerCase()}`
  return term.datatype === undefined || term.datatype === XSD_STRING ? text : `${text}^^<${term.datatype}>`
}

/** Parses any N-Quads line with a graph, in any spelling; throws a TermError for anything else. */
export function readLine(line: string): Quad {
  const found = LINE.exec(line)?.groups
  if (!found) throw new TermError('The line is not an N-Quads statement with a graph.')
  return {
    subject: readNode(found.subject!),
    predicate: readIri(found.predicate!),
    object: found.object!.startsWith('"') ? readLiteral(found) : readNode(found.object!),
    graph: readIri(found.graph!),
  }
}

export const XSD_STRING = `${XSD}string`
export const LANG_STRING = `${RDF}langString`

const UCHAR = '\\\\u[0-9A-Fa-f]{4}|\\\\U[0-9A-Fa-f]{8}'
const IRI_CHARS = '[^\\x00-\\x20<>"{}|^`\\\\]*'
const IRIREF = `<${IRI_CHARS}(?:(?:${UCHAR})${IRI_CHARS})*>`
const BLANK = `_:${BLANK_LABEL}`
const STRING_CHARS = '[^"\\\\\\r\\n]*'
const STRING = `"${STRING_CHARS}(?:(?:\\\\[tbnrf"'\\\\]|${UCHAR})${STRING_CHARS})*"`
const LITERAL = `(?<text>${STRING})(?:\\^\\^(?<datatype>${IRIREF})|@(?<language>[A-Za-z]+(?:-[A-Za-z0-9]+)*))?`
const LINE = new RegExp(
  `^[ \\t]*(?<subject>${IRIREF}|${BLANK})[ \\t]*(?<predicate>${IRIREF})[ \\t]*(?<object>${IRIREF}|${BLANK}|${LITERAL})` +
    `[ \\t]*(?<graph>${IRIREF})[ \\t]*\\.[ \\t]*(?:#[^\\r\\n]*)?$`,
  'u',
)

const readNode = (text: string): IriTerm | BlankTerm =>
  text.startsWith('_:') ? { kind: 'bnode', value: text.slice(2) } : readIri(text)

function readIri(text: string): IriTerm {
  const value = unescaped(text.slice(1, -1))
  if (!isIri(value)) throw new TermError(`“${value.slice(0, 200)}” is not an absolute IRI.`)
  return { kind: 'iri', value }
}

function readLiteral({ text, datatype, language }: Record<string, string | undefined>): LiteralTerm {
  const value = unescaped(text!.slice(1, -1))
  if (value.includes('\0')) throw new TermError('A literal has the character U+0000, which cannot be stored.')
  if (language !== undefined && !isLanguageTag(language)) throw new TermError(`“${language}” is not a language tag.`)
  const type = datatype && readIri(datatype).value
  if (type === LANG_STRING) throw new TermError('A literal of rdf:langString must have a language tag.')
  return {
    kind: 'literal',
    value,
    ...(type && type !== XSD_STRING && { datatype: type }),
    ...(language !== undefined && { language }),
  }
}

const PLAIN: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' }

/** Throws a TermError if an escape is not a character. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return wellFormed(text)
  return wellFormed(
    text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, short, long, char) =>
      char ? (PLAIN[char] ?? char) : codePoint(Number.parseInt(short ?? long, 16)),
    ),
  )
}

function codePoint(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new TermError('An escape is not a valid character.')
  return String.fromCodePoint(code)
}

/** A lone surrogate has no UTF-8 encoding and would be stored as another character. */
function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new TermError('A term has half of a surrogate pair.')
  return text
}
