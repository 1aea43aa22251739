// Runs one query on the server and returns its answer in our formats and within our limits.
import type { Query, QueryConstruct, QuerySelect } from '@traqula/rules-sparql-1-1'
import { parseSparql } from '../../guard/parse.ts'
import { EngineError, type QueryAnswer, type QueryRequest } from '../engine.ts'
import type { JsonTerm } from '../oxigraph/lines.ts'
import { openConstruct } from './construct.ts'
import { fromServerTerm } from './names.ts'
import { type Row, readRows } from './read-rows.ts'
import { type Ask, ROWS, type Server } from './server.ts'
import { NotForServer } from './write-expression.ts'
import { writeQuery } from './write-query.ts'
import { ROW_FORMATS } from './write-rows.ts'

const NTRIPLES = 'application/n-triples'
const TRIPLE_FORMATS = new Set(['text/turtle', NTRIPLES, 'application/ld+json', 'application/rdf+xml'])

/** Writes triples, each made of three tokens, in another syntax. */
export type WriteTriples = (triples: readonly string[], request: QueryRequest) => Promise<QueryAnswer>

/** Checks and rewrites the text; throws NotForServer if the server must not run it. */
export function prepareQuery(
  server: Server,
  request: QueryRequest,
  writeTriples: WriteTriples,
): () => Promise<QueryAnswer> {
  const tree = readTree(request)
  const kind = kindOf(tree)
  if (!(kind === 'triples' ? TRIPLE_FORMATS.has(request.format) : request.format in ROW_FORMATS))
    throw new EngineError('format', `The ${kind} of this query cannot be written as ${request.format}.`)
  const text = writeQuery(tree, request)
  switch (tree.subType) {
    case 'select':
      return () => askRows(server, text, tree, request)
    case 'ask':
      return () => askBoolean(server, text, request)
    case 'construct':
      return () => askTriples(server, text, tree, request, writeTriples)
    case 'describe':
      throw new NotForServer('DESCRIBE')
  }
}

function readTree({ text, base }: QueryRequest): Query {
  try {
    return parseSparql(text, 'query', base === undefined ? {} : { baseIri: base }).ast
  } catch (error) {
    throw new EngineError('syntax', error instanceof Error ? error.message : String(error))
  }
}

function kindOf({ subType }: Query): 'rows' | 'boolean' | 'triples' {
  if (subType === 'select') return 'rows'
  return subType === 'ask' ? 'boolean' : 'triples'
}

const askFor = (accept: string, { timeoutMs, asker }: QueryRequest): Ask => ({
  accept,
  timeoutMs,
  signal: asker?.signal,
})

async function askRows(server: Server, text: string, tree: QuerySelect, request: QueryRequest): Promise<QueryAnswer> {
  const { format, maxRows, maxBytes } = request
  const writer = ROW_FORMATS[format]!
  const body: Buffer[] = []
  let bytes = 0
  let rows = 0
  let names: readonly string[] = []
  const push = (written: string): void => {
    const piece = Buffer.from(written)
    bytes += piece.length
    if (bytes > maxBytes) throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
    body.push(piece)
  }
  for await (const part of readRows(await server.query(text, askFor(ROWS, request)))) {
    if ('head' in part) {
      names = namesOf(tree, part.head)
      push(writer.begin(names))
      continue
    }
    if (rows + part.rows.length > maxRows)
      throw new EngineError('too_large', `The query has more than ${maxRows} rows.`)
    push(part.rows.map((row, index) => writer.row(names, termsOf(row), rows + index)).join(''))
    rows += part.rows.length
  }
  push(writer.end)
  return Uint8Array.from(Buffer.concat(body))
}

/** The names in the query text. Servers add names for columns without one. */
function namesOf({ variables }: QuerySelect, head: readonly string[]): readonly string[] {
  const names = variables.flatMap((column) => {
    if (column.type === 'wildcard') return []
    return [column.type === 'term' ? column.value : column.variable.value]
  })
  return names.length > 0 ? names : head.filter((name) => !name.startsWith('_'))
}

const termsOf = (row: Row): Record<string, JsonTerm> =>
  Object.fromEntries(Object.entries(row).map(([name, term]) => [name, fromServerTerm(term)]))

/** An answer to ASK has a few bytes; a longer one is not SPARQL. */
const LONGEST_BOOLEAN = 100_000

async function askBoolean(server: Server, text: string, request: QueryRequest): Promise<QueryAnswer> {
  let answer = ''
  for await (const piece of await server.query(text, askFor(ROWS, request))) {
    answer += Buffer.from(piece).toString()
    if (answer.length > LONGEST_BOOLEAN) break
  }
  const value = /"boolean"\s*:\s*(true|false)/.exec(answer)?.[1]
  if (!value) throw new EngineError('unavailable', 'The SPARQL server did not send a valid answer to ASK.')
  return ROW_FORMATS[request.format]!.boolean(value === 'true')
}

async function askTriples(
  server: Server,
  text: string,
  tree: QueryConstruct,
  request: QueryRequest,
  writeTriples: WriteTriples,
): Promise<QueryAnswer> {
  const { format, maxBytes } = request
  const construct = openConstruct(tree)
  let bytes = 0
  const triples = new Set<string>()
  for await (const part of readRows(await server.query(text, askFor(ROWS, request)))) {
    if ('head' in part) continue
    for (const triple of part.rows.flatMap((row) => construct(termsOf(row)))) {
      if (triples.has(triple)) continue
      triples.add(triple)
      bytes += triple.length
    }
    if (bytes > maxBytes) throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
  }
  if (format !== NTRIPLES) return writeTriples([...triples], request)
  const body = new TextEncoder().encode([...triples].map((triple) => `${triple} .\n`).join(''))
  if (body.length > maxBytes) throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
  return body
}
