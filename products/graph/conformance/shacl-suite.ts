// The W3C SHACL Core suite through HTTP: stores shapes with POST /shapes, validates data with POST /validate, and
// compares the Turtle report with the expected one, ignoring names of blank nodes.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'oxigraph'
import { isIsomorphic, type Statement } from './isomorphic.ts'
import { runTests, type SuiteRun } from './outcome.ts'
import { openService, type Place, post, refusalOf, type Service } from './service.ts'

const SUITE = new URL('../../../../shared/data/w3c/data-shapes-test-suite/tests/core/', import.meta.url)
const BASE = 'http://example.com/shacl/core/'
const SH = 'http://www.w3.org/ns/shacl#'
const SHT = 'http://www.w3.org/ns/shacl-test#'
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** Why the suite cannot run, or false. */
export const missingShacl: string | false = existsSync(SUITE)
  ? false
  : 'The W3C suite is missing: ../shared/data/w3c/data-shapes-test-suite next to the repository.'

export async function runShaclSuite(): Promise<SuiteRun> {
  const service = await openService()
  const tests = readTests('manifest.ttl')
  return runTests('SHACL Core, full reports', tests, (entry) => shaclProblem(service, entry))
}

interface ShaclTest {
  name: string
  shapes: string
  data: string
  expected: Statement[]
}

function readTests(file: string): ShaclTest[] {
  const iri = BASE + file
  const triples = triplesIn(iri)
  const objects = (subject: string, predicate: string) =>
    triples.filter(([s, p]) => s === subject && p === `<${predicate}>`).map(([, , object]) => object!)
  const list = (head: string): string[] =>
    objects(head, `${RDF}first`).flatMap((first) => [first, ...objects(head, `${RDF}rest`).flatMap(list)])
  const own = objects(`<${iri}>`, `${MF}entries`)
    .flatMap(list)
    .map((entry): ShaclTest => {
      const graph = (which: string) => objects(objects(entry, `${MF}action`)[0]!, `${SHT}${which}`)[0]!.slice(1, -1)
      return {
        name: `shacl/${entry.slice(BASE.length + 1, -1)}`,
        shapes: graph('shapesGraph'),
        data: graph('dataGraph'),
        expected: reportIn(triples, objects(entry, `${MF}result`)[0]!),
      }
    })
  const included = objects(`<${iri}>`, `${MF}include`).map((part) => part.slice(BASE.length + 1, -1))
  return [...own, ...included.flatMap(readTests)]
}

async function shaclProblem(service: Service, { shapes, data, expected }: ShaclTest): Promise<string | undefined> {
  const place = service.place()
  const kept = await place.send('/shapes', json({ name: shapes.slice(BASE.length), turtle: textOf(shapes) }))
  if (!kept.ok) return refusalOf(kept)
  const { id } = (await kept.json()) as { id: string }
  const given = reportOf(await validated(place, id, textOf(data)))
  const bare = withoutMessages(given, expected)
  return isIsomorphic(bare, expected) ? undefined : `${JSON.stringify(bare)} is not ${JSON.stringify(expected)}`
}

async function validated(place: Place, shapeId: string, data: string): Promise<string> {
  const response = await place.send('/validate', json({ shapeId, data, limit: 10_000 }, { accept: 'text/turtle' }))
  if (!response.ok) throw new Error(await refusalOf(response))
  return response.text()
}

const json = (body: object, headers: Record<string, string> = {}): RequestInit =>
  post(JSON.stringify(body), 'application/json', headers)

function reportOf(turtle: string): Statement[] {
  const triples = parse(turtle, { format: 'text/turtle' }).map(termsOf)
  const [report] = triples.find(([, , object]) => object === `<${SH}ValidationReport>`)!
  return reportIn(triples, report!)
}

/** A report consists of its node, its results and their paths, but not of the shapes and nodes that it refers to. */
function reportIn(triples: readonly Statement[], report: string): Statement[] {
  const of = (subject: string) => triples.filter(([s]) => s === subject)
  const PATHS = [RDF, `${SH}inversePath`, `${SH}alternativePath`, `${SH}zeroOrMorePath`, `${SH}oneOrMorePath`]
  const isOfPath = ([, predicate]: Statement) =>
    [...PATHS, `${SH}zeroOrOnePath`].some((start) => predicate!.startsWith(`<${start}`))
  const path = (node: string): Statement[] =>
    node.startsWith('_:')
      ? of(node)
          .filter(isOfPath)
          .flatMap((statement) => [statement, ...path(statement[2]!)])
      : []
  const results = of(report).filter(([, predicate]) => predicate === `<${SH}result>`)
  return [
    ...of(report),
    ...results.flatMap(([, , result]) =>
      of(result!).flatMap((statement) =>
        statement[1] === `<${SH}resultPath>` ? [statement, ...path(statement[2]!)] : [statement],
      ),
    ),
  ]
}

/** The suite leaves messages to the implementation, so only expected messages are compared. */
function withoutMessages(given: readonly Statement[], expected: readonly Statement[]): Statement[] {
  const MESSAGE = `<${SH}resultMessage>`
  const wanted = new Set(expected.filter(([, predicate]) => predicate === MESSAGE).map(([, , message]) => message))
  return given.filter(([, predicate, object]) => predicate !== MESSAGE || wanted.has(object))
}

const readFile = (iri: string): string => readFileSync(new URL(iri.slice(BASE.length), SUITE), 'utf8')
/** The files refer to themselves and each other by relative IRIs. */
const textOf = (iri: string): string => `@base <${iri}> .\n${readFile(iri)}`

const triplesIn = (iri: string): Statement[] =>
  parse(readFile(iri), { format: 'text/turtle', base_iri: iri }).map(termsOf)

const termsOf = (quad: { subject: unknown; predicate: unknown; object: unknown }): [string, string, string] => [
  String(quad.subject),
  String(quad.predicate),
  String(quad.object),
]
