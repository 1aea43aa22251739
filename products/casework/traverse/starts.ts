// Finds the nodes for an id, an IRI, a short form or a plain name.

import { findListed } from '../artifacts/find-artifact.ts'
import type { Casework } from '../deps.ts'
import { listCatalogNames } from '../documents/mention-store.ts'
import { findDocument } from '../documents/store.ts'
import { formerPlace } from '../estate/former-places.ts'
import { artifactId, formerIris, type Named, packageIri } from '../model/artifacts.ts'
import type { EstateGraph, NodeKind } from './estate-graph.ts'
import type { Graph } from './graph.ts'
import { visibleTo } from './outside.ts'

type Deps = Pick<Casework, 'db' | 'clock' | 'corpusSpace' | 'packs'>

/** Empty if neither estates nor lists know it. */
export async function findNodes(deps: Deps, graph: Graph, text: string): Promise<number[]> {
  if (text.startsWith('art_')) return findById(deps, graph, text)
  if (text.startsWith('doc_')) return findText(graph, text)
  const known = fromIri(graph, text) ?? fromShortForm(graph, text)
  if (known !== undefined) return known.length > 0 ? known : fromLists(graph, namedIn(graph, text))
  const named = graph.estateGraph.named(text)
  // An own object takes precedence over an outside artifact with the same name.
  const own = named.filter((number) => graph.estateGraph.nodes[number]!.kind === 'own')
  if (named.length > 0) return own.length > 0 ? own : [...named]
  return fromLists(graph, { name: text })
}

const ids = new WeakMap<EstateGraph, Map<string, number>>()

async function findById(deps: Deps, graph: Graph, id: string): Promise<number[]> {
  const { estateGraph, active, tenant, workspace } = graph
  const known =
    ids.get(estateGraph) ?? new Map(estateGraph.nodes.map((_, number) => [artifactId(graph.iriOf(number)), number]))
  ids.set(estateGraph, known)
  const number = known.get(id)
  if (number !== undefined) return [number]
  const listed = await findListed(deps, { tenant, workspace }, active, id)
  if (listed) return [graph.artifact(listed)]
  const former = formerNode(estateGraph, tenant, id)
  return former === undefined ? [] : [former]
}

/** Finds a custom object or package by an id from when its system had another name. */
function formerNode(estateGraph: EstateGraph, tenant: string, id: string): number | undefined {
  for (const { estate, ownNode, thingNode, members } of estateGraph.estates) {
    const place = formerPlace(estate, tenant, id)
    if (place !== undefined) return ownNode[place]
    for (const number of thingNode) {
      const { home, ...named } = estateGraph.nodes[number]!
      if (home && formerIris(tenant, estate, named).some((iri) => artifactId(iri) === id)) return number
    }
    for (const number of members.keys()) {
      const { kind, name } = estateGraph.nodes[number]!
      const isIt = (system: string) => artifactId(packageIri(tenant, system, name)) === id
      if (kind === 'package' && estate.former_systems.some(isIt)) return number
    }
  }
  return undefined
}

async function findText(graph: Graph, id: string): Promise<number[]> {
  const document = await findDocument(graph.db, visibleTo(graph), id)
  return document ? [graph.document(id, document.title)] : []
}

/** Undefined if the text is not one of our IRIs. */
function fromIri({ estateGraph, tenant, active }: Graph, text: string): number[] | undefined {
  const own = ['own', 'package'] as const
  for (const kind of own) {
    const prefix = `urn:tenant:${encodeURIComponent(tenant)}:${kind === 'own' ? 'obj' : 'pkg'}:`
    if (!text.startsWith(prefix)) continue
    const [home, ...rest] = decoded(text.slice(prefix.length).split(':'))
    const [type, name] = kind === 'package' ? ['package', rest[0]] : rest
    const outside = kind === 'own' ? (['artifact'] as const) : []
    for (const one of [kind, ...outside]) {
      const now = found(estateGraph, one, home, type, name)
      if (now.length > 0) return now
      const former = foundFormer(estateGraph, one, home, type, name)
      if (former.length > 0) return former
    }
    return []
  }
  const { iriBase } = active.pack.naming
  if (!text.startsWith(iriBase)) return text.startsWith('urn:') ? [] : undefined
  const [type, name] = decoded(text.slice(iriBase.length).split(':'))
  return found(estateGraph, 'artifact', '', type, name)
}

/** `TABL:VBAK`, `package:ZSD`; the type is not case-sensitive. */
function fromShortForm({ estateGraph }: Graph, text: string): number[] | undefined {
  const at = text.indexOf(':')
  if (at <= 0) return undefined
  const type = text.slice(0, at).toLowerCase()
  const all = estateGraph
    .named(text.slice(at + 1))
    .filter((number) => estateGraph.nodes[number]!.type.toLowerCase() === type)
  const own = all.filter((number) => estateGraph.nodes[number]!.kind !== 'artifact')
  return own.length > 0 ? own : all
}

function found(estateGraph: EstateGraph, kind: NodeKind, home = '', type = '', name = ''): number[] {
  const number = estateGraph.find(kind, home, { type, name })
  return number === undefined ? [] : [number]
}

function foundFormer(estateGraph: EstateGraph, kind: NodeKind, home = '', type?: string, name?: string): number[] {
  const estate = estateGraph.estates.find((one) => one.estate.former_systems.includes(home))?.estate
  return estate ? found(estateGraph, kind, estate.system, type, name) : []
}

const decoded = (parts: readonly string[]): string[] =>
  parts.map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })

function namedIn({ active }: Graph, text: string): { type?: string; name: string } {
  const { iriBase } = active.pack.naming
  const form = text.startsWith(iriBase) ? decoded(text.slice(iriBase.length).split(':')).join(':') : text
  const at = form.indexOf(':')
  return at <= 0 ? { name: form } : { type: form.slice(0, at), name: form.slice(at + 1) }
}

/** Artifacts that no estate uses. */
async function fromLists(graph: Graph, { type, name }: Partial<Named> & { name: string }): Promise<number[]> {
  const { shared, own } = visibleTo(graph)
  const found = await listCatalogNames(graph.db, [shared, own], graph.active.pack.ref.id, [name.toLowerCase()])
  return found
    .filter((one) => type === undefined || one.type.toLowerCase() === type.toLowerCase())
    .map((one) => graph.artifact(one))
}
