// The edges between the nodes of a workspace, in columns. Each edge is in two linked lists, of its subject and of its
// object, in order of arrival. Numbers of edges and contexts start at 1; 0 means none.
import { type Dictionary, findNumber, newDictionary, numberOf, ownText } from './dictionary.ts'
import { findId, growIds, hashOf, type IdTable, newIdTable, putId } from './id-table.ts'
import { type Label, TYPE } from './rules.ts'

/** A statement with a node as its object. */
export interface Edge {
  /** The bare id of 32 characters. */
  id: string
  subject: string
  predicate: string
  object: string
  context: string
  confidence: number | undefined
}

/**
 * Memory use, measured with `process.memoryUsage` for 1 million edges between 100,000 nodes with names of 30 and labels
 * of 20 characters: 90 MB of buffers and 26 MB of heap, so 82 bytes per edge and 340 per node with its label.
 */
export interface Adjacency {
  nodes: Dictionary
  predicates: Dictionary
  contexts: Dictionary
  /** Arrays by node. */
  firstOut: Uint32Array<ArrayBuffer>
  lastOut: Uint32Array<ArrayBuffer>
  firstIn: Uint32Array<ArrayBuffer>
  lastIn: Uint32Array<ArrayBuffer>
  labels: (Label[] | undefined)[]
  /** The rdf:type edges of each node. */
  types: (number[] | undefined)[]
  /** Arrays by edge. A removed edge has context 0 and remains in its lists. */
  from: Uint32Array<ArrayBuffer>
  to: Uint32Array<ArrayBuffer>
  predicate: Uint32Array<ArrayBuffer>
  context: Uint32Array<ArrayBuffer>
  nextOut: Uint32Array<ArrayBuffer>
  nextIn: Uint32Array<ArrayBuffer>
  /** NaN if unknown. */
  confidence: Float64Array<ArrayBuffer>
  byId: IdTable
  /** The number of the next new edge. */
  next: number
  gone: number
  labelled: number
}

const LEAST_ROOM = 1_024

/** Reserves room for the edges, because growing copies everything. Unused room takes no physical memory. */
export function newAdjacency(edges = 0): Adjacency {
  const room = Math.max(LEAST_ROOM, edges + 1)
  return {
    nodes: newDictionary(),
    predicates: newDictionary(),
    contexts: newDictionary(),
    firstOut: new Uint32Array(LEAST_ROOM),
    lastOut: new Uint32Array(LEAST_ROOM),
    firstIn: new Uint32Array(LEAST_ROOM),
    lastIn: new Uint32Array(LEAST_ROOM),
    labels: [],
    types: [],
    from: new Uint32Array(room),
    to: new Uint32Array(room),
    predicate: new Uint32Array(room),
    context: new Uint32Array(room),
    nextOut: new Uint32Array(room),
    nextIn: new Uint32Array(room),
    confidence: new Float64Array(room),
    byId: newIdTable(room),
    next: 1,
    gone: 0,
    labelled: 0,
  }
}

/** Number of edges and labels, as a measure of memory. */
export const sizeOf = ({ next, gone, labelled }: Adjacency): number => next - 1 - gone + labelled

/** Adds an edge to both lists. Does nothing if it exists. */
export function addEdge(graph: Adjacency, edge: Edge): void {
  if (findEdge(graph, edge.id) !== 0) return
  const number = keepEdge(graph, edge)
  linkOut(graph, number)
  linkIn(graph, number)
}

/** Returns the number of an edge. A new edge is stored, but not linked in any list. */
export function keepEdge(graph: Adjacency, edge: Edge): number {
  const known = findEdge(graph, edge.id)
  if (known !== 0) return known
  const number = graph.next++
  if (number >= graph.from.length) growEdges(graph)
  graph.from[number] = nodeOf(graph, edge.subject)
  graph.to[number] = nodeOf(graph, edge.object)
  graph.predicate[number] = numberOf(graph.predicates, edge.predicate)
  graph.context[number] = numberOf(graph.contexts, edge.context) + 1
  graph.confidence[number] = edge.confidence ?? Number.NaN
  putId(graph.byId, edge.id, number)
  if (edge.predicate === TYPE) pushTo(graph.types, graph.from[number], number)
  return number
}

export function linkOut(graph: Adjacency, edge: number): void {
  const node = graph.from[edge]!
  const last = graph.lastOut[node]!
  if (last === 0) graph.firstOut[node] = edge
  else graph.nextOut[last] = edge
  graph.lastOut[node] = edge
}

export function linkIn(graph: Adjacency, edge: number): void {
  const node = graph.to[edge]!
  const last = graph.lastIn[node]!
  if (last === 0) graph.firstIn[node] = edge
  else graph.nextIn[last] = edge
  graph.lastIn[node] = edge
}

export function removeEdge(graph: Adjacency, id: string): void {
  const edge = findEdge(graph, id)
  if (edge === 0) return
  graph.context[edge] = 0
  graph.gone += 1
}

/** 0 if there is none. */
export function findEdge(graph: Adjacency, id: string): number {
  const edge = findId(graph.byId, id)
  return graph.context[edge] === 0 ? 0 : edge
}

export const contextNumber = ({ contexts }: Adjacency, context: string): number =>
  (findNumber(contexts, context) ?? -1) + 1

/** A statement that labels its subject. */
export interface LabelStatement extends Pick<Label, 'rank' | 'text'> {
  id: string
  subject: string
  context: string
}

/** Does nothing if the label exists. */
export function addLabel(graph: Adjacency, { id, subject, context, rank, text }: LabelStatement): void {
  const node = nodeOf(graph, subject)
  const key = hashOf(id)
  if (graph.labels[node]?.some((label) => label.key === key)) return
  pushTo(graph.labels, node, { context: numberOf(graph.contexts, context) + 1, key, rank, text: ownText(text) })
  graph.labelled += 1
}

export function removeLabel(graph: Adjacency, { id, subject }: Pick<LabelStatement, 'id' | 'subject'>): void {
  const node = findNumber(graph.nodes, subject)
  const labels = node === undefined ? undefined : graph.labels[node]
  const key = hashOf(id)
  const at = labels?.findIndex((label) => label.key === key)
  if (at === undefined || at < 0) return
  labels!.splice(at, 1)
  graph.labelled -= 1
}

export function nodeOf(graph: Adjacency, text: string): number {
  const node = numberOf(graph.nodes, text)
  if (node >= graph.firstOut.length) growNodes(graph)
  return node
}

function pushTo<T>(lists: (T[] | undefined)[], node: number, value: T): void {
  // Fills gaps, because an array with holes becomes a slow hash table.
  while (lists.length <= node) lists.push(undefined)
  const list = lists[node]
  if (list) list.push(value)
  else lists[node] = [value]
}

function growNodes(graph: Adjacency): void {
  for (const name of ['firstOut', 'lastOut', 'firstIn', 'lastIn'] as const) graph[name] = doubled(graph[name])
}

function growEdges(graph: Adjacency): void {
  for (const name of ['from', 'to', 'predicate', 'context', 'nextOut', 'nextIn'] as const)
    graph[name] = doubled(graph[name])
  const confidence = new Float64Array(graph.confidence.length * 2)
  confidence.set(graph.confidence)
  graph.confidence = confidence
  growIds(graph.byId, graph.from.length)
}

function doubled(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(column.length * 2)
  larger.set(column)
  return larger
}
