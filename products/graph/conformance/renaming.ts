// Graphs in the suites have names such as http://example.org/g1, but ours are contexts of a workspace. So each test is
// renamed: one context per graph, in the data, the text and the parameters, and back again in the result. This does not
// change the meaning unless a query takes a name apart, and no test of the suites does.
import { parseSparql } from '../guard/parse.ts'
import { graphsNamed, patternGraphs } from '../guard/scope.ts'
import { walk } from '../guard/walk.ts'
import type { Statement } from './isomorphic.ts'
import type { Place } from './service.ts'

export interface Renaming {
  /** The context that replaces a graph. */
  contextOf(graph: string): string
  /** The graphs seen so far. */
  graphs(): string[]
  /** The text with contexts in place of its graphs. Text that cannot be parsed is unchanged. */
  text(source: string, kind: 'query' | 'update'): string
  /** Renames N-Triples terms. */
  terms(statements: readonly Statement[]): Statement[]
  back(statements: readonly Statement[]): Statement[]
}

export function openRenaming(place: Place): Renaming {
  const contexts = new Map<string, string>()
  const graphs = new Map<string, string>()

  function contextOf(graph: string): string {
    const context = contexts.get(graph) ?? place.iri(`g${contexts.size + 1}`)
    contexts.set(graph, context)
    graphs.set(context, graph)
    return context
  }

  const mapped = (names: ReadonlyMap<string, string>, statements: readonly Statement[]): Statement[] =>
    statements.map((statement) =>
      statement.map((term) => (term.startsWith('<') ? `<${names.get(term.slice(1, -1)) ?? term.slice(1, -1)}>` : term)),
    )

  return {
    contextOf,
    graphs: () => [...contexts.keys()],
    text(source, kind) {
      const parsed = parse(source, kind)
      if (!parsed) return source
      for (const graph of graphsOf(parsed)) contextOf(graph)
      return replaced(parsed.text, parsed.ast, contexts)
    },
    terms: (statements) => mapped(contexts, statements),
    back: (statements) => mapped(graphs, statements),
  }
}

type Parsed = ReturnType<typeof parse> & {}

function parse(source: string, kind: 'query' | 'update') {
  const options = { baseIri: 'http://example.com/' }
  try {
    return kind === 'query' ? parseSparql(source, kind, options) : parseSparql(source, kind, options)
  } catch {
    return undefined
  }
}

function graphsOf(parsed: Parsed): string[] {
  if (parsed.kind === 'update') return parsed.operations.flatMap(graphsNamed)
  return [...parsed.ast.datasets.clauses.map(({ value }) => value.value), ...patternGraphs(parsed.ast)]
}

/** IRIs in the syntax tree are absolute; in the text they may be abbreviated or relative. */
function replaced(text: string, tree: unknown, names: ReadonlyMap<string, string>): string {
  const found = new Map<number, { end: number; name: string }>()
  walk(tree, false, (node, inPrologue) => {
    if (inPrologue || node.type === 'contextDef') return true
    if (node.type !== 'term' || node.subType !== 'namedNode' || node.loc.sourceLocationType !== 'source') return false
    const name = names.get(node.value)
    if (name !== undefined) found.set(node.loc.start, { end: node.loc.end, name })
    return false
  })
  let written = ''
  let done = 0
  for (const [start, { end, name }] of [...found].sort(([a], [b]) => a - b)) {
    written += `${text.slice(done, start)}<${name}>`
    done = end
  }
  return written + text.slice(done)
}
