// Queries over contexts that are being replaced: they read the copies of the previous contents.
import type { Change, Dataset, QueryAnswer, UpdateRequest } from '../engine/engine.ts'
import { writtenIris } from '../guard/written-iris.ts'
import { contextIri, metaGraph } from '../scope/rules.ts'
import type { ReadCopy } from '../statements/workspace-store.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import type { Term } from '../terms/term.ts'

/** Maps the IRI of a graph to the one that is read in its place. */
type Copies = ReadonlyMap<string, string>

interface Place {
  tenant: string
  workspace: string
}

/** Redirects the request to the copies, if contexts of the workspace are being replaced. */
export function redirectQuery<T extends { text: string; base?: string | undefined; dataset: Dataset }>(
  asked: T,
  { tenant, workspace }: Place,
  readCopies: readonly ReadCopy[] | undefined,
): T {
  if (!readCopies) return asked
  const copies = copiesOf({ tenant, workspace }, readCopies)
  const { defaultGraphs, namedGraphs } = asked.dataset
  const read = (graphs: readonly string[]) => [...new Set(graphs.map((graph) => copies.get(graph) ?? graph))]
  const dataset = { defaultGraphs: read(defaultGraphs), namedGraphs: read(namedGraphs) }
  return { ...asked, text: replaceGraphNames(asked, copies), dataset }
}

/** Renames the copies in the answer back to their contexts, so that copies stay invisible. */
export function restoreNames(
  answer: QueryAnswer,
  place: Place,
  readCopies: readonly ReadCopy[] | undefined,
): QueryAnswer {
  if (!readCopies) return answer
  let bytes = Buffer.from(answer)
  // Replaces bytes: graph names are plain ASCII in every format, and the rest of the answer must not be decoded.
  for (const [graph, copy] of copiesOf(place, readCopies))
    if (bytes.includes(copy)) bytes = Buffer.from(bytes.toString('latin1').replaceAll(copy, graph), 'latin1')
  return bytes
}

/** Redirects an update to the copies, which it reads. `named` are the graphs in its text. */
export function redirectUpdate(
  asked: UpdateRequest,
  place: Place,
  readCopies: readonly ReadCopy[] | undefined,
  named: readonly string[],
): UpdateRequest {
  if (!readCopies) return asked
  const copies = copiesOf(place, readCopies)
  const { dataset, ...read } = redirectQuery(asked, place, readCopies)
  const readOnlyGraphs = asked.readOnlyGraphs?.flatMap((graph) => [graph, copies.get(graph) ?? graph])
  const written = named.filter((graph) => !asked.readOnlyGraphs?.includes(graph))
  const namedGraphs = [...new Set([...dataset.namedGraphs, ...written.map((graph) => copies.get(graph) ?? graph)])]
  return { ...read, dataset: { ...dataset, namedGraphs }, ...(readOnlyGraphs && { readOnlyGraphs }) }
}

/** Renames the copies in an evaluated change back to their contexts. The change is then applied to both. */
export function inContexts(change: Change, place: Place, readCopies: readonly ReadCopy[] | undefined): Change {
  if (!readCopies) return change
  const graphs = new Map([...copiesOf(place, readCopies)].map(([graph, copy]) => [copy, graph]))
  const own = <T extends Term>(term: T): T =>
    term.kind === 'iri' ? { ...term, value: graphs.get(term.value) ?? term.value } : term
  const renamed = (line: string): string => {
    const { subject, predicate, object, graph } = readLine(line)
    return writeQuad({ subject: own(subject), predicate, object: own(object), graph: own(graph) })
  }
  return { ...change, added: change.added.map(renamed), removed: change.removed.map(renamed) }
}

const copiesOf = ({ tenant, workspace }: Place, readCopies: readonly ReadCopy[]): Copies =>
  new Map(
    readCopies.flatMap(([context, readIn]) => {
      const [graph, copy] = [contextIri(tenant, workspace, context), contextIri(tenant, workspace, readIn)]
      return [[graph, copy] as const, [metaGraph(graph), metaGraph(copy)] as const]
    }),
  )

/** Replaces graph names in the text itself (GRAPH and FROM). */
function replaceGraphNames({ text, base }: { text: string; base?: string | undefined }, copies: Copies): string {
  let result = ''
  let done = 0
  for (const { iri, start, end } of writtenIris(text, base)) {
    const copy = copies.get(iri)
    if (copy === undefined) continue
    // The space separates the name from a keyword right before it, as in `GRAPH:facts`.
    result += `${text.slice(done, start)} <${copy}>`
    done = end
  }
  return result + text.slice(done)
}
