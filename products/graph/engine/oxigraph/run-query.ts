// One query against a workspace, within its dataset and its limits.
import type { Query } from '@traqula/rules-sparql-1-1'
import { recalling } from '../../guard/recall.ts'
import { EngineError, type QueryAnswer } from '../engine.ts'
import type { Cell } from './cell.ts'
import { countRows } from './count-rows.ts'
import type { Message } from './messages.ts'
import { endOf, startOf } from './positions.ts'
import { type Read, readQuery } from './read-sparql.ts'
import { namedNode } from './wasm.ts'

const ROW_FORMATS = new Set([
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
])
const TRIPLE_FORMATS = new Set(['text/turtle', 'application/n-triples', 'application/ld+json', 'application/rdf+xml'])

const encoder = new TextEncoder()
const readAgain = recalling(readQuery)

export function runQuery(cell: Cell, request: Extract<Message, { do: 'query' }>): QueryAnswer {
  const { dataset, format, maxRows, maxBytes, base } = request
  const read = readAgain(request.text, base)
  const kind = kindOf(read.tree)
  if (!(kind === 'triples' ? TRIPLE_FORMATS : ROW_FORMATS).has(format))
    throw new EngineError('format', `The ${kind} of this query cannot be written as ${format}.`)
  // With both lists given, FROM and FROM NAMED of the text count for nothing, and no other graph can be reached.
  const result = cell.store.query(limited(read, maxRows), {
    default_graph: dataset.defaultGraphs.map((graph) => namedNode(graph)),
    named_graphs: dataset.namedGraphs.map((graph) => namedNode(graph)),
    results_format: format,
    ...(base !== undefined && { base_iri: base }),
  })
  const body = encode(String(result), maxBytes)
  if (kind !== 'rows') return { kind, contentType: format, body }
  const rows = countRows(body, format)
  if (rows > maxRows) throw new EngineError('too_large', `The query has more than ${maxRows} rows.`)
  return { kind, contentType: format, body, rows }
}

function kindOf({ subType }: Query): QueryAnswer['kind'] {
  if (subType === 'select') return 'rows'
  return subType === 'ask' ? 'boolean' : 'triples'
}

/**
 * The text with a LIMIT of one row past the most, so that a giant result is never built. The outermost LIMIT of a SELECT
 * only cuts its rows, whatever stands inside; that of a CONSTRUCT cuts solutions, of which several can make one triple.
 */
function limited({ text, tree }: Read<Query>, maxRows: number): string {
  if (tree.subType !== 'select') return text
  const given = tree.solutionModifiers.limitOffset
  const most = `LIMIT ${maxRows + 1}`
  if (!given) {
    const end = tree.values ? startOf(tree.values) : text.length
    return `${text.slice(0, end)}\n${most}\n${text.slice(end)}`
  }
  if (given.limit !== undefined && given.limit <= maxRows) return text
  const offset = given.offset === undefined ? '' : ` OFFSET ${given.offset}`
  return `${text.slice(0, startOf(given))}${most}${offset}${text.slice(endOf(given))}`
}

function encode(text: string, maxBytes: number): Uint8Array {
  // A character has at least one byte, so the first check spares the encoding.
  const body = text.length > maxBytes ? undefined : encoder.encode(text)
  if (!body || body.length > maxBytes) throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
  return body
}
