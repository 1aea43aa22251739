// A query over contexts that are replaced while it is asked: it reads the copies of what they held before.
import type { Change, Dataset, UpdateRequest } from '../engine/engine.ts'
import { tokens } from '../guard/scan.ts'
import { contextIri, metaGraph } from '../scope/rules.ts'
import type { StandIn } from '../statements/workspace-store.ts'
import { readLine, writeQuad } from '../terms/nquads.ts'
import type { Term } from '../terms/term.ts'

/** By the IRI of a graph, the IRI of the one that is read for it. */
type Copies = ReadonlyMap<string, string>

interface Place {
  tenant: string
  workspace: string
}

/** The same request, where any of the workspace's contexts is replaced: over the copies. */
export function readingCopies<T extends { text: string; dataset: Dataset }>(
  asked: T,
  { tenant, workspace }: Place,
  standIns: readonly StandIn[] | undefined,
): T {
  if (!standIns) return asked
  const copies = copiesOf({ tenant, workspace }, standIns)
  const { defaultGraphs, namedGraphs } = asked.dataset
  const read = (graphs: readonly string[]) => [...new Set(graphs.map((graph) => copies.get(graph) ?? graph))]
  const dataset = { defaultGraphs: read(defaultGraphs), namedGraphs: read(namedGraphs) }
  return { ...asked, text: spelledCopies(asked.text, copies), dataset }
}

/**
 * The same for an update: it looks at what is read. `named` are the graphs of its text, which may name them otherwise than by the
 * whole IRI; there it looks at the contexts themselves.
 */
export function updatingCopies(
  asked: UpdateRequest,
  place: Place,
  standIns: readonly StandIn[] | undefined,
  named: readonly string[],
): UpdateRequest {
  if (!standIns) return asked
  const copies = copiesOf(place, standIns)
  const { dataset, ...read } = readingCopies(asked, place, standIns)
  const readOnlyGraphs = asked.readOnlyGraphs?.flatMap((graph) => [graph, copies.get(graph) ?? graph])
  const namedGraphs = [
    ...new Set([...dataset.namedGraphs, ...named.filter((graph) => !asked.readOnlyGraphs?.includes(graph))]),
  ]
  return { ...read, dataset: { ...dataset, namedGraphs }, ...(readOnlyGraphs && { readOnlyGraphs }) }
}

/** What it found to change, said of the contexts; with them the copies are changed. */
export function inPlace(change: Change, place: Place, standIns: readonly StandIn[] | undefined): Change {
  if (!standIns) return change
  const graphs = new Map([...copiesOf(place, standIns)].map(([graph, copy]) => [copy, graph]))
  const own = <T extends Term>(term: T): T =>
    term.kind === 'iri' ? { ...term, value: graphs.get(term.value) ?? term.value } : term
  const said = (line: string): string => {
    const { subject, predicate, object, graph } = readLine(line)
    return writeQuad({ subject: own(subject), predicate, object: own(object), graph: own(graph) })
  }
  return { ...change, added: change.added.map(said), removed: change.removed.map(said) }
}

const copiesOf = ({ tenant, workspace }: Place, standIns: readonly StandIn[]): Copies =>
  new Map(
    standIns.flatMap(([context, readIn]) => {
      const [graph, copy] = [contextIri(tenant, workspace, context), contextIri(tenant, workspace, readIn)]
      return [[graph, copy] as const, [metaGraph(graph), metaGraph(copy)] as const]
    }),
  )

/** GRAPH and FROM name graphs in the text itself. */
function spelledCopies(text: string, copies: Copies): string {
  let spelled = ''
  let done = 0
  for (const { kind, image, offset } of tokens(text)) {
    const copy = kind === 'iri' ? copies.get(image.slice(1, -1)) : undefined
    if (copy === undefined) continue
    spelled += `${text.slice(done, offset)}<${copy}>`
    done = offset + image.length
  }
  return spelled + text.slice(done)
}
