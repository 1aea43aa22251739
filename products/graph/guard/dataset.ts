// Decides which graphs the engine sees. The engine always gets both lists, so that nothing in the text can widen them.
import type { DatasetClauses, GraphRef } from '@traqula/rules-sparql-1-1'
import { describedContext, metaGraph } from '../scope/rules.ts'
import type { ParsedOperation, ParsedQuery, ParsedUpdate } from './parse.ts'
import { wrongParameter } from './problems.ts'
import { type GraphScope, graphsNamed, hasGraphVariable, patternGraphs, requireReadable } from './scope.ts'

export interface Dataset {
  defaultGraphs: readonly string[]
  namedGraphs: readonly string[]
}

/** Parameters of the SPARQL 1.1 Protocol, and `union-default-graph`, which many servers support. */
export interface QueryParameters {
  defaultGraphUris?: readonly string[]
  namedGraphUris?: readonly string[]
  unionDefaultGraph?: boolean
}

export function queryDataset({ ast }: ParsedQuery, scope: GraphScope, parameters: QueryParameters = {}): Dataset {
  const { defaultGraphUris = [], namedGraphUris = [], unionDefaultGraph = false } = parameters
  const given = inside(scope, { defaultGraphs: defaultGraphUris, namedGraphs: namedGraphUris })
  const written = inside(scope, fromClauses(ast.datasets))
  // The protocol overrides the text (SPARQL 1.1 Protocol §2.1.4).
  if (!isEmpty(given)) return given
  if (!isEmpty(written)) return written
  const { context, contexts } = scope
  return {
    defaultGraphs: unionDefaultGraph ? distinct([context, ...contexts]) : [context],
    // A graph variable of a query also ranges over metadata graphs; that of an update could write to them. Without a
    // variable, only graphs named in the text are reachable, and each graph costs the engine something.
    namedGraphs: hasGraphVariable(ast)
      ? distinct([...namedGraphs(scope, ast), ...contexts.map(metaGraph)])
      : distinct(namedIn(scope, ast)),
  }
}

export interface UpdateParameters {
  usingGraphUris?: readonly string[]
  usingNamedGraphUris?: readonly string[]
}

/** The graphs of one operation, with DEFAULT, NAMED and ALL expanded. */
export interface OperationGraphs {
  /** The graph for triples outside GRAPH. */
  target: string
  /** The dataset for WHERE. */
  dataset: Dataset
  /** The graphs that CLEAR and DROP empty, or CREATE names. */
  graphs?: readonly string[]
  /** For COPY, MOVE and ADD. */
  source?: string
  destination?: string
}

/** The dataset that the parameters set for every WHERE; undefined if they set none. */
export function usingDataset(scope: GraphScope, parameters: UpdateParameters): Dataset | undefined {
  const { usingGraphUris = [], usingNamedGraphUris = [] } = parameters
  const given = inside(scope, { defaultGraphs: usingGraphUris, namedGraphs: usingNamedGraphUris })
  return isEmpty(given) ? undefined : given
}

/** One entry per operation of the update, in order. */
export function updateGraphs(
  { operations }: ParsedUpdate,
  scope: GraphScope,
  parameters: UpdateParameters = {},
): OperationGraphs[] {
  const using = usingDataset(scope, parameters)
  // SPARQL 1.1 Protocol §2.2.3
  if (using && operations.some(hasOwnDataset))
    throw wrongParameter(
      'using-graph-uri and using-named-graph-uri cannot be combined with USING, USING NAMED or WITH in the text.',
    )
  return operations.map((operation) => operationGraphs(operation, scope, using))
}

const hasOwnDataset = ({ ast }: ParsedOperation): boolean =>
  ast.subType === 'modify' && (ast.graph !== undefined || ast.from.clauses.length > 0)

function operationGraphs({ ast }: ParsedOperation, scope: GraphScope, using: Dataset | undefined): OperationGraphs {
  const target = (ast.subType === 'modify' && ast.graph?.value) || scope.context
  const written = ast.subType === 'modify' ? inside(scope, fromClauses(ast.from)) : NOTHING
  const usual = { defaultGraphs: [target], namedGraphs: namedGraphs(scope, ast) }
  const dataset = using ?? (isEmpty(written) ? usual : written)
  switch (ast.subType) {
    case 'clear':
    case 'drop':
    case 'create':
      return { target, dataset, graphs: graphsOf(ast.destination, scope) }
    case 'add':
    case 'move':
    case 'copy':
      return { target, dataset, source: graphOf(ast.source, scope), destination: graphOf(ast.destination, scope) }
    default:
      return { target, dataset }
  }
}

function graphsOf(ref: GraphRef, { context, contexts, width }: GraphScope): string[] {
  if (ref.subType === 'specific') return [ref.graph.value]
  if (ref.subType === 'default') return [context]
  const all = distinct([context, ...contexts])
  // The context is the default graph. NAMED includes it only if the scope has no other graph.
  return ref.subType === 'named' && width === 'workspace' ? all.filter((graph) => graph !== context) : all
}

const graphOf = (ref: GraphRef, scope: GraphScope): string => graphsOf(ref, scope)[0] ?? scope.context

/** The graphs of the scope, plus those that GRAPH names: metadata, or a graph that does not exist yet. */
const namedGraphs = (scope: GraphScope, ast: object): string[] => distinct([...scope.contexts, ...namedIn(scope, ast)])

function namedIn(scope: GraphScope, ast: object): readonly string[] {
  const named = patternGraphs(ast)
  for (const graph of named) requireReadable(scope, graph)
  return named
}

/** Everything an update may touch: its scope, and graphs it names that belong to the scope but do not exist yet. */
export function updateDataset(parsed: ParsedUpdate, scope: GraphScope, using: Dataset | undefined): Dataset {
  const named = parsed.operations.flatMap(graphsNamed)
  const others = [...named, ...(using?.defaultGraphs ?? []), ...(using?.namedGraphs ?? [])]
  for (const graph of others) requireReadable(scope, graph)
  return { defaultGraphs: [scope.context], namedGraphs: distinct([...scope.contexts, ...others]) }
}

/** Separates writable graphs from metadata graphs, which are read-only, for the engine. */
export function withoutReadOnly({ defaultGraphs, namedGraphs }: Dataset): {
  dataset: Dataset
  readOnlyGraphs: readonly string[]
} {
  const isReadOnly = (graph: string) => describedContext(graph) !== undefined
  return {
    dataset: { defaultGraphs, namedGraphs: namedGraphs.filter((graph) => !isReadOnly(graph)) },
    readOnlyGraphs: namedGraphs.filter(isReadOnly),
  }
}

const NOTHING: Dataset = { defaultGraphs: [], namedGraphs: [] }
const isEmpty = ({ defaultGraphs, namedGraphs }: Dataset): boolean => defaultGraphs.length + namedGraphs.length === 0

const fromClauses = ({ clauses }: DatasetClauses): Dataset => ({
  defaultGraphs: clauses.filter(({ clauseType }) => clauseType === 'default').map(({ value }) => value.value),
  namedGraphs: clauses.filter(({ clauseType }) => clauseType === 'named').map(({ value }) => value.value),
})

function inside(scope: GraphScope, { defaultGraphs, namedGraphs }: Dataset): Dataset {
  for (const graph of [...defaultGraphs, ...namedGraphs]) requireReadable(scope, graph)
  return { defaultGraphs: distinct(defaultGraphs), namedGraphs: distinct(namedGraphs) }
}

const distinct = (graphs: readonly string[]): string[] => [...new Set(graphs)]
