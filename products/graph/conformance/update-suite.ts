// Update tests: loads the data, sends the update, and compares the resulting graphs.
import { isIsomorphic, type Statement } from './isomorphic.ts'
import { load } from './load.ts'
import { type Entry, type Node, readSuiteFile, readTriples } from './manifest.ts'
import { openRenaming } from './renaming.ts'
import { byValue, readAnswer } from './results.ts'
import { type Place, post, refusalOf, type Service } from './service.ts'

const UT = 'http://www.w3.org/2009/sparql/tests/test-update#'
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
const UPDATE = 'application/sparql-update'
/** The name of the default graph in comparisons. */
const DEFAULT = '<urn:default>'

export function updateProblem(service: Service, entry: Entry): Promise<string | undefined> {
  const place = service.place()
  if (entry.type === 'UpdateEvaluationTest') return evaluationProblem(place, entry)
  return syntaxProblem(place, entry)
}

/** Tests parsing only: an update that is rejected for other reasons has been parsed. */
async function syntaxProblem(place: Place, { type, action }: Entry): Promise<string | undefined> {
  const text = openRenaming(place).text(readSuiteFile(action.id), 'update')
  const refusal = await refusalOf(await place.send('/sparql/update', post(text, UPDATE)))
  if (type === 'PositiveUpdateSyntaxTest11')
    return refusal === undefined || refusal.startsWith('403 remote_access_denied') ? undefined : refusal
  return refusal?.startsWith('400 sparql_syntax') ? undefined : `It was not rejected as a syntax error: ${refusal}`
}

async function evaluationProblem(place: Place, { action, result }: Entry): Promise<string | undefined> {
  const renaming = openRenaming(place)
  const [given, expected] = [stateOf(action), stateOf(result)]
  for (const [, , , graph] of [...given, ...expected]) if (graph !== DEFAULT) renaming.contextOf(graph!.slice(1, -1))
  const file = action.one(`${UT}request`)!
  const text = renaming.text(`BASE <${file}>\n${readSuiteFile(file)}`, 'update')
  await load(
    place,
    renaming.terms(given).map((quad) => (quad[3] === DEFAULT ? quad.slice(0, 3) : quad)),
  )
  const refusal = await refusalOf(await place.send('/sparql/update', post(text, UPDATE)))
  if (refusal) return refusal
  const kept = renaming.back(await dump(place))
  return isIsomorphic(byValue(kept), byValue(expected))
    ? undefined
    : `Unexpected state ${JSON.stringify(kept)}`.slice(0, 600)
}

async function dump(place: Place): Promise<Statement[]> {
  const accept = 'application/sparql-results+json'
  const text = 'SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } }'
  const response = await place.send('/sparql', post(text, 'application/sparql-query', { accept }))
  const rows = Map.groupBy(readAnswer(await response.text(), accept).statements, ([row]) => row)
  return [...rows.values()].map((cells) => {
    const of = (name: string) => cells.find(([, variable]) => variable === `<urn:var:${name}>`)![2]!
    const graph = of('g')
    return [of('s'), of('p'), of('o'), graph === `<${place.context}>` ? DEFAULT : graph]
  })
}

function stateOf(state: Node): Statement[] {
  const named = state.all(`${UT}graphData`).map((data) => {
    const file = data.one(`${UT}graph`) ?? data.id
    return { file, graph: data.one(LABEL) ?? file }
  })
  const unnamed = state.all(`${UT}data`).map(({ id }) => ({ file: id, graph: undefined }))
  return [...unnamed, ...named].flatMap(({ file, graph }, index) =>
    readTriples(file, `x${index}`).map((triple) => [...triple, graph === undefined ? DEFAULT : `<${graph}>`]),
  )
}
