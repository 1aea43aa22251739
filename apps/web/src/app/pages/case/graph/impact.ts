// What a fix does to the objects: which rise, which still rest on something that the target does not accept.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { TraverseNode, TraverseResponse } from '@veritrace/contract/casework/traverse'

type Data = Pick<TraverseResponse, 'nodes' | 'edges'>

export interface Blocked {
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

export function impactOf(
  fix: Recommendation,
  data: Data,
  starts: readonly string[],
  acceptable: readonly string[],
): Impact {
  const nodes = new Map(data.nodes.map((node) => [node.id, node]))
  const reference = fix.pattern?.reference.id
  const isBad = (node: TraverseNode | undefined) => node?.rating !== undefined && !acceptable.includes(node.rating.code)
  const used = new Map<string, Set<string>>()
  for (const { from, to } of data.edges) used.set(from, (used.get(from) ?? new Set()).add(to))
  const named = new Set(fix.artifacts.map(({ id }) => id))
  const touched = starts.filter((id) => (reference ? used.get(id)?.has(reference) : false) || named.has(id))
  const rising = new Set<string>()
  const blocked: Blocked[] = []
  for (const id of touched) {
    if (!isBad(nodes.get(id))) continue
    const others = [...(used.get(id) ?? [])].filter((other) => other !== reference && isBad(nodes.get(other)))
    if (others.length === 0) rising.add(id)
    else blocked.push({ id, by: others })
  }
  return { reference, rising, improved: new Set(blocked.map(({ id }) => id)), blocked }
}
