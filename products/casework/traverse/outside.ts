// Edges from outside the estates: successors and predecessors from lists, and documents that mention artifacts.
import { listCatalogNames } from '../documents/mention-store.ts'
import { spaceOf } from '../model/space.ts'
import type { SuccessorRow } from '../model/tables.ts'
import { listSuccessors } from '../rating/facts-store.ts'
import type { Graph } from './graph.ts'
import { type Follow, HAS_SUCCESSOR, MENTIONS } from './relations.ts'
import { listMentioned, listMentions, listPredecessors, type Mention } from './store.ts'
import type { WalkEdge } from './walk.ts'

/** The confidence of a list record, and of a name in a text, which may mean something else. */
const LISTED = 1
const MENTIONED = 0.6

export function openOutside(graph: Graph, follow: Follow): (frontier: readonly number[]) => Promise<WalkEdge[]> {
  return async (frontier) => [
    ...(await successorEdges(graph, follow, frontier)),
    ...(follow.in.has(MENTIONS) ? await mentionEdges(graph, frontier) : []),
    ...(follow.out.has(MENTIONS) ? await mentionedEdges(graph, frontier) : []),
  ]
}

async function successorEdges(graph: Graph, follow: Follow, frontier: readonly number[]): Promise<WalkEdge[]> {
  const [after, before] = [follow.out.has(HAS_SUCCESSOR), follow.in.has(HAS_SUCCESSOR)]
  const artifacts = frontier.map(graph.node).filter(({ kind }) => kind === 'artifact')
  if (artifacts.length === 0) return []
  const rows = [
    ...(after ? await listSuccessors(graph.db, graph.entries, artifacts) : []),
    ...(before ? await listPredecessors(graph.db, graph.entries, artifacts) : []),
  ]
  return rows.sort(inOrder).map((row) => ({
    from: graph.artifact({ type: row.type, name: row.key }),
    to: graph.artifact({ type: row.successor_type, name: row.successor_key }),
    relation: HAS_SUCCESSOR,
    count: 1,
    confidence: LISTED,
    context: graph.contextOfEntry(row.entry_id),
    entry: row.entry_id,
  }))
}

const inOrder = (a: SuccessorRow, b: SuccessorRow): number =>
  compare(a.key, b.key) || compare(a.type, b.type) || compare(a.entry_id, b.entry_id) || a.place - b.place
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** From artifacts to the documents that mention them. */
async function mentionEdges(graph: Graph, frontier: readonly number[]): Promise<WalkEdge[]> {
  const numbers = new Map<string, number[]>()
  for (const number of frontier) {
    const { kind, name } = graph.node(number)
    if (kind !== 'own' && kind !== 'artifact') continue
    const word = name.toLowerCase()
    numbers.set(word, [...(numbers.get(word) ?? []), number])
  }
  const found = await listMentions(graph.db, visibleTo(graph), [...numbers.keys()])
  return found.flatMap((mention) => numbers.get(mention.name)!.map((number) => mentionEdge(graph, mention, number)))
}

/** From documents to the artifacts they mention, if an estate or a list knows these. */
async function mentionedEdges(graph: Graph, frontier: readonly number[]): Promise<WalkEdge[]> {
  const documents = frontier.map(graph.node).filter(({ kind }) => kind === 'document')
  const found = await listMentioned(
    graph.db,
    visibleTo(graph),
    documents.map(({ home }) => home),
  )
  if (found.length === 0) return []
  const { shared, own } = visibleTo(graph)
  const words = [...new Set(found.map(({ name }) => name))]
  const listed = new Map<string, number[]>()
  for (const named of await listCatalogNames(graph.db, [shared, own], graph.active.pack.ref.id, words)) {
    const word = named.name.toLowerCase()
    listed.set(word, [...(listed.get(word) ?? []), graph.artifact(named)])
  }
  return found.flatMap((mention) =>
    [...new Set([...ownNamed(graph, mention.name), ...(listed.get(mention.name) ?? [])])].map((number) =>
      mentionEdge(graph, mention, number),
    ),
  )
}

const ownNamed = ({ estateGraph }: Graph, name: string): number[] =>
  estateGraph.named(name).filter((number) => estateGraph.nodes[number]!.kind === 'own')

const mentionEdge = (graph: Graph, { id, title, source_id }: Mention, number: number): WalkEdge => ({
  from: graph.document(id, title),
  to: number,
  relation: MENTIONS,
  count: 1,
  confidence: MENTIONED,
  context: `corpus.${source_id}`,
})

export const visibleTo = ({ space, tenant, workspace }: Graph) => {
  const scope = { tenant, workspace }
  return { shared: space, own: spaceOf(scope), scope }
}
