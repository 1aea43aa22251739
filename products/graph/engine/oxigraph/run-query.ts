// Runs one query on a workspace, within its dataset and its limits.
import type { Query } from '@traqula/rules-sparql-1-1'
import { recalling } from '../../guard/recall.ts'
import { EngineError, type QueryAnswer } from '../engine.ts'
import { countRows } from './count-rows.ts'
import type { Question } from './messages.ts'
import { endOf, startOf } from './positions.ts'
import { type Read, readQuery } from './read-sparql.ts'
import type { Shard } from './shard.ts'
import { namedNode } from './wasm.ts'
import { rowsCsv } from './write-csv.ts'
import { rdfXml, rowsXml } from './write-xml.ts'

const CSV = 'text/csv'
const TSV = 'text/tab-separated-values'
const ROW_FORMATS = new Set(['application/sparql-results+json', 'application/sparql-results+xml', CSV, TSV])
const RDF_XML = 'application/rdf+xml'
const TRIPLE_FORMATS = new Set(['text/turtle', 'application/n-triples', 'application/ld+json', RDF_XML])

/** Parsed texts are cached in addition to whole questions, because questions with many graphs are too long to cache. */
const readAgain = recalling(readQuery)
const prepareAgain = recalling((question) => prepare(JSON.parse(question) as Question))

export function runQuery(shard: Shard, question: string): QueryAnswer {
  const { query, options, kind, format, maxRows, maxBytes } = prepareAgain(question)
  const text = String(shard.store.query(query, options))
  // A row has at least one character, so short results need no counting.
  if (kind === 'rows' && text.length > maxRows && countRows(text, options.results_format) > maxRows)
    throw new EngineError('too_large', `The query has more than ${maxRows} rows.`)
  return written(kind === 'rows' && format === CSV ? rowsCsv(text) : inXml(text, format, maxBytes), maxBytes)
}

/** Everything the store needs to know about a question; the same each time it is asked. */
function prepare({ text, dataset, format, maxRows, maxBytes, base }: Question) {
  const read = readAgain(text, base)
  const kind = kindOf(read.tree)
  if (!(kind === 'triples' ? TRIPLE_FORMATS : ROW_FORMATS).has(format))
    throw new EngineError('format', `The ${kind} of this query cannot be written as ${format}.`)
  // With both lists given, the store ignores FROM and FROM NAMED in the text and reaches no other graph.
  const options = {
    default_graph: dataset.defaultGraphs.map(nodeOf),
    named_graphs: dataset.namedGraphs.map(nodeOf),
    results_format: storeFormat(format, kind),
    ...(base !== undefined && { base_iri: base }),
  }
  return { query: limited(read, maxRows), options, kind, format, maxRows, maxBytes }
}

/** The format to request from the store; some formats are converted here. */
function storeFormat(format: string, kind: ReturnType<typeof kindOf>): string {
  if (format === RDF_XML) return 'application/n-triples'
  return format === CSV && kind === 'rows' ? TSV : format
}

/** Converts or repairs XML: the store does not always write valid XML. */
function inXml(text: string, format: string, maxBytes: number): string {
  if (format === RDF_XML) return rdfXml(text, maxBytes)
  return format === 'application/sparql-results+xml' ? rowsXml(text) : text
}

const MOST_NODES = 10_000
const nodes = new Map<string, ReturnType<typeof namedNode>>()

/** Queries name the same graphs again and again, and each new term costs a registration for garbage collection. */
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
 * The text with a LIMIT one row over the maximum, so that a giant result is never built. The outermost LIMIT of a
 * SELECT only cuts rows, whatever the query contains; that of a CONSTRUCT cuts solutions, several of which can make one
 * triple.
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

/** Shorter answers gain nothing from being bytes. */
const LONG = 65_536

function written(text: string, maxBytes: number): QueryAnswer {
  // A UTF-16 unit has one to three bytes, so most texts need no counting.
  if (text.length <= maxBytes) {
    if (text.length < LONG && text.length * 3 <= maxBytes) return text
    const bytes = Buffer.from(text)
    if (bytes.length <= maxBytes) return text.length < LONG ? text : bytes
  }
  throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
}
