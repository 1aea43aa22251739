// No text leaves the scope of its call: every graph that it names is checked here by its exact resolved IRI. Graphs
// that come from variables are limited by the engine, which gets the dataset of dataset.ts.
import type { DatasetClauses, GraphRef, Quads, TermIri, TermVariable } from '@traqula/rules-sparql-1-1'
import { describedContext } from '../scope/rules.ts'
import type { ParsedOperation, ParsedSparql } from './parse.ts'
import { outOfScope, readOnly, remoteAccess } from './problems.ts'
import { walk } from './walk.ts'

export interface GraphScope {
  /** The graph of the call: its default graph. */
  context: string
  /** All named graphs of the scope: the context, or every context of the workspace. */
  contexts: readonly string[]
  /** The prefix of the workspace's graphs: `urn:tenant:<tenant>:ws:<workspace>:graph:`. */
  prefix: string
  writable: boolean
  /** `workspace` allows every graph of the workspace, including those without statements yet. */
  width?: 'context' | 'workspace'
}

/** A graph that the text names, and whether the operation may change it. */
interface GraphUse {
  graph: string
  writes: boolean
}

export function checkScope(parsed: ParsedSparql, scope: GraphScope): void {
  refuseRemote(parsed)
  if (parsed.kind === 'query') {
    for (const graph of [...clauseGraphs(parsed.ast.datasets), ...patternGraphs(parsed.ast)])
      requireReadable(scope, graph)
    return
  }
  if (!scope.writable && parsed.operations.length > 0)
    throw readOnly('This call may read the graphs but not write them.')
  for (const { graph, writes } of parsed.operations.flatMap(operationGraphs)) {
    requireReadable(scope, graph)
    if (writes) requireWritable(graph)
  }
}

export function requireReadable(scope: GraphScope, graph: string): void {
  if (!isContextInside(scope, describedContext(graph) ?? graph)) throw outOfScope(graph)
}

function requireWritable(graph: string): void {
  if (describedContext(graph) !== undefined)
    throw readOnly(`The graph <${graph}> is generated from statement metadata and cannot be written.`, graph)
}

// As for X-Context-ID: no slashes or colons, so that a context name cannot be confused with another graph.
const NAME = /^[A-Za-z0-9._~-]{1,128}$/

function isContextInside({ context, contexts, prefix, width }: GraphScope, graph: string): boolean {
  if (graph === context) return true
  if (width === 'workspace' && graph.startsWith(prefix) && NAME.test(graph.slice(prefix.length))) return true
  return contexts.includes(graph)
}

function refuseRemote({ ast }: ParsedSparql): void {
  const { remote } = reachOf(ast)
  if (remote) throw remoteAccess(remote)
}

const read = (graph: string): GraphUse => ({ graph, writes: false })
const write = (graph: string): GraphUse => ({ graph, writes: true })

/** Every graph that an operation names, in any place. */
export const graphsNamed = (operation: ParsedOperation): string[] =>
  operationGraphs(operation).map(({ graph }) => graph)

function operationGraphs({ ast }: ParsedOperation): GraphUse[] {
  switch (ast.subType) {
    case 'insertdata':
    case 'deletedata':
    case 'deletewhere':
      return quadGraphs(ast.data).map(write)
    case 'modify':
      return [
        ...names(ast.graph).map(write),
        ...quadGraphs([...ast.delete, ...ast.insert]).map(write),
        ...clauseGraphs(ast.from).map(read),
        ...patternGraphs(ast.where).map(read),
      ]
    case 'load':
      return refGraphs(ast.destination).map(write)
    case 'clear':
    case 'drop':
    case 'create':
      return refGraphs(ast.destination).map(write)
    case 'add':
    case 'copy':
      return [...refGraphs(ast.source).map(read), ...refGraphs(ast.destination).map(write)]
    case 'move':
      return [...refGraphs(ast.source), ...refGraphs(ast.destination)].map(write)
  }
}

/** Graphs that GRAPH names in patterns at any depth, including subselects, EXISTS and MINUS. */
export const patternGraphs = (root: object): readonly string[] => reachOf(root).graphs

/** Whether any GRAPH pattern has a variable. */
export const hasGraphVariable = (root: object): boolean => reachOf(root).hasVariable

/** What a tree refers to, at any depth. */
interface Reach {
  remote: 'SERVICE' | 'LOAD' | undefined
  graphs: string[]
  hasVariable: boolean
}

/** Safe to cache: trees do not change after parsing, and trees of frequent texts are reused (recall.ts). */
const reaches = new WeakMap<object, Reach>()

function reachOf(root: object): Reach {
  const known = reaches.get(root)
  if (known) return known
  const found: Reach = { remote: undefined, graphs: [], hasVariable: false }
  walk(root, undefined, (node) => {
    if (node.type === 'pattern' && node.subType === 'service') found.remote ??= 'SERVICE'
    // SILENT suppresses the failure (SPARQL 1.1 Update §3.1.4), and here every LOAD fails.
    if (node.type === 'updateOperation' && node.subType === 'load' && !node.silent) found.remote ??= 'LOAD'
    if (node.type !== 'pattern' || node.subType !== 'graph') return undefined
    found.graphs.push(...names(node.name))
    found.hasVariable ||= node.name.subType === 'variable'
    return undefined
  })
  reaches.set(root, found)
  return found
}

const quadGraphs = (quads: readonly Quads[]): string[] =>
  quads.flatMap((quad) => (quad.type === 'graph' ? names(quad.graph) : []))

const clauseGraphs = ({ clauses }: DatasetClauses): string[] => clauses.map(({ value }) => value.value)

const refGraphs = (ref: GraphRef | undefined): string[] => (ref?.subType === 'specific' ? [ref.graph.value] : [])

const names = (term: TermIri | TermVariable | undefined): string[] =>
  term?.subType === 'namedNode' ? [term.value] : []
