// All that one walk can see: estates in memory, lists in the database, and nodes that are met on the way.

import type { ArtifactRef } from '@veritrace/contract/casework/shapes'
import type { Db } from '@veritrace/platform/db/db'
import { artifactId, componentIri, estateIri, homeOf, type Named, packageIri, shortForm } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { addressOf } from '../rating/addresses.ts'
import type { Tables } from '../tables.ts'
import type { World, WorldNode } from './world.ts'

export interface Graph {
  db: Db<Tables>
  tenant: string
  workspace: string
  /** Where the installation keeps its own corpus. */
  space: string
  active: ActivePack
  target: TargetProfile
  /** The versions of lists that the target reads. */
  entries: readonly string[]
  /** The named graph that a version of a list is projected into. */
  contextOfEntry(entry: string): string
  world: World
  node(number: number): WorldNode
  /** What the contract calls it. */
  kindOf(number: number): string
  iriOf(number: number): string
  refOf(number: number): ArtifactRef
  /** The node of something that lists name; a new one where no estate refers to it. */
  thing(named: Named): number
  document(id: string, title: string): number
}

type Parts = Pick<
  Graph,
  'db' | 'tenant' | 'workspace' | 'space' | 'active' | 'target' | 'entries' | 'contextOfEntry' | 'world'
>

/** Nodes that are not of the estates are numbered after them, for this walk only. */
export function openGraph(parts: Parts): Graph {
  const { world, tenant, active } = parts
  const { pack } = active
  const further: WorldNode[] = []
  const numbers = new Map<string, number>()
  const node = (number: number): WorldNode => world.nodes[number] ?? further[number - world.nodes.length]!
  const add = (key: string, one: WorldNode): number => {
    const number = numbers.get(key) ?? world.nodes.length + further.push(one) - 1
    numbers.set(key, number)
    return number
  }
  const thingRef = (one: WorldNode) => addressOf(pack, homeOf(tenant, one.home || undefined), one)
  const iriOf = (number: number): string => {
    const one = node(number)
    if (one.kind === 'own') return estateIri(tenant, one.home, one)
    if (one.kind === 'package') return packageIri(tenant, one.home, one.name)
    if (one.kind === 'component') return componentIri(pack.naming, one.name)
    return one.kind === 'document' ? `urn:cw:document:${one.home}` : thingRef(one).iri
  }
  const kindOf = (number: number): string => KINDS[node(number).kind] ?? thingRef(node(number)).kind
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
    // An id is a hash: each is worked out once, however many edges lead to it.
    refOf: (number) => {
      const ref = refs.get(number) ?? refOf(number)
      refs.set(number, ref)
      return ref
    },
    thing: ({ type, name }) =>
      world.find('thing', '', { type, name }) ??
      world.named(name).find((number) => isThing(world.nodes[number]!, { type, name })) ??
      add(`thing ${shortForm({ type, name })}`, { kind: 'thing', home: '', type, name, places: [] }),
    document: (id, title) =>
      add(`document ${id}`, { kind: 'document', home: id, type: 'document', name: title, places: [] }),
  }
}

const isThing = (node: WorldNode, { type, name }: Named): boolean =>
  node.kind === 'thing' && node.type === type && node.name === name

const KINDS: Partial<Record<WorldNode['kind'], string>> = {
  own: 'custom_object',
  package: 'package',
  component: 'component',
  document: 'document',
}
