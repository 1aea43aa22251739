// What a fix does to the objects: which rise, which still rest on something that the target does not accept.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { TraverseEdge, TraverseNode, TraverseResponse } from '@veritrace/contract/casework/traverse'

type Data = Pick<TraverseResponse, 'nodes' | 'edges'>

interface Blocked {
  id: string
  /** What keeps it down besides. */
  by: readonly string[]
}
export interface Impact {
  reference: string | undefined
  /** Objects that reach the target. */
  rising: ReadonlySet<string>
  /** Objects that lose what the fix is about, and are kept down by something else. */
  improved: ReadonlySet<string>
  blocked: readonly Blocked[]
}

/** `reads` of an edge is the `read` of a pattern. */
const ACCESSES = ['reads', 'writes', 'calls']

export function impactOf(
  fix: Recommendation,
  { nodes, edges }: Data,
  starts: readonly string[],
  acceptable: readonly string[],
): Impact {
  const bad = new Set(nodes.filter((node) => isBad(node, acceptable)).map(({ id }) => id))
  const reference = fix.pattern?.reference.id
  const access = fix.pattern?.access ?? ''
  // Another way of using the same thing is another pattern, and stays.
  const isMended = ({ to, relation }: TraverseEdge) =>
    to === reference && (relation.startsWith(access) || !ACCESSES.includes(relation))
  const left = new Map(starts.map((id) => [id, new Set<string>()]))
  for (const edge of edges) if (bad.has(edge.to) && !isMended(edge)) left.get(edge.from)?.add(edge.to)

  const touched = touchedBy(fix, edges, starts, isMended).filter((id) => bad.has(id))
  const rising = new Set<string>()
  // Whoever was kept down by one that rises may rise after it.
  for (let grows = true; grows; ) {
    const next = [...touched, ...starts.filter((id) => bad.has(id) && [...left.get(id)!].some((to) => rising.has(to)))]
    const found = next.filter((id) => !rising.has(id) && [...left.get(id)!].every((to) => rising.has(to)))
    for (const id of found) rising.add(id)
    grows = found.length > 0
  }
  const blocked = touched
    .filter((id) => !rising.has(id))
    .map((id) => ({ id, by: [...left.get(id)!].filter((to) => !rising.has(to)) }))
  return { reference, rising, improved: new Set(blocked.map(({ id }) => id)), blocked }
}

const isBad = ({ rating }: TraverseNode, acceptable: readonly string[]): boolean =>
  rating !== undefined && !acceptable.includes(rating.code)

/** A recommendation names its first objects; where there are more, the graph tells. */
function touchedBy(
  fix: Recommendation,
  edges: readonly TraverseEdge[],
  starts: readonly string[],
  isMended: (edge: TraverseEdge) => boolean,
): string[] {
  const named = new Set(fix.artifacts.map(({ id }) => id))
  if (fix.artifacts_total > fix.artifacts.length) for (const edge of edges) if (isMended(edge)) named.add(edge.from)
  return starts.filter((id) => named.has(id))
}
