// Groups own objects by package, component or owner. Pure.
import type { TraverseEdge, TraverseNode, TraverseRequest } from '@veritrace/contract/casework/traverse'
import { artifactId, componentIri, packageIri } from '../model/artifacts.ts'
import type { Graph } from './graph.ts'
import type { Walked } from './walk.ts'

type By = Exclude<NonNullable<TraverseRequest['collapse']>, 'none'>

export interface Collapsed {
  nodes: TraverseNode[]
  edges: TraverseEdge[]
}

export function collapse(graph: Graph, { depth, edges }: Walked, by: By): Collapsed {
  const groups = new Map<string, TraverseNode>()
  const groupOf = new Map<number, TraverseNode>()
  for (const [number, steps] of depth) {
    const group = describe(graph, number, by)
    const known = groups.get(group.id) ?? { ...group, depth: steps, members: 0 }
    groups.set(group.id, known)
    known.members!++
    known.depth = Math.min(known.depth, steps)
    groupOf.set(number, known)
  }
  const merged = new Map<string, TraverseEdge>()
  for (const { from, to, relation, confidence } of edges) {
    const [a, b] = [groupOf.get(from)!, groupOf.get(to)!]
    if (a === b) continue
    const id = `${a.id} ${relation} ${b.id}`
    const known = merged.get(id)
    if (!known) {
      merged.set(id, { id, from: a.id, to: b.id, relation, confidence, count: 1 })
      a.degree_out++
      b.degree_in++
      continue
    }
    known.count!++
    known.confidence = Math.max(known.confidence, confidence)
  }
  return { nodes: [...groups.values()], edges: [...merged.values()] }
}

function describe(graph: Graph, number: number, by: By): TraverseNode {
  const bare = { degree_in: 0, degree_out: 0, depth: 0 }
  const { kind, home, places } = graph.node(number)
  const object = kind === 'own' ? graph.estateGraph.estates[places[0]!]!.estate.objects[places[1]!]! : undefined
  const name = object?.[by]
  if (!name) {
    const { id, iri, label, kind, type } = graph.refOf(number)
    return { id, iri, label, kind, type, ...bare }
  }
  const iri = iriOfGroup(graph, by, home, name)
  return { id: artifactId(iri), iri, label: name, kind: by, type: by, group: name, ...bare }
}

function iriOfGroup({ tenant, active }: Graph, by: By, home: string, name: string): string {
  if (by === 'package') return packageIri(tenant, home, name)
  if (by === 'component') return componentIri(active.pack.naming, name)
  return `urn:tenant:${encodeURIComponent(tenant)}:owner:${encodeURIComponent(name)}`
}
