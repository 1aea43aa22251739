// Rewrites a query from its tree, for a server that holds the graphs of all tenants. Every token that the server reads
// is generated here, so nothing can hide in the caller's text. The dataset is part of the text, because FROM in a text
// overrides protocol parameters. Every GRAPH names one graph of the dataset, because anything else is unsafe: Virtuoso
// 7 leaves the dataset in `GRAPH ?g`, and in paths with `*` or `+` even from the default graph.
import type {
  Pattern,
  PatternGraph,
  PatternGroup,
  PatternValues,
  Query,
  QueryConstruct,
  QuerySelect,
} from '@traqula/rules-sparql-1-1'
import { resolveIri } from '../../guard/iri.ts'
import { walk } from '../../guard/walk.ts'
import { EngineError, type QueryRequest } from '../engine.ts'
import { templatesOf, variablesOf } from '../oxigraph/templates.ts'
import { NOTHING } from './names.ts'
import { NotForServer, writeConstant, writeExpression, writeIri } from './write-expression.ts'
import { writeModifiers } from './write-modifiers.ts'
import { writeTriples } from './write-triples.ts'

/** Limits how often patterns of one query are copied to expand graph variables. */
const MOST_COPIES = 16

type WriteOptions = Pick<QueryRequest, 'dataset' | 'maxRows' | 'base'>

/** Throws NotForServer for queries that must not be sent to the server. The tree must have absolute IRIs only. */
export function writeQuery(tree: Query, { dataset, maxRows, base }: WriteOptions): string {
  const named = new Set(dataset.namedGraphs)
  const used = new Set([NOTHING])
  let copies = 0
  let exists = 0

  const group = ({ patterns }: { patterns: readonly Pattern[] }): string => `{ ${patterns.map(write).join(' ')} }`
  const expression = (node: Parameters<typeof writeExpression>[0]): string => writeExpression(node, groupThatExists)

  function groupThatExists(pattern: PatternGroup): string {
    exists += 1
    const written = group(pattern)
    exists -= 1
    return written
  }

  function write(pattern: Pattern): string {
    if (pattern.type === 'query') return `{ ${select(pattern)} }`
    switch (pattern.subType) {
      case 'bgp':
        return writeTriples(pattern)
      case 'group':
        return group(pattern)
      case 'union':
        return pattern.patterns.map(group).join(' UNION ')
      case 'optional':
        return `OPTIONAL ${group(pattern)}`
      case 'minus':
        return `MINUS ${group(pattern)}`
      case 'graph':
        return graph(pattern)
      case 'filter':
        return `FILTER (${expression(pattern.expression)})`
      case 'bind':
        return `BIND (${expression(pattern.expression)} AS ?${pattern.variable.value})`
      case 'values':
        return writeValues(pattern)
      case 'service':
        throw new EngineError('remote', 'SERVICE is not allowed: the engine cannot reach other servers.')
    }
  }

  /** A graph outside the dataset is empty; a variable ranges over all graphs of the dataset (SPARQL 1.1 §18.6). */
  function graph({ name, ...pattern }: PatternGraph): string {
    if (name.subType === 'namedNode')
      return `GRAPH ${use(named.has(name.value) ? name.value : NOTHING)} ${group(pattern)}`
    // The copies would have to share their variable with the outer pattern, which Virtuoso 7 does not support.
    if (exists > 0) throw new NotForServer('GRAPH with a variable in EXISTS')
    const branches = (named.size > 0 ? [...named] : [NOTHING]).map((iri) => {
      copies += 1
      if (copies > MOST_COPIES) throw new NotForServer('GRAPH with a variable')
      return `{ GRAPH ${use(iri)} ${group(pattern)} VALUES ?${name.value} { ${writeIri(iri)} } }`
    })
    return `{ ${branches.join(' UNION ')} }`
  }

  function use(iri: string): string {
    used.add(iri)
    return writeIri(iri)
  }

  function select(query: QuerySelect, from = '', most?: number): string {
    const { variables, distinct, reduced, where } = query
    if (from === '') refuseUnbound(query)
    const columns = variables.map((column) => {
      if (column.type === 'wildcard') return '*'
      return column.type === 'term'
        ? `?${column.value}`
        : `(${expression(column.expression)} AS ?${column.variable.value})`
    })
    const words = ['SELECT', distinct && 'DISTINCT', reduced && 'REDUCED', ...columns].filter(Boolean).join(' ')
    return `${words} ${from}WHERE ${group(where)} ${tail(query, most)}`
  }

  const tail = ({ solutionModifiers, values }: Query, most?: number): string =>
    [...writeModifiers(solutionModifiers, expression, most), ...(values ? [writeValues(values)] : [])].join(' ')

  function whole(): string {
    switch (tree.subType) {
      case 'select':
        return select(tree, FROM, maxRows + 1)
      case 'ask':
        return `ASK ${FROM}WHERE ${group(tree.where)} ${tail(tree)}`
      case 'construct':
        // Ask for solutions only: servers report a cutoff for rows but not for triples.
        return `SELECT ${solutionVariables(tree)} ${FROM}WHERE ${group(tree.where)} ${tail(tree)}`
      case 'describe':
        // Each server describes in its own way, and from graphs it chooses.
        throw new NotForServer('DESCRIBE')
    }
  }

  // Build the text first: it determines which graphs are named.
  const text = whole()
  const defaults = dataset.defaultGraphs.length > 0 ? dataset.defaultGraphs : [NOTHING]
  const clauses = [
    ...defaults.map((iri) => `FROM ${writeIri(iri)}`),
    ...[...used].map((iri) => `FROM NAMED ${writeIri(iri)}`),
  ]
  return writeBase(tree, base) + text.replace(FROM, () => `${clauses.join(' ')} `)
}

/** Cannot occur in the text: control characters are escaped in strings and rejected everywhere else. */
const FROM = '\0'

/** Without variables, SELECT still needs a column. */
const solutionVariables = ({ template }: QueryConstruct): string =>
  variablesOf(templatesOf([template]))
    .map((name) => `?${name}`)
    .join(' ') || '(1 AS ?veritrace_one)'

/** For IRI(), which resolves its argument; everything else is already resolved. */
function writeBase({ context }: Query, given: string | undefined): string {
  const base = context.reduce(
    (before, { subType, value }) => (subType === 'base' ? (resolveIri(value.value, before) ?? before) : before),
    given,
  )
  return base === undefined ? '' : `BASE ${writeIri(base)} `
}

/**
 * Virtuoso 7 crashes for everyone when a subselect returns or groups by a variable that its pattern does not contain.
 */
function refuseUnbound({ where, variables, solutionModifiers: { group } }: QuerySelect): void {
  const columns = variables.filter((column) => column.type === 'term')
  const named = [...columns, ...(group?.groupings ?? [])].flatMap((one) =>
    'subType' in one && one.subType === 'variable' ? one.value : [],
  )
  const there = new Set<string>()
  walk(where, undefined, (node) => {
    if (node.type === 'term' && node.subType === 'variable') there.add(node.value)
    return undefined
  })
  for (const one of group?.groupings ?? []) if ('variable' in one) there.add(one.variable.value)
  if (named.some((name) => !there.has(name))) throw new NotForServer('an unbound variable')
}

function writeValues({ variables, values }: PatternValues): string {
  const names = variables.map(({ value }) => value)
  const rows = values.map((row) => {
    const cells = names.map((name) => {
      const term = row[name]
      return term ? writeConstant(term) : 'UNDEF'
    })
    return `(${cells.join(' ')})`
  })
  return `VALUES (${names.map((name) => `?${name}`).join(' ')}) { ${rows.join(' ')} }`
}
