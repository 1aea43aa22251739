// Checks whether a body is a statement that can be stored in this scope. Reports every invalid field.
import { LONGEST_OBJECT } from '@veritrace/contract/graph/limits'
import {
  MOST_METADATA_BYTES,
  type NewStatement,
  OBJECT_TYPES,
  type StatementProblem,
} from '@veritrace/contract/graph/statements'
import { UnreadableLine } from '@veritrace/platform/http/json-body'
import { isText } from '@veritrace/platform/text'
import { contextIri, readContext } from '../scope/rules.ts'
import type { Scope } from '../scope/scope.ts'
import { isIri } from '../terms/iri.ts'
import { isLanguageTag } from '../terms/language.ts'
import { fitsDatatype } from '../terms/lexical.ts'
import { LANG_STRING, XSD_STRING } from '../terms/nquads.ts'
import { type BlankTerm, type IriTerm, isBlankLabel, type Term } from '../terms/term.ts'
import { assertedRow } from './asserted-row.ts'
import type { AssertedRow, Metadata } from './tables.ts'

export type Problem = Omit<StatementProblem, 'index'>
export type Checked = { row: AssertedRow } | { problems: Problem[] }

export function checkStatement(value: unknown, scope: Scope): Checked {
  if (value instanceof UnreadableLine)
    return { problems: [{ path: '', code: 'malformed_json', message: value.message }] }
  const misshapen = shapeProblems(value)
  if (misshapen.length > 0) return { problems: misshapen }
  const body = value as NewStatement
  const context = readContext(body.contextId ?? scope.context, scope.tenant, scope.workspace)
  const problems = [...contextProblems(context, scope), ...termProblems(body), ...metadataProblems(body.metadata)]
  if (problems.length > 0 || 'refused' in context) return { problems }
  const quad = {
    subject: nodeOf(body.subject),
    predicate: { kind: 'iri', value: body.predicate } as const,
    object: objectOf(body),
    graph: { kind: 'iri', value: contextIri(scope.tenant, scope.workspace, context.name) } as const,
  }
  return { row: assertedRow(quad, context.name, { metadata: body.metadata }) }
}

const wrong = (path: string, message: string): Problem => ({ path, code: 'invalid_body', message })

/** The body schema of a single statement, repeated here because the HTTP layer does not check the items of a batch. */
function shapeProblems(value: unknown): Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [wrong('', 'must be object')]
  const fields = value as Record<string, unknown>
  const missing = REQUIRED.filter((name) => fields[name] === undefined).map((name) => wrong(name, 'is required'))
  const unknown = Object.keys(fields).filter((name) => !TEXTS.includes(name) && name !== 'metadata')
  const notText = TEXTS.filter((name) => fields[name] !== undefined && typeof fields[name] !== 'string')
  const { metadata = {} } = fields
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  return [
    ...missing,
    ...unknown.map((name) => wrong(name, 'is not a known field')),
    ...notText.map((name) => wrong(name, 'must be string')),
    ...(isObject ? [] : [wrong('metadata', 'must be object')]),
  ]
}
const REQUIRED = ['subject', 'predicate', 'object', 'objectType']
const TEXTS = [...REQUIRED, 'datatype', 'language', 'contextId']

function contextProblems(context: ReturnType<typeof readContext>, scope: Scope): Problem[] {
  const path = 'contextId'
  if ('refused' in context)
    return context.refused === 'malformed'
      ? [wrong(path, 'must be the IRI of a context, or its name')]
      : [{ path, code: 'graph_out_of_scope', message: 'is a graph of another workspace' }]
  if (scope.width === 'workspace' || context.name === scope.context) return []
  return [{ path, code: 'graph_out_of_scope', message: 'is not the context of X-Context-ID' }]
}

function termProblems(body: NewStatement): Problem[] {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push(wrong(path, message))
  if (!isNode(body.subject)) refuse('subject', 'must be an absolute IRI, or a blank node as _:label')
  if (!isIri(body.predicate)) refuse('predicate', 'must be an absolute IRI')
  if (!OBJECT_TYPES.includes(body.objectType)) refuse('objectType', `must be one of ${OBJECT_TYPES.join(', ')}`)
  if (body.objectType === 'iri' && !isIri(body.object)) refuse('object', 'must be an absolute IRI')
  if (body.objectType === 'bnode' && !isBlank(body.object)) refuse('object', 'must be a blank node as _:label')
  if (body.objectType === 'literal') problems.push(...literalProblems(body))
  else
    for (const path of ['datatype', 'language'] as const)
      if (body[path] !== undefined) refuse(path, 'is only allowed for a literal')
  return problems
}

function literalProblems({ object, datatype, language }: NewStatement): Problem[] {
  const problems: Problem[] = []
  const refuse = (path: string, message: string) => problems.push(wrong(path, message))
  if (object.length > LONGEST_OBJECT) refuse('object', `must NOT have more than ${LONGEST_OBJECT} characters`)
  if (!isText(object)) refuse('object', 'must be Unicode text without U+0000')
  if (language !== undefined && !isLanguageTag(language)) refuse('language', 'must be a BCP 47 language tag')
  if (datatype === undefined) return problems
  if (language !== undefined) refuse('datatype', 'cannot be combined with language')
  else if (datatype === LANG_STRING) refuse('language', 'is required for rdf:langString')
  else if (!isIri(datatype)) refuse('datatype', 'must be an absolute IRI')
  else if (!fitsDatatype(object, datatype)) refuse('object', `is not a lexical form of ${datatype}`)
  return problems
}

function metadataProblems(metadata: Metadata | undefined): Problem[] {
  if (!metadata) return []
  const { confidence } = metadata
  const problems: Problem[] = []
  if (confidence !== undefined && !(typeof confidence === 'number' && confidence >= 0 && confidence <= 1))
    problems.push(wrong('metadata.confidence', 'must be a number from 0 to 1'))
  if (!isStorable(metadata)) problems.push(wrong('metadata', 'must contain only Unicode text and finite numbers'))
  if (isOverfull(metadata)) problems.push(TOO_MUCH_METADATA)
  return problems
}

export const TOO_MUCH_METADATA = wrong('metadata', `must not be more than ${MOST_METADATA_BYTES} bytes of JSON`)
export const isOverfull = (metadata: Metadata): boolean =>
  Buffer.byteLength(JSON.stringify(metadata)) > MOST_METADATA_BYTES

/** jsonb cannot store lone surrogates, U+0000, and numbers such as 1e999, which JSON parses as infinite. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner))
}
const isBlank = (text: string): boolean => text.startsWith('_:') && text.length <= 256 && isBlankLabel(text.slice(2))
const isNode = (text: string): boolean => isBlank(text) || isIri(text)

const nodeOf = (text: string): IriTerm | BlankTerm =>
  text.startsWith('_:') ? { kind: 'bnode', value: text.slice(2) } : { kind: 'iri', value: text }

const objectOf = ({ object, objectType, datatype, language }: NewStatement): Term =>
  objectType === 'literal'
    ? {
        kind: 'literal',
        value: object,
        // As in N-Quads, xsd:string is the default. Leaving it out makes both forms the same statement.
        ...(datatype !== undefined && datatype !== XSD_STRING && { datatype }),
        ...(language !== undefined && { language }),
      }
    : nodeOf(object)
