// Converts expected and actual results to statements, so that rows and graphs are compared in the same way.
import { literal, namedNode, parse, Store } from 'oxigraph'
import type { Statement } from './isomorphic.ts'
import { readSuiteFile, readTriples } from './manifest.ts'

interface JsonResults {
  head?: { vars?: string[] }
  boolean?: boolean
  results?: { bindings: Record<string, JsonTerm>[] }
}
interface JsonTerm {
  type: string
  value: string
  datatype?: string
  'xml:lang'?: string
}

export interface GivenAnswer {
  /** In order, if the syntax has variables. */
  variables?: string[]
  statements: Statement[]
}

const FORMATS: Readonly<Record<string, string>> = {
  srx: 'application/sparql-results+xml',
  srj: 'application/sparql-results+json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  rdf: 'application/rdf+xml',
  nt: 'application/n-triples',
  ttl: 'text/turtle',
}

/** The syntax to request: that of the expected result. Rows that are expected as triples are requested as JSON. */
export function formatFor(file: string, query: string): string {
  const format = FORMATS[file.split('.').at(-1) ?? ''] ?? 'text/turtle'
  const isGraph = /\b(?:CONSTRUCT|DESCRIBE)\b/i.test(query)
  const isGraphFormat = /turtle|triples|rdf/.test(format)
  return isGraphFormat && !isGraph ? 'application/sparql-results+json' : format
}

export function expectedAnswer(file: string): GivenAnswer {
  const format = FORMATS[file.split('.').at(-1) ?? ''] ?? 'text/turtle'
  if (!/turtle|triples|rdf/.test(format)) return readAnswer(readSuiteFile(file), format)
  const triples = readTriples(file, 'e')
  const RS = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#'
  if (!triples.some(([, , object]) => object === `<${RS}ResultSet>`)) return { statements: byValue(triples) }
  return { statements: byValue(fromResultSet(triples, RS)) }
}

export function readAnswer(text: string, format: string): GivenAnswer {
  if (format === 'application/sparql-results+json') return fromJson(JSON.parse(text))
  if (format === 'application/sparql-results+xml') return fromJson(readXml(text))
  if (format === 'text/csv') return readCsv(text)
  if (format === 'text/tab-separated-values') return readTsv(text)
  const triples = parse(text, { format, base_iri: 'http://example.com/' })
  return { statements: byValue(triples.map((quad) => [quad.subject, quad.predicate, quad.object].map(String))) }
}

/** Each row becomes a separate blank node, because rows can repeat. */
function fromJson({ head, boolean, results }: JsonResults): GivenAnswer {
  if (boolean !== undefined) return { statements: [['boolean', String(boolean)]] }
  const rows = (results?.bindings ?? []).map((row) =>
    Object.entries(row).map(([name, term]): [string, string] => [name, write(term)]),
  )
  return { variables: head?.vars ?? [], statements: byValue(asStatements(rows)) }
}

const asStatements = (rows: readonly (readonly [name: string, term: string])[][]): Statement[] =>
  rows.flatMap((row, index) => [
    [`_:row${index}`, '<urn:is>', '<urn:row>'],
    ...row.map(([name, term]) => [`_:row${index}`, `<urn:var:${name}>`, term]),
  ])

/** Values only, because CSV does not distinguish IRIs, literals and unbound values. */
function readCsv(text: string): GivenAnswer {
  const [head = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  const cell = (value: string) => (value.startsWith('_:') ? value : literal(value).toString())
  return {
    variables: head,
    statements: asStatements(rows.map((row) => row.map((value, index) => [head[index]!, cell(value)]))),
  }
}

/** TSV cells are Turtle terms. */
function readTsv(text: string): GivenAnswer {
  const [head = [], ...rows] = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const variables = head.map((name) => name.replace(/^\?/, ''))
  const cell = (value: string) =>
    value.startsWith('_:')
      ? value
      : parse(`<urn:s> <urn:p> ${value} .`, { format: 'text/turtle' })[0]!.object.toString()
  const cells = rows.map((row) =>
    row.flatMap((value, index): [string, string][] => (value === '' ? [] : [[variables[index]!, cell(value)]])),
  )
  return { variables, statements: byValue(asStatements(cells)) }
}

function write(term: JsonTerm): string {
  if (term.type === 'uri') return `<${term.value}>`
  if (term.type === 'bnode') return `_:b${term.value}`
  return literal(term.value, term['xml:lang'] ?? (term.datatype ? namedNode(term.datatype) : undefined)).toString()
}

/** Canonicalizes literals by value, as the engine does. */
export const byValue = (statements: readonly Statement[]): Statement[] =>
  statements.map((statement) => statement.map(canonical))

const known = new Map<string, string>()

function canonical(term: string): string {
  if (!term.startsWith('"')) return term
  const found = known.get(term) ?? throughStore(term)
  known.set(term, found)
  return found
}

function throughStore(term: string): string {
  const store = new Store()
  store.load(`<urn:s> <urn:p> ${term} .`, { format: 'application/n-triples' })
  return store.match()[0]!.object.toString()
}

function fromResultSet(triples: Statement[], RS: string): Statement[] {
  const objects = (subject: string, property: string) =>
    triples.filter(([s, p]) => s === subject && p === `<${RS}${property}>`).map(([, , object]) => object!)
  const [set] = triples.find(([, , object]) => object === `<${RS}ResultSet>`)!
  const [boolean] = objects(set!, 'boolean')
  if (boolean !== undefined) return [['boolean', String(boolean.includes('true'))]]
  return asStatements(
    objects(set!, 'solution').map((solution) =>
      objects(solution, 'binding').map((binding): [string, string] => [
        objects(binding, 'variable')[0]!.slice(1, -1),
        objects(binding, 'value')[0]!,
      ]),
    ),
  )
}

/** A minimal XML parser for the suite's result files. */
function readXml(xml: string): JsonResults {
  const boolean = /<boolean>\s*(true|false)\s*<\/boolean>/.exec(xml)?.[1]
  if (boolean) return { boolean: boolean === 'true' }
  const text = (value: string) =>
    value.replace(
      /&(?:lt|gt|quot|apos|amp);/g,
      (name) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" })[name] ?? '&',
    )
  const bindings = [...xml.matchAll(/<result>(.*?)<\/result>|<result\s*\/>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [
        ...row.matchAll(
          /<binding\s+name\s*=\s*["']([^"']+)["']\s*>\s*<(\w+)([^>]*?)(?:\/>|>(.*?)<\/\2>)\s*<\/binding>/gs,
        ),
      ].map(([, name, type, attributes = '', value = '']) => [
        name!,
        {
          type: type!,
          value: text(value),
          datatype: /datatype\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1],
          'xml:lang': /xml:lang\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1],
        },
      ]),
    ),
  )
  const vars = [...xml.matchAll(/<variable\s+name\s*=\s*["']([^"']+)["']/g)].map(([, name]) => name!)
  return { head: { vars }, results: { bindings } }
}
