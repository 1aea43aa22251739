// Limits on what a query may ask of the engine. Its planner takes more than linear time in most of these numbers and
// cannot be interrupted, so each has a limit that ordinary queries stay far below.
import type { ParsedOperation, ParsedQuery, ParsedSparql } from './parse.ts'
import { tooComplex, tooMany } from './problems.ts'
import { type SparqlNode, walk } from './walk.ts'

const LIMITS = {
  patterns: 100,
  templateTriples: 1000,
  pathSteps: 100,
  subselects: 32,
  unionBranches: 100,
  elements: 256,
  groupings: 256,
  operands: 1000,
  valuesRows: 10_000,
  collectionDepth: 32,
  expressionDepth: 64,
  expressions: 1000,
} as const

/** Throws query_too_complex for a valid text over a limit. Each operation of an update is measured separately. */
export function checkLimits(parsed: ParsedSparql): void {
  if (parsed.kind === 'query') checkQuery(parsed)
  else for (const operation of parsed.operations) checkOperation(operation)
}

function checkQuery({ ast }: ParsedQuery): void {
  refuseMuch(measure({ ...ast, template: undefined }))
  if (ast.subType === 'construct') refuseTemplate(measure(ast.template))
}

function checkOperation({ ast }: ParsedOperation): void {
  if (ast.subType === 'deletewhere') refuseMuch(measure(ast.data))
  if (ast.subType === 'insertdata' || ast.subType === 'deletedata') refuseDepth(measure(ast.data))
  if (ast.subType !== 'modify') return
  refuseMuch(measure(ast.where))
  refuseTemplate(measure([ast.insert, ast.delete]))
}

interface Measures {
  patterns: number
  pathSteps: number
  subselects: number
  unionBranches: number
  elements: number
  groupings: number
  operands: number
  valuesRows: number
  expressions: number
  collectionDepth: number
  expressionDepth: number
}

interface Depths {
  inPath: boolean
  collection: number
  expression: number
  /** The operator of the parent: a chain of one operator counts as one level, however it is nested. */
  operator: string | undefined
}

function measure(root: unknown): Measures {
  const found: Measures = {
    patterns: 0,
    pathSteps: 0,
    subselects: 0,
    unionBranches: 0,
    elements: 0,
    groupings: 0,
    operands: 0,
    valuesRows: 0,
    expressions: 0,
    collectionDepth: 0,
    expressionDepth: 0,
  }
  walk<Depths>(root, { inPath: false, collection: 0, expression: 0, operator: undefined }, (node, above) => {
    if (node !== root) count(found, node, above)
    const below = deeper(node, above)
    found.collectionDepth = Math.max(found.collectionDepth, below.collection)
    found.expressionDepth = Math.max(found.expressionDepth, below.expression)
    return below
  })
  return found
}

function count(found: Measures, node: SparqlNode, above: Depths): void {
  if (node.type === 'triple') found.patterns += 1
  if (node.type === 'query') found.subselects += 1
  if (node.type === 'expression') found.expressions += 1
  if (node.type === 'expression') found.operands = Math.max(found.operands, operandsOf(node))
  if (node.type === 'solutionModifier' && node.subType === 'group') found.groupings += node.groupings.length
  if (node.type === 'term' && node.subType === 'namedNode' && above.inPath) found.pathSteps += 1
  if (node.type !== 'pattern') return
  if (node.subType !== 'bgp') found.elements += 1
  if (node.subType === 'union') found.unionBranches += node.patterns.length
  if (node.subType === 'values') found.valuesRows += node.values.length
}

const operandsOf = (node: SparqlNode): number => ('args' in node && Array.isArray(node.args) ? node.args.length : 0)

function deeper(node: SparqlNode, above: Depths): Depths {
  if (node.type === 'path') return { ...above, inPath: true }
  if (node.type === 'tripleCollection') return { ...above, collection: above.collection + 1 }
  if (node.type !== 'expression') return above
  const operator = node.subType === 'operation' ? node.operator : undefined
  const chained = operator !== undefined && operator === above.operator
  return { ...above, operator, expression: above.expression + (chained ? 0 : 1) }
}

function refuseMuch(found: Measures): void {
  const counted: readonly [number, number, string][] = [
    [found.patterns, LIMITS.patterns, 'triple patterns'],
    [found.pathSteps, LIMITS.pathSteps, 'steps in property paths'],
    [found.subselects, LIMITS.subselects, 'subselects'],
    [found.unionBranches, LIMITS.unionBranches, 'branches of UNION'],
    [found.elements, LIMITS.elements, 'groups, filters, bindings and blocks of VALUES'],
    [found.valuesRows, LIMITS.valuesRows, 'rows of VALUES'],
    [found.groupings, LIMITS.groupings, 'conditions in GROUP BY'],
    [found.operands, LIMITS.operands, 'operands of one function or IN'],
    [found.expressions, LIMITS.expressions, 'functions and operators'],
  ]
  for (const [number, limit, what] of counted) if (number > limit) throw tooMany(what, limit)
  refuseDepth(found)
}

function refuseTemplate(found: Measures): void {
  if (found.patterns > LIMITS.templateTriples) throw tooMany('triples in a template', LIMITS.templateTriples)
  refuseDepth(found)
}

function refuseDepth({ collectionDepth, expressionDepth }: Measures): void {
  if (collectionDepth > LIMITS.collectionDepth)
    throw tooComplex(
      `Lists and blank nodes are nested deeper than ${LIMITS.collectionDepth} levels.`,
      LIMITS.collectionDepth,
    )
  if (expressionDepth > LIMITS.expressionDepth)
    throw tooComplex(`Expressions are nested deeper than ${LIMITS.expressionDepth} levels.`, LIMITS.expressionDepth)
}
