// Protocol tests: sends the requests of the manifest unchanged, except that contexts replace the graphs.
import { load } from './load.ts'
import { type Entry, list, type Node, readTriples } from './manifest.ts'
import { openRenaming, type Renaming } from './renaming.ts'
import type { Place, Service } from './service.ts'

const HT = 'http://www.w3.org/2011/http#'
const CNT = 'http://www.w3.org/2011/content#'
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const UT = 'http://www.w3.org/2009/sparql/tests/test-update#'
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
const FORM = 'application/x-www-form-urlencoded'

export async function protocolProblem(service: Service, { name, self, action }: Entry): Promise<string | undefined> {
  const place = service.place()
  const renaming = openRenaming(place)
  const graphs = self.all(`${UT}graphData`).map((data) => ({ file: data.one(`${UT}graph`)!, graph: data.one(LABEL)! }))
  for (const { graph } of graphs) renaming.contextOf(graph)
  const quads = graphs.flatMap(({ file, graph }) =>
    renaming.terms(readTriples(file, 'x')).map((triple) => [...triple, `<${renaming.contextOf(graph)}>`]),
  )
  await load(place, quads)
  for (const request of action.all(`${HT}requests`).flatMap(list)) {
    const problem = await exchange(place, renaming, request, name)
    if (problem) return problem
  }
  return undefined
}

/** The suite has one address; here, queries and updates have different ones. */
async function exchange(place: Place, renaming: Renaming, request: Node, test: string): Promise<string | undefined> {
  const headers = Object.fromEntries(
    request
      .all(`${HT}headers`)
      .flatMap(list)
      .map((header) => [header.one(`${HT}fieldName`)!.toLowerCase(), header.one(`${HT}fieldValue`)!]),
  )
  const type = headers['content-type'] ?? ''
  const isUpdate = type.startsWith('application/sparql-update') || (test.includes('update') && !/-query/.test(type))
  const kind = isUpdate ? 'update' : 'query'
  const [, parameters = ''] = request.one(`${HT}absolutePath`)!.split('?')
  const text = request.all(`${HT}body`)[0]?.one(`${CNT}chars`)
  const response = await place.send(`/sparql${isUpdate ? '/update' : ''}?${renamedFields(parameters, renaming)}`, {
    method: request.one(`${HT}methodName`)!,
    headers,
    ...(text !== undefined && { body: bodyOf(text, type, kind, renaming) }),
  })
  return answerProblem(request.all(`${HT}resp`)[0]!, response)
}

/** Bytes, so that fetch does not add a content type if the test sends none. */
function bodyOf(text: string, type: string, kind: 'query' | 'update', renaming: Renaming): Uint8Array<ArrayBuffer> {
  const renamed = type.startsWith(FORM) ? renamedFields(text, renaming) : renaming.text(text, kind)
  return new Uint8Array(Buffer.from(renamed, /utf-16/i.test(type) ? 'utf16le' : 'utf8'))
}

const renamedFields = (fields: string, renaming: Renaming): string =>
  [...new URLSearchParams(fields)]
    .map(([name, value]) => {
      if (name.endsWith('graph-uri')) return [name, renaming.contextOf(value)]
      return [name, name === 'query' || name === 'update' ? renaming.text(value, name) : value]
    })
    .map((field) => field.map((part) => encodeURIComponent(part!)).join('='))
    .join('&')

const TYPES: Readonly<Record<string, RegExp>> = {
  boolean: /^application\/sparql-results\+(?:xml|json)/,
  tabular: /^(?:application\/sparql-results\+(?:xml|json)|text\/csv|text\/tab-separated-values)/,
  RDF: /^(?:application\/rdf\+xml|text\/turtle|application\/n-triples)/,
}

async function answerProblem(expected: Node, response: Response): Promise<string | undefined> {
  const body = await response.text()
  const classes = expected.all(`${MF}expectedStatus`).map(({ id }) => /StatusCode(\d)xx/.exec(id)?.[1])
  if (!classes.includes(String(response.status)[0]))
    return `Unexpected status ${response.status}: ${body.slice(0, 300)}`
  const format = expected.one(`${MF}expectedFormat`)
  const type = response.headers.get('content-type') ?? ''
  if (format !== undefined && !TYPES[format]!.test(type)) return `Unexpected type ${type}.`
  const boolean = expected.one(`${MF}expectedBoolean`)
  if (boolean === undefined) return undefined
  return String(JSON.parse(body).boolean) === boolean ? undefined : `Unexpected answer ${body}`
}
