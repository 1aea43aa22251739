// Several estates as one graph of numbered nodes; an artifact that two projects use is one node. Pure.
import type { Estate } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import { byObject, type Rows } from '../readiness/use-order.ts'

/** own: an object of an estate. artifact: anything that lists or references name. */
export type NodeKind = 'own' | 'artifact' | 'package' | 'component' | 'document'

export interface GraphNode extends Named {
  kind: NodeKind
  /** The system of an own object, of an own name outside the upload or of a package; the id of a document. */
  home: string
  /** Pairs of an estate's index and the position among its objects or references. */
  places: number[]
}

export interface EstateGraph {
  estates: readonly EstateIndex[]
  nodes: readonly GraphNode[]
  /** Undefined if no estate has it. */
  find(kind: NodeKind, home: string, named: Named): number | undefined
  /** Own objects and other artifacts with this name, whatever their type or system; not case-sensitive. */
  named(name: string): readonly number[]
}

export interface EstateIndex {
  estate: Estate
  ownNode: Int32Array
  thingNode: Int32Array
  usesOut: Rows
  usesIn: Rows
  callsOut: Rows
  callsIn: Rows
  /** By node number of a package or component: the positions of its objects. */
  members: ReadonlyMap<number, readonly number[]>
  packageNode: Int32Array
  componentNode: Int32Array
}

type IsOwn = (name: string) => boolean
const alone = new WeakMap<Estate, { graph: EstateGraph; isOwn: IsOwn }>()

/** The graph of a single estate is cached as long as the estate. */
export function estateGraphOf(estates: readonly Estate[], isOwn: IsOwn): EstateGraph {
  const [only] = estates
  if (!only || estates.length > 1) return build(estates, isOwn)
  const known = alone.get(only)
  if (known?.isOwn === isOwn) return known.graph
  const graph = build(estates, isOwn)
  alone.set(only, { graph, isOwn })
  return graph
}

const nodeKey = (kind: NodeKind, home: string, named: Named): string => `${kind} ${home} ${shortForm(named)}`

/** Marks a missing node. */
const NONE = -1

function build(estates: readonly Estate[], isOwn: IsOwn): EstateGraph {
  const nodes: GraphNode[] = []
  const numbers = new Map<string, number>()
  const names = new Map<string, number[]>()
  const add = (kind: NodeKind, home: string, { type, name }: Named): number => {
    const key = nodeKey(kind, home, { type, name })
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = nodes.push({ kind, home, type, name, places: [] }) - 1
    numbers.set(key, number)
    return number
  }
  const indexed = estates.map((estate, at): EstateIndex => {
    const { system, objects, references, uses, calls } = estate
    const place = (number: number, where: number): number => {
      nodes[number]!.places.push(at, where)
      return number
    }
    // Two systems may have different objects with the same name.
    const homeOf = ({ name }: Named): string => (isOwn(name) ? system : '')
    const members = new Map<number, number[]>()
    const within = (kind: 'package' | 'component', home: string, name: string, object: number): number => {
      if (!name) return NONE
      const number = add(kind, home, { type: kind, name })
      const list = members.get(number) ?? []
      members.set(number, list)
      if (list.length === 0) place(number, NONE)
      list.push(object)
      return number
    }
    return {
      estate,
      ownNode: Int32Array.from(objects, (object, where) => place(add('own', system, object), where)),
      thingNode: Int32Array.from(references, (reference, where) =>
        place(add('artifact', homeOf(reference), reference), where),
      ),
      usesOut: byObject(uses.from, objects.length),
      usesIn: byObject(uses.to, references.length),
      callsOut: byObject(calls.from, objects.length),
      callsIn: byObject(calls.to, objects.length),
      members,
      packageNode: Int32Array.from(objects, (object, where) => within('package', system, object.package, where)),
      componentNode: Int32Array.from(objects, (object, where) => within('component', '', object.component, where)),
    }
  })
  return {
    estates: indexed,
    nodes,
    find: (kind, home, named) => numbers.get(nodeKey(kind, home, named)),
    named: (name) => {
      if (names.size === 0)
        for (const [number, node] of nodes.entries()) {
          const word = node.name.toLowerCase()
          const list = names.get(word) ?? []
          names.set(word, list)
          list.push(number)
        }
      return names.get(name.toLowerCase()) ?? []
    },
  }
}
