// Terms as strings: two terms are equal if their strings are. A literal has its type first and its value last, so
// nothing needs escaping: `"@en"Hello`, `"http://…#integer"5`, `""plain`.
import { RDF, type Term, XSD } from '../../terms/term.ts'

export type Key = string

const STRING = `${XSD}string`

export const iri = (value: string): Key => `<${value}>`
export const blank = (label: string): Key => `_:${label}`
/** RDF compares language tags case-insensitively. */
export const literal = (value: string, datatype?: string | null, language?: string | null): Key =>
  language
    ? `"@${language.toLowerCase()}"${value}`
    : `"${datatype === undefined || datatype === null || datatype === STRING ? '' : datatype}"${value}`

export const isIri = (key: Key): boolean => key.charCodeAt(0) === 60
export const isBlank = (key: Key): boolean => key.charCodeAt(0) === 95
export const isLiteral = (key: Key): boolean => key.charCodeAt(0) === 34

export interface Literal {
  value: string
  datatype: string
  language: string | undefined
}

export function readLiteral(key: Key): Literal {
  const end = key.indexOf('"', 1)
  const type = key.slice(1, end)
  const value = key.slice(end + 1)
  if (type.startsWith('@')) return { value, datatype: `${RDF}langString`, language: type.slice(1) }
  return { value, datatype: type || STRING, language: undefined }
}

/** The readable form: the IRI, `_:label`, or the text of the literal. */
export const textOf = (key: Key): string =>
  isIri(key) ? key.slice(1, -1) : isLiteral(key) ? key.slice(key.indexOf('"', 1) + 1) : key

export const isTrue = (key: Key | undefined): boolean => key !== undefined && /^(?:true|1)$/.test(textOf(key))

export function termOf(key: Key): Term {
  if (isIri(key)) return { kind: 'iri', value: key.slice(1, -1) }
  if (isBlank(key)) return { kind: 'bnode', value: key.slice(2) }
  const { value, datatype, language } = readLiteral(key)
  if (language !== undefined) return { kind: 'literal', value, language }
  return { kind: 'literal', value, ...(datatype !== STRING && { datatype }) }
}
