// Statements about statements: what the metadata of a statement says, as lines of the graph `<context>/meta`. They are made
// from rows wherever lines are, so they are stored nowhere and count as no statements.

import { withUrn } from '@veritrace/platform/rdf/statement-id'
import { contextIri, metaGraph } from '../scope/rules.ts'
import { isIri } from '../terms/iri.ts'
import { writeTerm } from '../terms/nquads.ts'
import { RDF, type Term, XSD } from '../terms/term.ts'
import { nodeOf, objectOf } from './columns.ts'
import type { TermColumns } from './tables.ts'

/** Our own words: there is no agreed one for how sure a statement is. */
export const CONFIDENCE = 'urn:graph:vocab#confidence'
const PROV = 'http://www.w3.org/ns/prov#'
const DERIVED = `${PROV}wasDerivedFrom`
const GENERATED = `${PROV}generatedAtTime`

const META_END = `${metaGraph('')}> .`
/** Whether a line of the log is about a statement, and none itself. */
export const isMetaLine = (line: string): boolean => line.endsWith(META_END)

export interface DescribedRow extends TermColumns {
  id: string
  context: string
  metadata: Readonly<Record<string, unknown>> | null
  created_at: Date | null
}

/** Nothing for a statement without metadata. RDF 1.1 reification: the tree that the guard reads knows no triple terms. */
export function metaLinesOf(tenant: string, workspace: string, row: DescribedRow): string[] {
  const { metadata, created_at } = row
  if (!metadata || Object.keys(metadata).length === 0) return []
  const graph = writeTerm(iri(metaGraph(contextIri(tenant, workspace, row.context))))
  const reifier = writeTerm(iri(withUrn(row.id)))
  const line = (predicate: string, object: Term) => `${reifier} <${predicate}> ${writeTerm(object)} ${graph} .`
  const confidence = confidenceOf(metadata)
  return [
    line(`${RDF}subject`, nodeOf(row.subject)),
    line(`${RDF}predicate`, iri(row.predicate)),
    line(`${RDF}object`, objectOf(row)),
    ...(confidence === undefined ? [] : [line(CONFIDENCE, typed(plainDecimal(confidence), 'decimal'))]),
    ...sourcesOf(metadata).map((source) => line(DERIVED, source)),
    ...(created_at ? [line(GENERATED, typed(plainTime(created_at), 'dateTime'))] : []),
  ]
}

/** As lines have it, so that a reader of rows and a reader of lines find the same number. */
export function confidenceOf({ confidence }: Readonly<Record<string, unknown>>): number | undefined {
  const isOne = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  return isOne ? Number(plainDecimal(confidence)) : undefined
}

export interface MetaDelta {
  added: string[]
  removed: string[]
}

/** What two states of the same statements, by id, say differently about them. No statement may be there twice in one state. */
export function metaDelta(
  tenant: string,
  workspace: string,
  before: readonly DescribedRow[],
  after: readonly DescribedRow[],
): MetaDelta {
  const linesOf = (rows: readonly DescribedRow[]) => rows.flatMap((row) => metaLinesOf(tenant, workspace, row))
  // Most statements are new: then there is nothing to compare, and thousands of lines need not be told apart.
  if (before.length === 0) return { added: linesOf(after), removed: [] }
  const [old, now] = [new Set(linesOf(before)), new Set(linesOf(after))]
  return { added: [...now.difference(old)], removed: [...old.difference(now)] }
}

/** `source` and `wasDerivedFrom`, one or a list of them: an IRI where it is one, else text. */
function sourcesOf({ source, wasDerivedFrom }: Readonly<Record<string, unknown>>): Term[] {
  const texts = [source, wasDerivedFrom].flat().filter((value) => typeof value === 'string')
  return [...new Set(texts)].map((text) => (isIri(text) ? iri(text) : { kind: 'literal', value: text }))
}

// Both are written as the engine would print them: it keeps a note of every line that it prints otherwise.

/** SPARQL reads `0.9` as a decimal, so that is what `graph:confidence 0.9` has to find; decimals have no exponent. */
function plainDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(18).replace(/\.?0+$/, '') : text
}

/** Many statements come at one moment; writing it out once is enough. */
function plainTime(time: Date): string {
  if (written.time !== time) written = { time, text: time.toISOString().replace(/\.?0*Z$/, 'Z') }
  return written.text
}
let written: { time: Date | undefined; text: string } = { time: undefined, text: '' }

const iri = (value: string): Term => ({ kind: 'iri', value })
const typed = (value: string, type: string): Term => ({ kind: 'literal', value, datatype: `${XSD}${type}` })
