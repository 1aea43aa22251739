// No text leaves the scope of its call: every graph that it names is checked here, by its resolved IRI and letter by
// letter. Graphs that come out of variables are the engine's to keep inside; it gets the dataset of dataset.ts.
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
  /** What the graphs of the workspace begin with: `urn:tenant:<tenant>:ws:<workspace>:graph:`. */
  prefix: string
  writable: boolean
  /** `workspace` when every graph of the workspace is allowed: one is then inside before it has its first statement. */
  width?: 'context' | 'workspace'
}

/** A graph that the text names, and whether it could change. */
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
    throw readOnly('This call may read the graphs and not write them.')
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
    throw readOnly(`The graph <${graph}> is made from the metadata of statements and cannot be written.`, graph)
}

// As in X-Context-ID: without slashes and colons, so no name of a context can be taken for another graph.
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

/** Every graph that an operation names, wherever it stands. */
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

/** What GRAPH names in patterns at any depth: in subselects, EXISTS and MINUS too. */
export const patternGraphs = (root: object): readonly string[] => reachOf(root).graphs

/** Whether a GRAPH of some pattern is a variable. */
export const hasGraphVariable = (root: object): boolean => reachOf(root).hasVariable

/** What a tree reaches for, wherever in it. */
interface Reach {
  remote: 'SERVICE' | 'LOAD' | undefined
  graphs: string[]
  hasVariable: boolean
}

/** Nobody changes a tree once it is parsed, and that of a text which is asked often is kept (recall.ts). */
const reaches = new WeakMap<object, Reach>()

function reachOf(root: object): Reach {
  const known = reaches.get(root)
  if (known) return known
  const found: Reach = { remote: undefined, graphs: [], hasVariable: false }
  walk(root, undefined, (node) => {
    if (node.type === 'pattern' && node.subType === 'service') found.remote ??= 'SERVICE'
    // With SILENT a load that fails is no failure (SPARQL 1.1 Update §3.1.4), and here each one fails.
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
