// Expected and given results as statements, so that one comparison serves rows and graphs.
import { literal, namedNode, Store } from 'oxigraph'
import type { Statement } from './isomorphic.ts'
import { readSuiteFile, readTriples } from './manifest.ts'

interface JsonResults {
  boolean?: boolean
  results?: { bindings: Record<string, JsonTerm>[] }
}
interface JsonTerm {
  type: string
  value: string
  datatype?: string
  'xml:lang'?: string
}

export function expectedResult(iri: string): Statement[] {
  if (iri.endsWith('.srx')) return fromJson(readXml(readSuiteFile(iri)))
  if (iri.endsWith('.srj')) return fromJson(JSON.parse(readSuiteFile(iri)))
  const triples = readTriples(iri, 'e')
  const RS = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#'
  if (!triples.some(([, , object]) => object === `<${RS}ResultSet>`)) return byValue(triples)
  return byValue(fromResultSet(triples, RS))
}

/** Each row is a blank node of its own: rows can repeat. */
export function fromJson({ boolean, results }: JsonResults): Statement[] {
  if (boolean !== undefined) return [['boolean', String(boolean)]]
  return byValue(
    (results?.bindings ?? []).flatMap((row, index) => [
      [`_:row${index}`, '<urn:is>', '<urn:row>'],
      ...Object.entries(row).map(([name, term]) => [`_:row${index}`, `<urn:var:${name}>`, write(term)]),
    ]),
  )
}

function write(term: JsonTerm): string {
  if (term.type === 'uri') return `<${term.value}>`
  if (term.type === 'bnode') return `_:b${term.value}`
  return literal(term.value, term['xml:lang'] ?? (term.datatype ? namedNode(term.datatype) : undefined)).toString()
}

/** The engine keeps literals by value; so are those it is compared with. */
export function byValue(statements: readonly Statement[]): Statement[] {
  const known = new Map<string, string>()
  const canonical = (term: string): string => {
    if (!term.startsWith('"')) return term
    const found = known.get(term) ?? throughStore(term)
    known.set(term, found)
    return found
  }
  return statements.map((statement) => statement.map(canonical))
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
  return objects(set!, 'solution').flatMap((solution, index) => [
    [`_:row${index}`, '<urn:is>', '<urn:row>'],
    ...objects(solution, 'binding').map((binding) => [
      `_:row${index}`,
      `<urn:var:${objects(binding, 'variable')[0]!.slice(1, -1)}>`,
      objects(binding, 'value')[0]!,
    ]),
  ])
}

/** Enough XML for the suite's result files. */
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
  return { results: { bindings } }
}
