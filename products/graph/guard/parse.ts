// Parses text into a checked tree. Everything later (limits, scope, dataset, the engine) works on the result.
import type { Query, SparqlQuery, Update, UpdateOperation } from '@traqula/rules-sparql-1-1'
import { decodeEscapes } from './decode.ts'
import { type Kind, STARTS } from './expected.ts'
import { parseText } from './parser.ts'
import { invalidSparql } from './problems.ts'
import { type Prologue, resolveNames } from './resolve.ts'
import { refuseLargeText, scan } from './scan.ts'
import { syntaxProblem } from './syntax-error.ts'

export type QueryForm = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE'
type UpdateForm =
  | 'INSERT DATA'
  | 'DELETE DATA'
  | 'DELETE WHERE'
  | 'DELETE/INSERT'
  | 'LOAD'
  | 'CLEAR'
  | 'DROP'
  | 'CREATE'
  | 'ADD'
  | 'MOVE'
  | 'COPY'

interface Parsed {
  /** The decoded text. It was checked, positions refer to it, and only it may run. */
  text: string
  baseIri: string | undefined
}

export interface ParsedQuery extends Parsed {
  kind: 'query'
  form: QueryForm
  /** All IRIs after the prologue are absolute: no prefixes or relative references are left. */
  ast: Query
}

export interface ParsedUpdate extends Parsed {
  kind: 'update'
  operations: readonly ParsedOperation[]
  ast: Update
}

export interface ParsedOperation {
  form: UpdateForm
  /** All IRIs are absolute, as in the tree of a query. */
  ast: UpdateOperation
  /** The prologue that applies to this operation, for running a part of the text separately. */
  prologue: Prologue
}

export type ParsedSparql = ParsedQuery | ParsedUpdate

export interface ParseOptions {
  /** Base for relative IRIs; without it, they are rejected. Pass the same base to the engine. */
  baseIri?: string
}

export function parseSparql(source: string, kind: 'query', options?: ParseOptions): ParsedQuery
export function parseSparql(source: string, kind: 'update', options?: ParseOptions): ParsedUpdate
export function parseSparql(source: string, kind: 'query' | 'update', options: ParseOptions = {}): ParsedSparql {
  refuseLargeText(source, kind)
  const text = decodeEscapes(source)
  scan(text, kind)
  const ast = parseTree(text, kind, options.baseIri)
  const parsed = { text, baseIri: options.baseIri }
  if (kind === 'query') return { ...parsed, ...asQuery(text, ast, options.baseIri) }
  return { ...parsed, ...asUpdate(text, ast, options.baseIri) }
}

function parseTree(text: string, kind: Kind, baseIri: string | undefined): SparqlQuery {
  try {
    return parseText(text, baseIri)
  } catch (error) {
    throw syntaxProblem(text, kind, error)
  }
}

const QUERY_FORMS = { select: 'SELECT', ask: 'ASK', construct: 'CONSTRUCT', describe: 'DESCRIBE' } as const

function asQuery(text: string, ast: SparqlQuery, baseIri: string | undefined) {
  if (ast.type === 'update') {
    const empty = ast.updates.every((update) => !update.operation)
    if (empty)
      throw invalidSparql(text, 'There is no query in the text.', { offset: text.length, expected: STARTS.query })
    throw invalidSparql(text, 'This is an update; a query was expected.')
  }
  resolveNames(text, [{ context: ast.context, body: ast }], baseIri)
  return { kind: 'query', form: QUERY_FORMS[ast.subType], ast } as const
}

const UPDATE_FORMS = {
  insertdata: 'INSERT DATA',
  deletedata: 'DELETE DATA',
  deletewhere: 'DELETE WHERE',
  modify: 'DELETE/INSERT',
  load: 'LOAD',
  clear: 'CLEAR',
  drop: 'DROP',
  create: 'CREATE',
  add: 'ADD',
  move: 'MOVE',
  copy: 'COPY',
} as const

function asUpdate(text: string, ast: SparqlQuery, baseIri: string | undefined) {
  if (ast.type === 'query') throw invalidSparql(text, 'This is a query; an update was expected.')
  const parts = ast.updates.map(({ context, operation }) => ({ context, body: operation }))
  const prologues = resolveNames(text, parts, baseIri)
  const operations = parts.flatMap(({ body }, index) =>
    body ? [{ form: UPDATE_FORMS[body.subType], ast: body, prologue: prologues[index]! }] : [],
  )
  return { kind: 'update', operations, ast } as const
}
