// A query over contexts that are replaced while it is asked: it reads the copies of what they held before.
import type { Change, Dataset, QueryAnswer, UpdateRequest } from '../engine/engine.ts'
import { writtenIris } from '../guard/written-iris.ts'
import { contextIri, metaGraph } from '../scope/rules.ts'
import type { ReadCopy } from '../statements/workspace-store.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import type { Term } from '../terms/term.ts'

/** By the IRI of a graph, the IRI of the one that is read for it. */
type Copies = ReadonlyMap<string, string>

interface Place {
  tenant: string
  workspace: string
}

/** The same request, where any of the workspace's contexts is replaced: over the copies. */
export function readingCopies<T extends { text: string; base?: string | undefined; dataset: Dataset }>(
  asked: T,
  { tenant, workspace }: Place,
  readCopies: readonly ReadCopy[] | undefined,
): T {
  if (!readCopies) return asked
  const copies = copiesOf({ tenant, workspace }, readCopies)
  const { defaultGraphs, namedGraphs } = asked.dataset
  const read = (graphs: readonly string[]) => [...new Set(graphs.map((graph) => copies.get(graph) ?? graph))]
  const dataset = { defaultGraphs: read(defaultGraphs), namedGraphs: read(namedGraphs) }
  return { ...asked, text: spelledCopies(asked, copies), dataset }
}

/** What was found, said of the contexts: nobody has to know of the copies. */
export function inOwnNames(
  answer: QueryAnswer,
  place: Place,
  readCopies: readonly ReadCopy[] | undefined,
): QueryAnswer {
  if (!readCopies) return answer
  let bytes = Buffer.from(answer)
  // Byte by byte: names of graphs are plain ASCII in every format, and what stands around them is none of ours.
  for (const [graph, copy] of copiesOf(place, readCopies))
    if (bytes.includes(copy)) bytes = Buffer.from(bytes.toString('latin1').replaceAll(copy, graph), 'latin1')
  return bytes
}

/** The same for an update: it looks at what is read. `named` are the graphs of its text. */
export function updatingCopies(
  asked: UpdateRequest,
  place: Place,
  readCopies: readonly ReadCopy[] | undefined,
  named: readonly string[],
): UpdateRequest {
  if (!readCopies) return asked
  const copies = copiesOf(place, readCopies)
  const { dataset, ...read } = readingCopies(asked, place, readCopies)
  const readOnlyGraphs = asked.readOnlyGraphs?.flatMap((graph) => [graph, copies.get(graph) ?? graph])
  const written = named.filter((graph) => !asked.readOnlyGraphs?.includes(graph))
  const namedGraphs = [...new Set([...dataset.namedGraphs, ...written.map((graph) => copies.get(graph) ?? graph)])]
  return { ...read, dataset: { ...dataset, namedGraphs }, ...(readOnlyGraphs && { readOnlyGraphs }) }
}

/** What it found to change, said of the contexts; with them the copies are changed. */
export function inPlace(change: Change, place: Place, readCopies: readonly ReadCopy[] | undefined): Change {
  if (!readCopies) return change
  const graphs = new Map([...copiesOf(place, readCopies)].map(([graph, copy]) => [copy, graph]))
  const own = <T extends Term>(term: T): T =>
    term.kind === 'iri' ? { ...term, value: graphs.get(term.value) ?? term.value } : term
  const said = (line: string): string => {
    const { subject, predicate, object, graph } = readLine(line)
    return writeQuad({ subject: own(subject), predicate, object: own(object), graph: own(graph) })
  }
  return { ...change, added: change.added.map(said), removed: change.removed.map(said) }
}

const copiesOf = ({ tenant, workspace }: Place, readCopies: readonly ReadCopy[]): Copies =>
  new Map(
    readCopies.flatMap(([context, readIn]) => {
      const [graph, copy] = [contextIri(tenant, workspace, context), contextIri(tenant, workspace, readIn)]
      return [[graph, copy] as const, [metaGraph(graph), metaGraph(copy)] as const]
    }),
  )

/** GRAPH and FROM name graphs in the text itself. */
function spelledCopies({ text, base }: { text: string; base?: string | undefined }, copies: Copies): string {
  let spelled = ''
  let done = 0
  for (const { iri, start, end } of writtenIris(text, base)) {
    const copy = copies.get(iri)
    if (copy === undefined) continue
    // A name may stand right beside a word, such as in `GRAPH:facts`.
    spelled += `${text.slice(done, start)} <${copy}>`
    done = end
  }
  return spelled + text.slice(done)
}
