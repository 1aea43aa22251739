// One query against a workspace, within its dataset and its limits.
import type { Query } from '@traqula/rules-sparql-1-1'
import { recalling } from '../../guard/recall.ts'
import { EngineError, type QueryAnswer } from '../engine.ts'
import type { Cell } from './cell.ts'
import { countRows } from './count-rows.ts'
import type { Question } from './messages.ts'
import { endOf, startOf } from './positions.ts'
import { type Read, readQuery } from './read-sparql.ts'
import { namedNode } from './wasm.ts'
import { rowsCsv } from './write-csv.ts'
import { rdfXml, rowsXml } from './write-xml.ts'

const CSV = 'text/csv'
const TSV = 'text/tab-separated-values'
const ROW_FORMATS = new Set(['application/sparql-results+json', 'application/sparql-results+xml', CSV, TSV])
const RDF_XML = 'application/rdf+xml'
const TRIPLE_FORMATS = new Set(['text/turtle', 'application/n-triples', 'application/ld+json', RDF_XML])

/** Beside whole questions, which are too long to be known where they name many graphs. */
const readAgain = recalling(readQuery)
const prepareAgain = recalling((question) => prepare(JSON.parse(question) as Question))

export function runQuery(cell: Cell, question: string): QueryAnswer {
  const { query, options, kind, format, maxRows, maxBytes } = prepareAgain(question)
  const text = String(cell.store.query(query, options))
  // A row has at least one character, so most results need not be counted.
  if (kind === 'rows' && text.length > maxRows && countRows(text, options.results_format) > maxRows)
    throw new EngineError('too_large', `The query has more than ${maxRows} rows.`)
  return written(kind === 'rows' && format === CSV ? rowsCsv(text) : inXml(text, format, maxBytes), maxBytes)
}

/** All that the store is told of a question, which is the same whenever it is asked. */
function prepare({ text, dataset, format, maxRows, maxBytes, base }: Question) {
  const read = readAgain(text, base)
  const kind = kindOf(read.tree)
  if (!(kind === 'triples' ? TRIPLE_FORMATS : ROW_FORMATS).has(format))
    throw new EngineError('format', `The ${kind} of this query cannot be written as ${format}.`)
  // With both lists given, FROM and FROM NAMED of the text count for nothing, and no other graph can be reached.
  const options = {
    default_graph: dataset.defaultGraphs.map(nodeOf),
    named_graphs: dataset.namedGraphs.map(nodeOf),
    results_format: storeFormat(format, kind),
    ...(base !== undefined && { base_iri: base }),
  }
  return { query: limited(read, maxRows), options, kind, format, maxRows, maxBytes }
}

/** What the store is asked for: some formats are made here. */
function storeFormat(format: string, kind: ReturnType<typeof kindOf>): string {
  if (format === RDF_XML) return 'application/n-triples'
  return format === CSV && kind === 'rows' ? TSV : format
}

/** What comes from the store is not XML yet where XML was asked for, or not surely. */
function inXml(text: string, format: string, maxBytes: number): string {
  if (format === RDF_XML) return rdfXml(text, maxBytes)
  return format === 'application/sparql-results+xml' ? rowsXml(text) : text
}

const MOST_NODES = 10_000
const nodes = new Map<string, ReturnType<typeof namedNode>>()

/** Each query names the same graphs, and a term that is made anew is registered for its end. */
function nodeOf(graph: string): ReturnType<typeof namedNode> {
  const known = nodes.get(graph)
  if (known) return known
  if (nodes.size >= MOST_NODES) nodes.clear()
  const made = namedNode(graph)
  nodes.set(graph, made)
  return made
}

function kindOf({ subType }: Query): 'rows' | 'boolean' | 'triples' {
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

/** Below this, bytes gain nothing. */
const LONG = 65_536

function written(text: string, maxBytes: number): QueryAnswer {
  // A character has one byte at least and three at most, so most texts need not be counted.
  if (text.length <= maxBytes) {
    if (text.length < LONG && text.length * 3 <= maxBytes) return text
    const bytes = Buffer.from(text)
    if (bytes.length <= maxBytes) return text.length < LONG ? text : bytes
  }
  throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
}
