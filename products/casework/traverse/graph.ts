// Everything that one traversal can reach: estates in memory, lists in the database, and nodes found on the way.

import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { Db } from '@veritrace/platform/db/db'
import { artifactId, componentIri, estateIri, homeOf, type Named, packageIri, shortForm } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { addressOf } from '../rating/addresses.ts'
import type { Tables } from '../tables.ts'
import type { EstateGraph, GraphNode } from './estate-graph.ts'

export interface Graph {
  db: Db<Tables>
  tenant: string
  workspace: string
  /** The space of the installation's corpus. */
  space: string
  active: ActivePack
  target: TargetProfile
  /** The list versions of the target. */
  entries: readonly string[]
  /** The named graph of a list version. */
  contextOfEntry(entry: string): string
  estateGraph: EstateGraph
  node(number: number): GraphNode
  /** The kind of a node in the contract. */
  kindOf(number: number): string
  iriOf(number: number): string
  refOf(number: number): ArtifactRef
  /** The node of an artifact that lists name; a new one if no estate uses it. */
  artifact(named: Named): number
  document(id: string, title: string): number
}

type Parts = Pick<
  Graph,
  'db' | 'tenant' | 'workspace' | 'space' | 'active' | 'target' | 'entries' | 'contextOfEntry' | 'estateGraph'
>

/** Nodes outside the estates get numbers after those of the estates, for this traversal only. */
export function openGraph(parts: Parts): Graph {
  const { estateGraph, tenant, active } = parts
  const { pack } = active
  const further: GraphNode[] = []
  const numbers = new Map<string, number>()
  const node = (number: number): GraphNode => estateGraph.nodes[number] ?? further[number - estateGraph.nodes.length]!
  const add = (key: string, one: GraphNode): number => {
    const number = numbers.get(key) ?? estateGraph.nodes.length + further.push(one) - 1
    numbers.set(key, number)
    return number
  }
  const addressIn = (one: GraphNode) => addressOf(pack, homeOf(tenant, one.home || undefined), one)
  const iriOf = (number: number): string => {
    const one = node(number)
    if (one.kind === 'own') return estateIri(tenant, one.home, one)
    if (one.kind === 'package') return packageIri(tenant, one.home, one.name)
    if (one.kind === 'component') return componentIri(pack.naming, one.name)
    return one.kind === 'document' ? `urn:cw:document:${one.home}` : addressIn(one).iri
  }
  const kindOf = (number: number): string => KINDS[node(number).kind] ?? addressIn(node(number)).kind
  const refs = new Map<number, ArtifactRef>()
  const refOf = (number: number): ArtifactRef => {
    const { kind, type, name, home } = node(number)
    const iri = iriOf(number)
    const id = kind === 'document' ? home : artifactId(iri)
    return { id, iri, pack: pack.ref.id, kind: kindOf(number), type, name, label: name }
  }
  return {
    ...parts,
    node,
    kindOf,
    iriOf,
    // An id is a hash, so compute each only once, however many edges lead to it.
    refOf: (number) => {
      const ref = refs.get(number) ?? refOf(number)
      refs.set(number, ref)
      return ref
    },
    artifact: ({ type, name }) =>
      estateGraph.find('artifact', '', { type, name }) ??
      estateGraph.named(name).find((number) => isArtifact(estateGraph.nodes[number]!, { type, name })) ??
      add(`artifact ${shortForm({ type, name })}`, { kind: 'artifact', home: '', type, name, places: [] }),
    document: (id, title) =>
      add(`document ${id}`, { kind: 'document', home: id, type: 'document', name: title, places: [] }),
  }
}

const isArtifact = (node: GraphNode, { type, name }: Named): boolean =>
  node.kind === 'artifact' && node.type === type && node.name === name

const KINDS: Partial<Record<GraphNode['kind'], string>> = {
  own: 'custom_object',
  package: 'package',
  component: 'component',
  document: 'document',
}
