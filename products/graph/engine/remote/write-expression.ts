// Rewrites expressions from their tree. Only functions listed here are ever sent: servers have many more, some of which
// read files or run the server's own language.

import type { Expression, PatternGroup, TermIri, TermLiteral } from '@traqula/rules-sparql-1-1'
import { ownValue } from '@veritrace/platform/names'
import { writeTerm } from '../../terms/nquads.ts'
import { XSD } from '../../terms/term.ts'
import { EngineError } from '../engine.ts'
import { BLANK, toServerIri, toServerToken } from './names.ts'

/** The query is valid SPARQL but must not be sent to the server. */
export class NotForServer extends Error {}

const INFIX = new Set(['||', '&&', '=', '!=', '<', '>', '<=', '>=', '+', '-', '*', '/'])
const PREFIX: Readonly<Record<string, string>> = { '!': '!', uminus: '-', uplus: '+' }
const FUNCTIONS = new Set(
  (
    'str lang langmatches datatype bound iri uri rand abs ceil floor round concat strlen ucase lcase encode_for_uri ' +
    'contains strstarts strends strbefore strafter year month day hours minutes seconds timezone tz now uuid struuid ' +
    'md5 sha1 sha256 sha384 sha512 coalesce if strlang strdt sameterm isliteral isnumeric regex substr replace'
  ).split(' '),
)
const AGGREGATES = new Set(['count', 'sum', 'min', 'max', 'avg', 'sample', 'group_concat'])
const CASTS = new Set(
  ['boolean', 'double', 'float', 'decimal', 'integer', 'dateTime', 'string'].map((name) => XSD + name),
)

type WriteGroup = (group: PatternGroup) => string

export function writeExpression(node: Expression, writeGroup: WriteGroup): string {
  const write = (part: Expression): string => writeExpression(part, writeGroup)
  if (node.type === 'term') return node.subType === 'variable' ? `?${node.value}` : writeConstant(node)
  switch (node.subType) {
    case 'patternOperation':
      return `${node.operator === 'exists' ? 'EXISTS' : 'NOT EXISTS'} ${writeGroup(node.args)}`
    case 'functionCall':
      return `${cast(node.function)}(${node.args.map(write).join(', ')})`
    case 'aggregate': {
      if (!AGGREGATES.has(node.aggregation)) throw new NotForServer(node.aggregation)
      const [of] = node.expression
      const separator =
        'separator' in node ? ` ; SEPARATOR = ${writeTerm({ kind: 'literal', value: node.separator })}` : ''
      const distinct = node.distinct ? 'DISTINCT ' : ''
      return `${node.aggregation.toUpperCase()}(${distinct}${of.type === 'wildcard' ? '*' : write(of)}${separator})`
    }
    case 'operation':
      return writeOperation(node.operator, node.args.map(write))
  }
}

/** IRIs and literals. Numbers are written bare because servers optimize for that. */
export function writeConstant(term: TermIri | TermLiteral): string {
  if (term.subType === 'namedNode') return writeIri(term.value)
  const { value, langOrIri } = term
  if (langOrIri === undefined) return writeTerm({ kind: 'literal', value })
  if (typeof langOrIri === 'string') return writeTerm({ kind: 'literal', value, language: langOrIri })
  const type = langOrIri.value.startsWith(XSD) ? langOrIri.value.slice(XSD.length) : ''
  if (ownValue(BARE, type)?.test(value)) return value
  return toServerToken(writeTerm({ kind: 'literal', value, datatype: langOrIri.value }))
}

const BARE: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d{1,18}$/,
  decimal: /^-?\d{1,15}\.\d{1,15}$/,
  boolean: /^(?:true|false)$/,
}

/** Schemes that refer to server internals. */
const INSIDE = /^(?:bif|sql|xpath|xslt|java|jar|file|define|local):/i

export function writeIri(iri: string): string {
  // The grammar allows no such IRI. Check again, because the safety of the text depends on it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an IRI must not contain these
  if (/[\x00-\x20<>"{}|^`\\]/.test(iri)) throw new EngineError('syntax', 'The text has an invalid IRI.')
  if (INSIDE.test(iri)) throw new NotForServer(iri)
  return `<${toServerIri(iri)}>`
}

function cast({ value }: TermIri): string {
  if (CASTS.has(value)) return `<${value}>`
  throw new EngineError('syntax', `The function <${value.slice(0, 200)}> is not known.`)
}

function writeOperation(operator: string, args: readonly string[]): string {
  const [first = '', ...rest] = args
  if (INFIX.has(operator)) return `(${args.join(` ${operator} `)})`
  if (operator === 'in' || operator === 'notin')
    return `(${first} ${operator === 'in' ? 'IN' : 'NOT IN'} (${rest.join(', ')}))`
  const prefix = PREFIX[operator]
  if (prefix) return `(${prefix} ${first})`
  // Blank nodes are stored as IRIs on the server.
  if (operator === 'isblank') return `(isIRI(${first}) && STRSTARTS(STR(${first}), "${BLANK}"))`
  if (operator === 'isiri' || operator === 'isuri') return `(isIRI(${first}) && ! STRSTARTS(STR(${first}), "${BLANK}"))`
  if (!FUNCTIONS.has(operator)) throw new NotForServer(operator)
  return `${operator.toUpperCase()}(${args.join(', ')})`
}
