// Query tests: loads the data, runs the query, and compares the result in the syntax of the expected one.
import { isIsomorphic, type Statement } from './isomorphic.ts'
import { load } from './load.ts'
import { type Entry, hasSuiteFile, readSuiteFile, readTriples } from './manifest.ts'
import { openRenaming, type Renaming } from './renaming.ts'
import { expectedAnswer, formatFor, readAnswer } from './results.ts'
import { type Place, post, refusalOf, type Service } from './service.ts'

const QT = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#'
const QUERY = 'application/sparql-query'

export function queryProblem(service: Service, entry: Entry): Promise<string | undefined> {
  if (entry.type.endsWith('SyntaxTest11')) return syntaxProblem(service.place(), entry)
  return evaluationProblem(service, entry)
}

/** Tests parsing only: a query that is rejected for other reasons has been parsed. */
async function syntaxProblem(place: Place, { type, action }: Entry): Promise<string | undefined> {
  const text = openRenaming(place).text(readSuiteFile(action.id), 'query')
  const refusal = await refusalOf(await place.send('/sparql', post(text, QUERY)))
  const wasRead = refusal === undefined || /remote_access_denied|custom function/.test(refusal)
  if (type.startsWith('Positive')) return wasRead ? undefined : refusal
  return refusal?.startsWith('400 sparql_syntax') ? undefined : `It was not rejected as a syntax error: ${refusal}`
}

async function evaluationProblem(service: Service, { action, result }: Entry): Promise<string | undefined> {
  const file = action.one(`${QT}query`) ?? action.id
  const source = `BASE <${file}>\n${readSuiteFile(file)}`
  const data = action.all(`${QT}data`).map(({ id }) => id)
  const named = action.all(`${QT}graphData`).map(({ id }) => id)
  const { place, renaming, text } = placeFor(service, source, data, named)
  const from = renaming.graphs().filter((graph) => !named.includes(graph) && hasSuiteFile(graph))
  await (filled.get(place) ?? fill(place, renaming, data, [...named, ...from]))
  const accept = formatFor(result.id, text)
  const response = await place.send(
    addressOf(place, named.map(renaming.contextOf), text),
    post(text, QUERY, { accept }),
  )
  const refusal = await refusalOf(response)
  if (refusal) return refusal
  if (!response.headers.get('content-type')?.startsWith(accept)) return 'The result has the wrong type.'
  const given = readAnswer(await response.text(), accept)
  const expected = expectedAnswer(result.id)
  if (expected.variables && given.variables && !isSameHead(given.variables, expected.variables, accept))
    return `The variables are ${given.variables.join(', ')}.`
  const statements = renaming.back(given.statements)
  if (isIsomorphic(statements, expected.statements)) return undefined
  return `${JSON.stringify(statements)} is not ${JSON.stringify(expected.statements)}`.slice(0, 600)
}

/** Queries change nothing, so tests with the same data share a workspace, unless their text names further graphs. */
function placeFor(service: Service, source: string, data: readonly string[], named: readonly string[]) {
  const renamed = (place: Place) => {
    const renaming = openRenaming(place)
    for (const graph of named) renaming.contextOf(graph)
    return { place, renaming, text: renaming.text(source, 'query') }
  }
  const shared = renamed(service.place(JSON.stringify([data, named])))
  return shared.renaming.graphs().length > named.length ? renamed(service.place()) : shared
}

const filled = new WeakMap<Place, Promise<void>>()

function fill(place: Place, renaming: Renaming, data: readonly string[], graphs: readonly string[]): Promise<void> {
  const loaded = load(place, [
    ...data.flatMap((id, index) => renaming.terms(readTriples(id, `d${index}`))),
    ...graphs.flatMap((id, index) => quadsOf(id, `n${index}`, renaming)),
  ])
  filled.set(place, loaded)
  return loaded
}

const quadsOf = (file: string, scope: string, renaming: Renaming): Statement[] =>
  renaming.terms(readTriples(file, scope)).map((triple) => [...triple, `<${renaming.contextOf(file)}>`])

/** Without FROM, the dataset of a test comes from its manifest and is passed as protocol parameters. */
function addressOf(place: Place, named: readonly string[], text: string): string {
  if (/^\s*FROM\b/im.test(text)) return '/sparql'
  const parameters = new URLSearchParams([
    ['default-graph-uri', place.context] as [string, string],
    ...named.map((graph): [string, string] => ['named-graph-uri', graph]),
  ])
  return `/sparql?${parameters}`
}

/** In CSV and TSV the order of columns matters. */
const isSameHead = (given: readonly string[], expected: readonly string[], format: string): boolean =>
  format.startsWith('text/') ? given.join() === expected.join() : given.toSorted().join() === expected.toSorted().join()
