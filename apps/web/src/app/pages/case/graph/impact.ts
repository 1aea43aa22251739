// The impact of a fix: which objects reach the target, and which still depend on something it does not accept.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { TraverseEdge, TraverseNode, TraverseResponse } from '@veritrace/contract/casework/traverse'

type Data = Pick<TraverseResponse, 'nodes' | 'edges'>

interface Blocked {
  id: string
  /** What else keeps it below the target. */
  by: readonly string[]
}
export interface Impact {
  reference: string | undefined
  /** Objects that reach the target. */
  rising: ReadonlySet<string>
  /** Objects that no longer depend on what the fix removes, but are still blocked by something else. */
  improved: ReadonlySet<string>
  blocked: readonly Blocked[]
}

/** The edge relation `reads` belongs to the pattern access `read`. */
const ACCESSES = ['reads', 'writes', 'calls']

export function impactOf(
  fix: Recommendation,
  { nodes, edges }: Data,
  starts: readonly string[],
  acceptable: readonly string[],
): Impact {
  const unacceptable = new Set(nodes.filter((node) => isUnacceptable(node, acceptable)).map(({ id }) => id))
  const reference = fix.pattern?.reference.id
  const access = fix.pattern?.access ?? ''
  // Accessing the same artifact in another way is another pattern, and remains.
  const isFixed = ({ to, relation }: TraverseEdge) =>
    to === reference && (relation.startsWith(access) || !ACCESSES.includes(relation))
  const blockers = new Map(starts.map((id) => [id, new Set<string>()]))
  for (const edge of edges) if (unacceptable.has(edge.to) && !isFixed(edge)) blockers.get(edge.from)?.add(edge.to)

  const affected = affectedBy(fix, edges, starts, isFixed).filter((id) => unacceptable.has(id))
  const rising = new Set<string>()
  // An object that reaches the target may unblock those that depend on it.
  for (let grows = true; grows; ) {
    const dependents = starts.filter(
      (id) => unacceptable.has(id) && [...blockers.get(id)!].some((to) => rising.has(to)),
    )
    const candidates = [...affected, ...dependents].filter((id) => !rising.has(id))
    const found = candidates.filter((id) => [...blockers.get(id)!].every((to) => rising.has(to)))
    for (const id of found) rising.add(id)
    grows = found.length > 0
  }
  const blocked = affected
    .filter((id) => !rising.has(id))
    .map((id) => ({ id, by: [...blockers.get(id)!].filter((to) => !rising.has(to)) }))
  return { reference, rising, improved: new Set(blocked.map(({ id }) => id)), blocked }
}

const isUnacceptable = ({ rating }: TraverseNode, acceptable: readonly string[]): boolean =>
  rating !== undefined && !acceptable.includes(rating.code)

/** A recommendation lists only its first objects. If there are more, the graph has the rest. */
function affectedBy(
  fix: Recommendation,
  edges: readonly TraverseEdge[],
  starts: readonly string[],
  isFixed: (edge: TraverseEdge) => boolean,
): string[] {
  const ids = new Set(fix.artifacts.map(({ id }) => id))
  if (fix.artifacts_total > fix.artifacts.length) for (const edge of edges) if (isFixed(edge)) ids.add(edge.from)
  return starts.filter((id) => ids.has(id))
}
