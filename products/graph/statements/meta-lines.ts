// The metadata of a statement as lines of the graph `<context>/meta`. The lines are derived from rows wherever they are
// needed, so they are not stored and do not count as statements.

import { withUrn } from '@veritrace/platform/rdf/statement-id'
import { contextIri, metaGraph } from '../scope/rules.ts'
import { isIri } from '../terms/iri.ts'
import { writeTerm } from '../terms/nquads.ts'
import { RDF, type Term, XSD } from '../terms/term.ts'
import { nodeOf, objectOf } from './columns.ts'
import type { TermColumns } from './tables.ts'

/** Our own vocabulary, because there is no standard term for the confidence in a statement. */
export const CONFIDENCE = 'urn:graph:vocab#confidence'
const PROV = 'http://www.w3.org/ns/prov#'
const DERIVED = `${PROV}wasDerivedFrom`
const GENERATED = `${PROV}generatedAtTime`

const META_END = `${metaGraph('')}> .`
/** Whether a line of the log is metadata and not a statement itself. */
export const isMetaLine = (line: string): boolean => line.endsWith(META_END)

export interface DescribedRow extends TermColumns {
  id: string
  context: string
  metadata: Readonly<Record<string, unknown>> | null
  created_at: Date | null
}

/**
 * Empty for a statement without metadata. Uses RDF 1.1 reification, because the guard's parser does not know triple
 * terms.
 */
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

/** The same value that the lines have, so that readers of rows and of lines see the same number. */
export function confidenceOf({ confidence }: Readonly<Record<string, unknown>>): number | undefined {
  const isOne = typeof confidence === 'number' && confidence >= 0 && confidence <= 1
  return isOne ? Number(plainDecimal(confidence)) : undefined
}

export interface MetaDelta {
  added: string[]
  removed: string[]
}

/**
 * The difference between two states of the metadata of the same statements. Each state must list a statement only once.
 */
export function metaDelta(
  tenant: string,
  workspace: string,
  before: readonly DescribedRow[],
  after: readonly DescribedRow[],
): MetaDelta {
  const linesOf = (rows: readonly DescribedRow[]) => rows.flatMap((row) => metaLinesOf(tenant, workspace, row))
  // Most statements are new. Then there is nothing to compare, and no need to build sets of thousands of lines.
  if (before.length === 0) return { added: linesOf(after), removed: [] }
  const [old, now] = [new Set(linesOf(before)), new Set(linesOf(after))]
  return { added: [...now.difference(old)], removed: [...old.difference(now)] }
}

/** The values of `source` and `wasDerivedFrom`, each one value or a list: as an IRI if it is one, otherwise as text. */
function sourcesOf({ source, wasDerivedFrom }: Readonly<Record<string, unknown>>): Term[] {
  const texts = [source, wasDerivedFrom].flat().filter((value) => typeof value === 'string')
  return [...new Set(texts)].map((text) => (isIri(text) ? iri(text) : { kind: 'literal', value: text }))
}

// Both values are written as the engine prints them: the engine records every line that it would print differently.

/** A decimal, because SPARQL reads `0.9` as one and `graph:confidence 0.9` must match. Decimals have no exponent. */
function plainDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(18).replace(/\.?0+$/, '') : text
}

/** Many statements share one time, so the last result is cached. */
function plainTime(time: Date): string {
  if (written.time !== time) written = { time, text: time.toISOString().replace(/\.?0*Z$/, 'Z') }
  return written.text
}
let written: { time: Date | undefined; text: string } = { time: undefined, text: '' }

const iri = (value: string): Term => ({ kind: 'iri', value })
const typed = (value: string, type: string): Term => ({ kind: 'literal', value, datatype: `${XSD}${type}` })
