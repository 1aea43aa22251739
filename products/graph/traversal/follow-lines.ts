// Applies changes of the log to an adjacency.

import { bareId, readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Delta } from '../statements/change-store.ts'
import { CONFIDENCE, isMetaLine } from '../statements/meta-lines.ts'
import { readLine } from '../terms/nquads.ts'
import {
  type Adjacency,
  addEdge,
  addLabel,
  type Edge,
  findEdge,
  type LabelStatement,
  removeEdge,
  removeLabel,
} from './adjacency.ts'
import { LABEL_PREDICATES, labelOf } from './rules.ts'
import { yieldControl } from './yield-control.ts'

/** Parsing this many lines takes a few milliseconds. */
const LINES_AT_ONCE = 500

/** Must run exclusively: until it is done, readers would see half of the change. */
export async function followChange(graph: Adjacency, { added, removed }: Delta): Promise<void> {
  await eachOf(removed, (fact) => remove(graph, fact))
  const edges: Edge[] = []
  const confidences: Confidence[] = []
  await eachOf(added, (fact) => {
    if ('object' in fact) edges.push(fact)
    else if ('rank' in fact) addLabel(graph, fact)
    else confidences.push(fact)
  })
  for (const some of inOrder(edges)) {
    for (const edge of some) addEdge(graph, edge)
    if (edges.length > LINES_AT_ONCE) await yieldControl()
  }
  for (const { edge, confidence } of confidences) graph.confidence[findEdge(graph, edge)] = confidence
}

/**
 * Sorts the edges of one change by id, as the database does. Sorts in parts, because sorting many at once takes long.
 */
function* inOrder(edges: readonly Edge[]): Generator<Edge[]> {
  const heads = Map.groupBy(edges, ({ id }) => id[0]!)
  for (const head of [...heads.keys()].toSorted()) yield heads.get(head)!.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

interface Confidence {
  /** The id of the statement with this confidence. */
  edge: string
  confidence: number
}
type Fact = Edge | LabelStatement | Confidence

async function eachOf(lines: readonly string[], take: (fact: Fact) => void): Promise<void> {
  for (const [index, line] of lines.entries()) {
    const fact = isMetaLine(line) ? readConfidence(line) : readFact(line)
    if (fact) take(fact)
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await yieldControl()
  }
}

function remove(graph: Adjacency, fact: Fact): void {
  if ('object' in fact) removeEdge(graph, fact.id)
  if ('rank' in fact) removeLabel(graph, fact)
  if (!('edge' in fact)) return
  const edge = findEdge(graph, fact.edge)
  if (graph.confidence[edge] === fact.confidence) graph.confidence[edge] = Number.NaN
}

/** Undefined for literals that are not labels. */
function readFact(line: string): Edge | LabelStatement | undefined {
  const { subject, predicate, object, graph } = partsOf(line)
  // Context names contain no colon.
  const context = graph.slice(graph.lastIndexOf(':') + 1)
  if (!object.startsWith('"'))
    return { id: bareId(line), subject, predicate, object: textOf(object), context, confidence: undefined }
  if (!LABEL_PREDICATES.includes(predicate)) return undefined
  const literal = readLine(line).object
  const language = literal.kind === 'literal' ? (literal.language ?? null) : null
  const label = labelOf(predicate, literal.value, language)
  return label && { id: bareId(line), subject, context, ...label }
}

function readConfidence(line: string): Confidence | undefined {
  const { subject, predicate, object } = partsOf(line)
  const edge = predicate === CONFIDENCE ? readStatementId(subject) : undefined
  return edge === undefined ? undefined : { edge, confidence: Number(object.slice(1, object.indexOf('"', 1))) }
}

/** Lines of the log are canonical: one space between terms, no spaces in IRIs. */
function partsOf(line: string): { subject: string; predicate: string; object: string; graph: string } {
  const first = line.indexOf(' ')
  const second = line.indexOf(' ', first + 1)
  const last = line.lastIndexOf(' <')
  return {
    subject: textOf(line.slice(0, first)),
    predicate: textOf(line.slice(first + 1, second)),
    object: line.slice(second + 1, last),
    graph: line.slice(last + 2, -'> .'.length),
  }
}

const textOf = (token: string): string => (token.startsWith('<') ? token.slice(1, -1) : token)
